import { awardeeWords } from '../rules/awards/awardees.ts'
import { stateNamed } from '../rules/text/named-states.ts'
import { parseWords } from '../rules/text/words.ts'
import type { Awardee, Book } from './book.ts'
import type { Question } from './question.ts'

/** More matches than this mean a kind of organization, not a name. */
const NAMED_MAX = 4

/** The organizations whose full name is in a question. */
export function namedAwardees(question: Question, book: Book): Awardee[] {
  const questionText = ` ${awardeeWords(question.words.join(' '))} `
  const whole = book.awardees().filter(({ words }) => isWholeName(words, questionText))
  const longest = Math.max(0, ...whole.map(({ words }) => words.length))
  return whole.filter(({ words }) => words.length === longest).slice(0, NAMED_MAX)
}

/** The few organizations whose name has every word of a subject in this order. */
export function likelyAwardees(question: Question, subject: readonly string[], book: Book): Awardee[] {
  if (subject.length === 0) return []
  const own = book.awardees().filter(({ state }) => question.states.length === 0 || question.states.includes(state))
  const found = own.filter(({ name, rows }) =>
    [name, ...rows.map(({ awardeeName }) => awardeeName)].some((one) => isInOrder(subject, parseWords(one))),
  )
  return found.length <= NAMED_MAX ? found : []
}

const SHORTEST_NAME = 6

const isWholeName = (name: string, questionText: string): boolean =>
  name.length >= SHORTEST_NAME && name.includes(' ') && !stateNamed(name) && questionText.includes(` ${name} `)

function isInOrder(wanted: readonly string[], words: readonly string[]): boolean {
  let place = 0
  for (const word of words) if (word === wanted[place]) place += 1
  return place === wanted.length
}
