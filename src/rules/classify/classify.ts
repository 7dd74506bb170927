import classifier from '../../../vocabulary/classifier.json' with { type: 'json' }
import { CATEGORY_IDS, type CategoryId, type ProgramCategoryEvidence, TAXONOMY_VERSION } from '../../schema/taxonomy.ts'
import { once } from '../once.ts'
import { findLongest, parseWords } from '../text/words.ts'

/**
 * The points of a term by its strength and place. A strong term is enough for a category anywhere, a fair one in a title or
 * beside another, a weak one only beside others. A heading is what a title calls a text; `lead` is the start of a body
 * whose title says nothing; `name`, of an organization, is never enough by itself.
 */
const POINTS = {
  strong: { title: 6, lead: 6, body: 3, name: 2 },
  fair: { title: 4, lead: 4, body: 2, name: 0 },
  heading: { title: 4, lead: 0, body: 0, name: 0 },
  weak: { title: 2, lead: 2, body: 1, name: 0 },
} as const
const CATEGORY_THRESHOLD = 3
export type Strength = keyof typeof POINTS
type TextPart = keyof (typeof POINTS)[Strength]
export type ClassifiedCategory = Exclude<CategoryId, 'OTHER_UNCLASSIFIED'>

type TermsByStrength = { readonly [Each in Strength]?: readonly string[] }

/**
 * The terms of each category: one or more words in lower case; singular and plural are equal. A longer term hides the
 * shorter ones inside it: `suicide prevention` does not count as `prevention`. A term may belong to several categories.
 */
export const TERMS: { readonly [Category in ClassifiedCategory]: TermsByStrength } = classifier.categories

/**
 * Terms of texts about the program as a whole. They count for PROGRAM_ADMIN_EVALUATION, and only if a text names no
 * other subject: a notice of the program's first awards is about the program, one of its dental awards is not.
 */
const WHOLE_PROGRAM: TermsByStrength = classifier.wholeProgram

/** Names and set phrases that hide the terms inside them: they say who acts or how money flows, not what it is for. */
export const SILENT_PHRASES: readonly string[] = classifier.silentPhrases

const { kinds, subjects } = classifier.agencies

/** Agencies, as `department of behavioral health`: their names say nothing about the subject. */
export const AGENCY_NAMES = kinds.flatMap((kind) => subjects.map((subject) => `${kind} of ${subject}`))

/** The maximum number of inferred categories of an opportunity; the rest is in `truncatedProgramCategories`. */
export const INFERRED_CAP = 3

export interface Classification {
  /** Stated categories first, then the inferred ones by rank. Never empty. */
  programCategories: CategoryId[]
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
 * Classifies the subject of a record. Categories that a person confirmed come first, then those that the source states,
 * then those inferred from the terms of title and body by score and taxonomy order, at most `cap`. A title counts more than
 * a body; if it says nothing, the start of the body counts like one. A title that names the whole program and no other
 * subject is PROGRAM_ADMIN_EVALUATION; without any category, or if a person confirmed it, OTHER_UNCLASSIFIED.
 */
export function classify(subject: Subject, cap = Number.POSITIVE_INFINITY): Classification {
  const stated = toStatedEvidence(subject.categories ?? [])
  const counted = new Set<CategoryId>(stated.map(({ category }) => category))
  const unclassifiable = stated.some(
    ({ category, source }) => category === 'OTHER_UNCLASSIFIED' && source === 'ADMIN_CONFIRMED',
  )
  const inferred = unclassifiable
    ? []
    : infer(subject.title, subject.body ?? '', subject.name ?? '').filter((item) => !counted.has(item.category))
  if (stated.length + inferred.length === 0) inferred.push(toEvidence('OTHER_UNCLASSIFIED', 'INFERRED'))

  const listed = [...stated, ...inferred.slice(0, cap)]
  const truncated = inferred.slice(cap)
  return {
    programCategories: listed.map(({ category }) => category),
    truncatedProgramCategories: truncated.map(({ category }) => category),
    programCategoryEvidence: [...listed, ...truncated],
  }
}

/** The categories that words name; none if they name none. */
export function findCategories(words: readonly string[]): CategoryId[] {
  if (words.length === 0 || words.length > 2) return []
  const { programCategories } = classify({ title: words.join(' ') })
  return programCategories.filter((category) => category !== 'OTHER_UNCLASSIFIED')
}

export const toEvidence = (
  category: CategoryId,
  source: ProgramCategoryEvidence['source'],
  matchedTerms: string[] = [],
): ProgramCategoryEvidence => ({ category, source, matchedTerms, taxonomyVersion: TAXONOMY_VERSION })

function toStatedEvidence(categories: NonNullable<Subject['categories']>): ProgramCategoryEvidence[] {
  const sources = new Map<CategoryId, ProgramCategoryEvidence>()
  for (const source of ['ADMIN_CONFIRMED', 'EXTRACTED'] as const)
    for (const stated of categories)
      if (stated.source === source && !sources.has(stated.category))
        sources.set(stated.category, toEvidence(stated.category, source))
  return [...sources.values()]
}

const LEAD_WORDS = 40

interface Match {
  category: ClassifiedCategory
  score: number
  terms: { term: Term; points: number }[]
}

type Matches = Map<ClassifiedCategory, Match>
type Found = ReadonlyMap<Term, number>

function infer(title: string, body: string, name: string): ProgramCategoryEvidence[] {
  const inTitle = findTerms(title)
  const inBody = findTerms(body)
  const matches: Matches = new Map()
  for (const term of inTitle.keys()) place(matches, term, 'title')
  const titleSpeaks = matches.values().some(isEnough)
  for (const [term, before] of inBody)
    if (!inTitle.has(term)) place(matches, term, titleSpeaks || before >= LEAD_WORDS ? 'body' : 'lead')
  hint(matches, name)

  const enough = [...matches.values()].filter(isEnough)
  return (enough.length > 0 ? enough : matchWholeProgram(inTitle, inBody))
    .sort((a, b) => b.score - a.score || getRank(a.category) - getRank(b.category))
    .map(({ category, terms }) => {
      const strongestFirst = terms.sort((a, b) => b.points - a.points || a.term.order - b.term.order)
      return toEvidence(
        category,
        'INFERRED',
        strongestFirst.map(({ term }) => term.text),
      )
    })
}

const isEnough = ({ score }: Match): boolean => score >= CATEGORY_THRESHOLD

function place(matches: Matches, term: Term, at: TextPart): void {
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
  for (const term of findTerms(name).keys())
    for (const { category, strength } of term.counts) {
      const match = matches.get(category)
      if (match && !isEnough(match) && !match.terms.some((matched) => matched.term === term))
        add(matches, category, term, POINTS[strength].name)
    }
}

function matchWholeProgram(inTitle: Found, inBody: Found): Match[] {
  const matches: Matches = new Map()
  const count = (term: Term, at: TextPart) => {
    if (term.program) add(matches, 'PROGRAM_ADMIN_EVALUATION', term, POINTS[term.program][at])
  }
  for (const term of inTitle.keys()) count(term, 'title')
  if (matches.size === 0) return []
  for (const term of inBody.keys()) if (!inTitle.has(term)) count(term, 'body')
  return [...matches.values()].filter(isEnough)
}

const getRank = (category: CategoryId): number => CATEGORY_IDS.indexOf(category)

/** A term of the table and its strength in each category that has it; a silent phrase has none. */
export interface Term {
  text: string
  order: number
  counts: { category: ClassifiedCategory; strength: Strength }[]
  program: Strength | null
}

/** A plural counts as its singular; both the table and the text are normalized like this, so only equality matters. */
function toSingular(word: string): string {
  if (word.length < 4 || !word.endsWith('s') || UNCHANGED.has(word.at(-2) as string)) return IRREGULAR.get(word) ?? word
  const singular = word.endsWith('ies') ? `${word.slice(0, -3)}y` : word.slice(0, -1)
  return IRREGULAR.get(singular) ?? singular
}

// The letters before a final `s` that make it part of the word, as in `access`, `virus` and `analysis`.
const UNCHANGED = new Set(['s', 'u', 'i'])
const IRREGULAR = new Map(Object.entries(classifier.irregular))

/** The terms by their words, and how many words the longest term has that begins with a word. */
const getTermIndex = once(() => {
  const terms = new Map<string, Term>()
  const lengths = new Map<string, number>()
  const toTerm = (text: string): Term => {
    const words = parseWords(text).map(toSingular)
    const [first = ''] = words
    lengths.set(first, Math.max(lengths.get(first) ?? 0, words.length))
    const term = terms.get(words.join(' ')) ?? { text, order: terms.size, counts: [], program: null }
    terms.set(words.join(' '), term)
    return term
  }
  for (const category of Object.keys(TERMS) as ClassifiedCategory[])
    for (const strength of Object.keys(TERMS[category]) as Strength[])
      for (const text of TERMS[category][strength] ?? []) toTerm(text).counts.push({ category, strength })
  for (const strength of Object.keys(WHOLE_PROGRAM) as Strength[])
    for (const text of WHOLE_PROGRAM[strength] ?? []) toTerm(text).program = strength
  for (const phrase of [...SILENT_PHRASES, ...AGENCY_NAMES]) toTerm(phrase)
  return { terms, lengths }
})

// A clause that says what is not funded, or who may apply, is not about what it lists.
const ASIDE =
  /\b(?:exclude[sd]?|excluding|ineligible|not (?:allowed|allowable|eligible|covered|funded)|eligible (?:applicants|entities|organizations)|(?:may|can|could) apply|are eligible)\b/i
// What follows is the name of an organization, as in `a notice names Cedar Health Technology`.
const NAMING = /\bnames (?=[A-Z])/

// Care from afar in any specialty, as `teleradiology`.
const TELE = /^tele(?!com|gram|metr|phon|scop|vis|work)[a-z]{3,}/

/** The terms in a text, each with the number of words before it. Of nested terms only the longest counts; asides are skipped. */
export function findTerms(text: string): Map<Term, number> {
  const places = new Map<Term, number>()
  const asides = ASIDE.test(text)
  const naming = NAMING.test(text)
  let before = 0
  const { terms, lengths } = getTermIndex()
  for (const clause of text.split(/[.;:!?]\s/)) {
    if (asides && ASIDE.test(clause)) continue
    const words = parseWords(naming ? (clause.split(NAMING)[0] as string) : clause)
    for (let at = 0; at < words.length; at++) words[at] = toSingular(words[at] as string)
    const list = listOfOrganizations(words)
    let reached = 0
    for (const start of words.keys()) {
      if (start > list.first && start <= list.last) continue
      const word = words[start] as string
      if (!lengths.has(word) && TELE.test(word)) words[start] = 'tele'
      const longest = findLongest(words, start, lengths.get(words[start] as string) ?? 0, (phrase) => terms.get(phrase))
      if (!longest || start + longest.length <= reached) continue
      reached = start + longest.length
      if (!places.has(longest.match)) places.set(longest.match, before + start)
    }
    before += words.length
  }
  return places
}

const ORGANIZATIONS = new Set(classifier.organizations)
const LIST_ENDS = new Set(classifier.listEnds)

/** A list of participants that begins with hospitals, as in `hospitals, clinics and EMS providers`: its first and last word. */
function listOfOrganizations(words: readonly string[]): { first: number; last: number } {
  const first = words.indexOf('hospital')
  if (first < 0) return { first, last: first }
  let last = first
  let joined = false
  for (const [index, word] of words.entries()) {
    if (index <= first) continue
    if (LIST_ENDS.has(word)) break
    if (word === 'and' || word === 'or') joined = true
    else if (joined && ORGANIZATIONS.has(word)) last = index
  }
  return { first, last }
}
