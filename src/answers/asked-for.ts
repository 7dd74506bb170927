import { FUNCTION_WORDS } from '../rules/text/synonyms.ts'
import { parseWords, toStem } from '../rules/text/words.ts'
import type { EvidencePassage } from './port.ts'

const MONTH = /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b|\b(?:19|20)\d\d\b/i
const SUM = /\$\s?\d|\b\d+(?:\.\d+)? (?:percent|per cent)\b/
const NUMBER =
  /^(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty)$/

type Shows = (text: string) => boolean

/** Whether a passage contains the kind of information that a question asks for: an amount, a date, or a count. */
export function answering(question: string): (passage: Pick<EvidencePassage, 'text' | 'date'>) => boolean {
  const wanted: Shows[] = []
  if (/\bhow much\b|\bwhat (?:share|part|portion|percentage|percent)\b/i.test(question))
    wanted.push((text) => SUM.test(text))
  if (/^\W*(?:by )?(?:when|what (?:day|date|year))\b/i.test(question)) wanted.push((text) => MONTH.test(text))
  const [, counted] = /\bhow many\s+(.+)/i.exec(question) ?? []
  if (counted) wanted.push(countWords(counted))
  return ({ text, date }) => wanted.every((shows) => shows(date === null ? text : `${text} ${date}`))
}

/** Maximum number of words between a number and what it counts. */
const BETWEEN_MAX = 4

function countWords(counted: string): Shows {
  const words = parseWords(counted)
  const end = words.findIndex((word) => FUNCTION_WORDS.has(word))
  const noun = words.slice(0, end > 0 ? end : 1).map(toStem)
  return (text) => {
    const wordsBefore = parseWords(text.replace(/\$\s?[\d,.]+/g, ' '))
    return wordsBefore.some((word, at) => {
      if (!noun.includes(toStem(word))) return false
      return wordsBefore.slice(Math.max(0, at - BETWEEN_MAX), at).some((before) => NUMBER.test(before))
    })
  }
}
