import { readBound, readYear, SHOWN } from './question-words.ts'
import { FUNCTION_WORDS } from './synonyms.ts'
import { parseWords, toStem } from './words.ts'

const AMOUNT = /\$\d[\d,.]*\d?(?: (?:million|billion))?/g
const NUMBER =
  /^(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty)$/

type Check = (text: string) => boolean

/** Checks whether a text contains the kind of information that a question asks for, and the amounts that it names. */
export function createAnswerCheck(question: string): Check {
  const shown = SHOWN.filter(([asks]) => asks.test(question)).map(([, answer]) => answer)
  const amounts = readBound(question) ? (question.match(AMOUNT) ?? []) : []
  const [, counted] = /\bhow many\s+(.+)/i.exec(question) ?? []
  const isCounted = counted ? createCountCheck(counted) : () => true
  // What a plan measures tells no amount.
  const isAmount = /\bhow (?:much|many) (?!states\b)/i.test(question)
  const isMetric = /\b(?:measur|metric|indicator|track|outcome|success|progress)/i.test(question)
  return (text) =>
    (isMetric || !text.startsWith('Metrics of')) &&
    !(isAmount && text.startsWith('It is measured by')) &&
    shown.every((answer) => answer.test(text)) &&
    amounts.every((amount) => text.includes(amount)) &&
    isCounted(text)
}

const BETWEEN_MAX = 4

function createCountCheck(counted: string): Check {
  const words = parseWords(counted)
  const end = words.findIndex((word) => FUNCTION_WORDS.has(word))
  const named = words.slice(0, end > 0 ? end : 1)
  return (text) => {
    const wordsBefore = parseWords(text.replace(/\$\s?[\d,.]+|\b[A-Z][a-z]+ \d{1,2}, \d{4}/g, ' '))
    return wordsBefore.some((word, at) => {
      const match = named.find((one) => toStem(one) === toStem(word))
      // Nursing facilities are not nurses.
      if (!match || (match.endsWith('s') && !word.endsWith('s'))) return false
      const before = wordsBefore.slice(Math.max(0, at - BETWEEN_MAX), at)
      const other = before.findLastIndex((one) => FUNCTION_WORDS.has(one) && !NUMBER.test(one))
      return before.slice(other + 1).some((one) => NUMBER.test(one) && readYear(one) === null)
    })
  }
}
