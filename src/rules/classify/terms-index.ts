import { once } from '../once.ts'
import { parseWords } from '../text/words.ts'
import type { ClassifiedCategory, Strength } from './points.ts'
import { AGENCY_NAMES, SILENT_PHRASES, TERMS, WHOLE_PROGRAM } from './terms.ts'

/** A term of the table and its strength in each category that has it; a silent phrase has none. */
export interface Term {
  text: string
  order: number
  counts: { category: ClassifiedCategory; strength: Strength }[]
  /** Its strength as a sign of a text about the program as a whole. */
  program: Strength | null
}

interface Step {
  next: Map<string, Step>
  term: Term | null
}

/** A plural counts as its singular; both the table and the text are normalized like this, so only equality matters. */
function toSingular(word: string): string {
  if (word.length < 4 || !word.endsWith('s') || UNCHANGED.has(word.at(-2) as string)) return IRREGULAR.get(word) ?? word
  const singular = word.endsWith('ies') ? `${word.slice(0, -3)}y` : word.slice(0, -1)
  return IRREGULAR.get(singular) ?? singular
}

// The letters before a final `s` that make it part of the word, as in `access`, `virus` and `analysis`.
const UNCHANGED = new Set(['s', 'u', 'i'])
// `midwive` is what is left of `midwives` without its `s`.
const IRREGULAR = new Map([
  ['children', 'child'],
  ['women', 'woman'],
  ['midwive', 'midwife'],
])

const firstStep = once(compile)

function compile(): Step {
  const root: Step = { next: new Map(), term: null }
  let order = 0
  const termAt = (text: string): Term => {
    let step = root
    for (const word of parseWords(text).map(toSingular)) {
      const next = step.next.get(word) ?? { next: new Map(), term: null }
      step.next.set(word, next)
      step = next
    }
    step.term ??= { text, order: order++, counts: [], program: null }
    return step.term
  }
  for (const category of Object.keys(TERMS) as ClassifiedCategory[])
    for (const strength of Object.keys(TERMS[category]) as Strength[])
      for (const text of TERMS[category][strength] ?? []) termAt(text).counts.push({ category, strength })
  for (const strength of Object.keys(WHOLE_PROGRAM) as Strength[])
    for (const text of WHOLE_PROGRAM[strength] ?? []) termAt(text).program = strength
  for (const phrase of [...SILENT_PHRASES, ...AGENCY_NAMES]) termAt(phrase)
  return root
}

const CLAUSE_END = /[.;:!?]\s/
// A clause that says what is not funded, or who may apply, is not about what it lists.
const ASIDE =
  /\b(?:exclude[sd]?|excluding|ineligible|not (?:allowed|allowable|eligible|covered|funded)|eligible (?:applicants|entities|organizations)|(?:may|can|could) apply|are eligible)\b/i
// What follows is the name of an organization, as in `a notice names Cedar Health Technology`.
const NAMING = /\bnames (?=[A-Z])/

// Care from afar in any specialty, as `teleradiology`.
const TELE = /^tele(?!com|gram|metr|phon|scop|vis|work)[a-z]{3,}/

/**
 * The terms in a text, with the number of words before the first occurrence of each. Of nested terms only the longest
 * counts. Clauses about exclusions or eligibility, and lists of kinds of organizations, are skipped.
 */
export function termsIn(text: string): Map<Term, number> {
  const found = new Map<Term, number>()
  const asides = ASIDE.test(text)
  const naming = NAMING.test(text)
  let before = 0
  const first = firstStep()
  for (const clause of text.split(CLAUSE_END)) {
    if (asides && ASIDE.test(clause)) continue
    const words = parseWords(naming ? (clause.split(NAMING)[0] as string) : clause)
    for (let at = 0; at < words.length; at++) words[at] = toSingular(words[at] as string)
    const list = listOfOrganizations(words)
    let reached = 0
    for (const start of words.keys()) {
      if (start > list.first && start <= list.last) continue
      const word = words[start] as string
      let step = first.next.get(word) ?? (TELE.test(word) ? first.next.get('tele') : undefined)
      let longest: Term | null = null
      let end = start
      for (let at = start + 1; step; at++) {
        if (step.term) {
          longest = step.term
          end = at
        }
        step = step.next.get(words[at] as string)
      }
      if (!longest || end <= reached) continue
      reached = end
      if (!found.has(longest)) found.set(longest, before + start)
    }
    before += words.length
  }
  return found
}

const ORGANIZATIONS = new Set(
  (
    'agency authority center clinic college company department district facility home hospital nonprofit organization ' +
    'pharmacy practice provider school university vendor'
  ).split(' '),
)
const LIST_ENDS = new Set('at by for from in into of on that through to under which who with'.split(' '))

/**
 * The words of a list that begins with hospitals, as in `hospitals, clinics, EMS and behavioral health providers`: it
 * lists participants, not the purpose. `first` is the word of the hospitals, `last` the last kind of organization.
 */
function listOfOrganizations(words: readonly string[]): { first: number; last: number } {
  const first = words.indexOf('hospital')
  if (first < 0) return { first, last: first }
  let last = first
  let joined = false
  for (const [place, word] of words.entries()) {
    if (place <= first) continue
    if (LIST_ENDS.has(word)) break
    if (word === 'and' || word === 'or') joined = true
    else if (joined && ORGANIZATIONS.has(word)) last = place
  }
  return { first, last }
}
