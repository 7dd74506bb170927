import type { EvidencePassage } from './port.ts'

const MONTH = /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b|\b(?:19|20)\d\d\b/i
const FIGURE = /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b/i

/** What a question asks for by its first words, and how a passage shows that it has it. */
const ASKED_FOR: readonly { asks: RegExp; has: RegExp }[] = [
  { asks: /\bhow much\b/i, has: /\$\s?\d|\b\d+(?:\.\d+)? (?:percent|per cent)\b/ },
  { asks: /\bhow many\b|\bwhat number\b/i, has: FIGURE },
  { asks: /^\W*(?:by )?(?:when|what (?:day|date|year))\b/i, has: MONTH },
]

/** Whether a passage holds the kind of thing that a question asks for: a sum, a number, a date. */
export function answering(question: string): (passage: Pick<EvidencePassage, 'text' | 'date'>) => boolean {
  const wanted = ASKED_FOR.filter(({ asks }) => asks.test(question))
  return ({ text, date }) => wanted.every(({ has }) => has.test(date === null ? text : `${text} ${date}`))
}
