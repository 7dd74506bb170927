import { CATEGORY_IDS, type CategoryId, type ProgramCategoryEvidence, TAXONOMY_VERSION } from '../../schema/taxonomy.ts'
import { CATEGORY_THRESHOLD, type ClassifiedCategory, type Place, POINTS } from './points.ts'
import { type Term, termsIn } from './terms-index.ts'

/** The maximum number of inferred categories of an opportunity; the rest is in `truncatedProgramCategories`. */
export const INFERRED_CAP = 3

export interface Classification {
  /** Stated categories first, then the inferred ones by rank. Never empty. */
  programCategories: CategoryId[]
  /** The inferred categories beyond the cap, by rank. */
  truncatedProgramCategories: CategoryId[]
  /** One item for each of `programCategories`, then one for each of the truncated ones, in order. */
  programCategoryEvidence: ProgramCategoryEvidence[]
}

interface Subject {
  title: string
  body?: string | null
  /** The organization that a record is about, such as an awardee: a hint that is never enough by itself. */
  name?: string | null
  categories?: readonly { category: CategoryId; source: 'ADMIN_CONFIRMED' | 'EXTRACTED' }[]
}

/**
 * Classifies the subject of a record, based on what a person confirmed, what the source states, and the terms in its
 * title and body. A title counts more than a body; if it says nothing, the start of the body counts like a title. A
 * text whose title names the whole program and no other subject is about the program itself: PROGRAM_ADMIN_EVALUATION.
 *
 * Confirmed categories come first, then extracted ones; neither are capped or repeated as inferred. Inferred ones are
 * ranked by score, then in taxonomy order; `cap`, at least 1, limits how many of them are listed. Their `matchedTerms`
 * are the terms of the table, strongest first. If nothing is stated or inferred, the one category is
 * OTHER_UNCLASSIFIED. A confirmed OTHER_UNCLASSIFIED means that a person found no category that fits: nothing is
 * inferred.
 */
export function classify(subject: Subject, cap = Number.POSITIVE_INFINITY): Classification {
  const stated = statedEvidence(subject.categories ?? [])
  const known = new Set<CategoryId>(stated.map(({ category }) => category))
  const unclassifiable = stated.some(
    ({ category, source }) => category === 'OTHER_UNCLASSIFIED' && source === 'ADMIN_CONFIRMED',
  )
  const inferred = unclassifiable
    ? []
    : infer(subject.title, subject.body ?? '', subject.name ?? '').filter((item) => !known.has(item.category))
  if (stated.length + inferred.length === 0) inferred.push(evidence('OTHER_UNCLASSIFIED', 'INFERRED'))

  const listed = [...stated, ...inferred.slice(0, cap)]
  const truncated = inferred.slice(cap)
  return {
    programCategories: listed.map(({ category }) => category),
    truncatedProgramCategories: truncated.map(({ category }) => category),
    programCategoryEvidence: [...listed, ...truncated],
  }
}

/** A longer subject is not the name of a category. */
const CATEGORY_WORDS_MAX = 2

/** The categories that words name; none if they name none. */
export function findCategories(words: readonly string[]): CategoryId[] {
  if (words.length === 0 || words.length > CATEGORY_WORDS_MAX) return []
  const { programCategories } = classify({ title: words.join(' ') })
  return programCategories.filter((category) => category !== 'OTHER_UNCLASSIFIED')
}

export const evidence = (
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

/** How many words of the body count like a title if the title says nothing. */
const LEAD_WORDS = 40

interface Match {
  category: ClassifiedCategory
  score: number
  terms: { term: Term; points: number }[]
}

type Matches = Map<ClassifiedCategory, Match>
type Found = ReadonlyMap<Term, number>

function infer(title: string, body: string, name: string): ProgramCategoryEvidence[] {
  const inTitle = termsIn(title)
  const inBody = termsIn(body)
  const matches: Matches = new Map()
  for (const term of inTitle.keys()) place(matches, term, 'title')
  const titleSpeaks = matches.values().some(isEnough)
  for (const [term, before] of inBody)
    if (!inTitle.has(term)) place(matches, term, titleSpeaks || before >= LEAD_WORDS ? 'body' : 'lead')
  hint(matches, name)

  const enough = [...matches.values()].filter(isEnough)
  return (enough.length > 0 ? enough : wholeProgram(inTitle, inBody))
    .sort((a, b) => b.score - a.score || getRank(a.category) - getRank(b.category))
    .map(({ category, terms }) => {
      const strongestFirst = terms.sort((a, b) => b.points - a.points || a.term.order - b.term.order)
      return evidence(
        category,
        'INFERRED',
        strongestFirst.map(({ term }) => term.text),
      )
    })
}

const isEnough = ({ score }: Match): boolean => score >= CATEGORY_THRESHOLD

function place(matches: Matches, term: Term, at: Place): void {
  for (const { category, strength } of term.counts) add(matches, category, term, POINTS[strength][at])
}

function add(matches: Matches, category: ClassifiedCategory, term: Term, points: number): void {
  if (points === 0) return
  const match = matches.get(category)
  if (!match) matches.set(category, { category, score: points, terms: [{ term, points }] })
  else {
    match.score += points
    match.terms.push({ term, points })
  }
}

/** Lets an organization's name decide for a category just below the threshold. A whole name is one hint. */
function hint(matches: Matches, name: string): void {
  for (const term of termsIn(name).keys())
    for (const { category, strength } of term.counts) {
      const match = matches.get(category)
      if (match && !isEnough(match) && !match.terms.some((known) => known.term === term))
        add(matches, category, term, POINTS[strength].name)
    }
}

/** A text whose title names the program, and no other subject, is about the program as a whole. */
function wholeProgram(inTitle: Found, inBody: Found): Match[] {
  const matches: Matches = new Map()
  const count = (term: Term, at: Place) => {
    if (term.program) add(matches, 'PROGRAM_ADMIN_EVALUATION', term, POINTS[term.program][at])
  }
  for (const term of inTitle.keys()) count(term, 'title')
  if (matches.size === 0) return []
  for (const term of inBody.keys()) if (!inTitle.has(term)) count(term, 'body')
  return [...matches.values()].filter(isEnough)
}

const getRank = (category: CategoryId): number => CATEGORY_IDS.indexOf(category)
