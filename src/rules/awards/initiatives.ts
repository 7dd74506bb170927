import { toPlain } from '../text/words.ts'

/** Shorter names, such as "Rural Health", stand in many others. */
const TELLING_LENGTH = 14

const toWords = (name: string): string =>
  toPlain(name)
    .replaceAll('&', ' and ')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()

/** Whether an award's initiative and the title of an activity of the same state name the same initiative. */
export function isSameInitiative(initiative: string, title: string): boolean {
  const [a, b] = [toWords(initiative), toWords(title)]
  if (a === b) return a !== ''
  const [shorter, longer] = a.length < b.length ? [a, b] : [b, a]
  return shorter.length >= TELLING_LENGTH && ` ${longer} `.includes(` ${shorter} `)
}
