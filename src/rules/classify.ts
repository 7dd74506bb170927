import { CATEGORY_IDS, type CategoryId, type ProgramCategoryEvidence, TAXONOMY_VERSION } from '../schema/taxonomy.ts'
import {
  AGENCY_NAMES,
  CATEGORY_THRESHOLD,
  type ClassifiedCategory,
  SILENT_PHRASES,
  type Strength,
  TERMS,
  TITLE_FACTOR,
  WEIGHTS,
} from './terms.ts'
import { wordsOf } from './words.ts'

/** How many inferred categories an opportunity lists; the genuine rest is in `truncatedProgramCategories`. */
export const INFERRED_CAP = 3

export interface Classification {
  /** Stated categories first, then the inferred ones by rank. Never empty. */
  programCategories: CategoryId[]
  /** The inferred categories beyond the cap, by rank. */
  truncatedProgramCategories: CategoryId[]
  /** One item for each of `programCategories`, then one for each of the truncated, in their order. */
  programCategoryEvidence: ProgramCategoryEvidence[]
}

interface Subject {
  title: string
  body?: string | null
  categories?: readonly { category: CategoryId; source: 'ADMIN_CONFIRMED' | 'EXTRACTED' }[]
}

/**
 * Says what a record is about, from what a person confirmed, what the source states, and the terms of its title and body.
 * A title counts more than a body; without a title the body stands for it.
 *
 * The confirmed come first, then the extracted; both are never capped, and never repeated as inferred. Inferred ones are
 * ranked by score, then in the order of the taxonomy; `cap`, at least 1, bounds how many of them are listed. Their
 * `matchedTerms` are the terms of the table, strongest first. When nothing is stated or inferred, the one category is
 * OTHER_UNCLASSIFIED. A confirmed OTHER_UNCLASSIFIED is a person's word that no category fits: nothing is inferred.
 */
export function classify(subject: Subject, cap = Number.POSITIVE_INFINITY): Classification {
  const stated = statedEvidence(subject.categories ?? [])
  const known = new Set<CategoryId>(stated.map(({ category }) => category))
  const unclassifiable = stated.some(
    ({ category, source }) => category === 'OTHER_UNCLASSIFIED' && source === 'ADMIN_CONFIRMED',
  )
  const inferred = unclassifiable
    ? []
    : infer(subject.title, subject.body ?? '').filter((item) => !known.has(item.category))
  if (stated.length + inferred.length === 0) inferred.push(evidence('OTHER_UNCLASSIFIED', 'INFERRED'))

  const listed = [...stated, ...inferred.slice(0, cap)]
  const truncated = inferred.slice(cap)
  return {
    programCategories: listed.map(({ category }) => category),
    truncatedProgramCategories: truncated.map(({ category }) => category),
    programCategoryEvidence: [...listed, ...truncated],
  }
}

const evidence = (
  category: CategoryId,
  source: ProgramCategoryEvidence['source'],
  matchedTerms: string[] = [],
): ProgramCategoryEvidence => ({ category, source, matchedTerms, taxonomyVersion: TAXONOMY_VERSION })

const STATED_SOURCES = ['ADMIN_CONFIRMED', 'EXTRACTED'] as const

function statedEvidence(categories: NonNullable<Subject['categories']>): ProgramCategoryEvidence[] {
  const sources = new Map<CategoryId, ProgramCategoryEvidence>()
  for (const source of STATED_SOURCES)
    for (const stated of categories)
      if (stated.source === source && !sources.has(stated.category))
        sources.set(stated.category, evidence(stated.category, source))
  return [...sources.values()]
}

/** What a term counts for, in each category that has it. */
interface Term {
  text: string
  order: number
  counts: { category: ClassifiedCategory; weight: number }[]
}

/** Terms by their words: a step for each word; `term` where a term ends, with no counts for a silent phrase. */
interface Step {
  next: Map<string, Step>
  term: Term | null
}

/** A plural counts as its singular; both the table and the text go through this, so only the likeness matters. */
function singularOf(word: string): string {
  if (word.length < 4 || !word.endsWith('s') || UNCHANGED.test(word)) return IRREGULAR.get(word) ?? word
  const singular = word.endsWith('ies') && word.length > 4 ? `${word.slice(0, -3)}y` : word.slice(0, -1)
  return IRREGULAR.get(singular) ?? singular
}

const UNCHANGED = /[sui]s$/
// `midwive` is what is left of `midwives` without its `s`.
const IRREGULAR = new Map([
  ['children', 'child'],
  ['women', 'woman'],
  ['midwive', 'midwife'],
])

const ROOT = compile()

function compile(): Step {
  const root: Step = { next: new Map(), term: null }
  let order = 0
  const termAt = (text: string): Term => {
    let step = root
    for (const word of wordsOf(text).map(singularOf)) {
      const next = step.next.get(word) ?? { next: new Map(), term: null }
      step.next.set(word, next)
      step = next
    }
    step.term ??= { text, order: order++, counts: [] }
    return step.term
  }
  for (const category of Object.keys(TERMS) as ClassifiedCategory[])
    for (const strength of Object.keys(WEIGHTS) as Strength[])
      for (const text of TERMS[category][strength]) termAt(text).counts.push({ category, weight: WEIGHTS[strength] })
  for (const phrase of [...SILENT_PHRASES, ...AGENCY_NAMES]) termAt(phrase)
  return root
}

// A clause that says what is not paid for, such as `new construction is excluded`, is not about it.
const CLAUSE_END = /[.;:!?]\s/
const EXCLUSION = /\b(?:exclude[sd]?|excluding|ineligible|not (?:allowed|allowable|eligible|covered|funded))\b/i

/** Raises, in `found`, the factor of each term of the text. Of terms inside one another only the longest counts. */
function read(text: string, factor: number, found: Map<Term, number>): void {
  for (const clause of text.split(CLAUSE_END)) {
    if (EXCLUSION.test(clause)) continue
    const words = wordsOf(clause).map(singularOf)
    let reached = 0
    for (let start = 0; start < words.length; start++) {
      let step: Step | undefined = ROOT
      let longest: Term | null = null
      let end = start
      for (let at = start; at < words.length; at++) {
        step = step.next.get(words[at] as string)
        if (!step) break
        if (step.term) {
          longest = step.term
          end = at + 1
        }
      }
      if (!longest || end <= reached) continue
      reached = end
      found.set(longest, Math.max(found.get(longest) ?? 0, factor))
    }
  }
}

function infer(title: string, body: string): ProgramCategoryEvidence[] {
  const found = new Map<Term, number>()
  read(title, TITLE_FACTOR, found)
  read(body, title.trim() === '' ? TITLE_FACTOR : 1, found)

  const matches = new Map<CategoryId, { score: number; terms: { text: string; points: number; order: number }[] }>()
  for (const [term, factor] of found)
    for (const { category, weight } of term.counts) {
      const match = matches.get(category) ?? { score: 0, terms: [] }
      match.score += weight * factor
      match.terms.push({ text: term.text, points: weight * factor, order: term.order })
      matches.set(category, match)
    }

  return [...matches]
    .filter(([, { score }]) => score >= CATEGORY_THRESHOLD)
    .sort(([a, { score: left }], [b, { score: right }]) => right - left || rankOf(a) - rankOf(b))
    .map(([category, { terms }]) => {
      const strongestFirst = terms.sort((a, b) => b.points - a.points || a.order - b.order)
      return evidence(
        category,
        'INFERRED',
        strongestFirst.map(({ text }) => text),
      )
    })
}

const rankOf = (category: CategoryId): number => CATEGORY_IDS.indexOf(category)
