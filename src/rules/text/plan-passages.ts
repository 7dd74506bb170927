import { SAYS } from './question-words.ts'
import { FUNCTION_WORDS } from './synonyms.ts'
import { createMatcher, isTerm, splitTerms } from './widen.ts'
import { hasPhrase, parseWords } from './words.ts'

/** What is said about a plan in one place. Only an initiative has a number, and is about one thing. */
export interface PlanPart {
  title: string
  number?: number
  sentences: readonly string[]
}

export type Passage<Part> = Part & { text: string }

/** What the sentence of a metric begins with. */
export const MEASURE = 'It is measured by: '
const isMeasure = (text: string): boolean => text.startsWith(MEASURE)

const SAME_THING = 65
const UNDER_TITLE = 3
/** As many passages as anybody reads. */
const ENOUGH = 4

/**
 * The passages about a subject, the best first, and the subject as it was read: those with all of its words near each
 * other; with all that tell much; and in a plan of one state, from an initiative that has these anywhere.
 * @param isAnswer whether a passage can answer the question
 * @param isOfOne whether the parts are of one plan, where further words help rather than mislead
 */
export function findPassages<Part extends PlanPart>(
  parts: readonly Part[],
  words: readonly string[],
  isAnswer: (text: string) => boolean,
  isOfOne: boolean,
): { all: Passage<Part>[]; subject: string; isScattered?: true } {
  const written = withoutAct(words).filter((word) => !SAYS.buying(word))
  const things = isTerm(written) ? written : written.filter((word, at) => at === 0 || !SAYS.skipped(word))
  const telling = findTelling(things)
  const isTitle = createMatcher(telling.length > 0 ? telling : things, SAME_THING)
  const isWholeTitle = createMatcher(things, SAME_THING)
  const isBuying = words.some((word) => SAYS.buying(word))
  const isBuilding = isBuying && words[0] === 'build'
  // The best are 0, under a title about the whole subject; 1 has its words in a row, and 2 is under a title about most of it.
  const titled = parts.map((part) => ({ part, place: isWholeTitle(part.title) ? 0 : isTitle(part.title) ? 2 : 3 }))
  const fewer = telling.length > 0 || things.length > 2 ? telling : things.slice(0, 1)
  const results = (fewer.length < things.length ? [things, fewer] : [things]).map((as) => {
    // `No` and `without` turn the meaning of words around.
    const isAbout = SAYS.negation(` ${as.join(' ')} `)
      ? (text: string) => hasPhrase(text, as)
      : createMatcher(as, SAME_THING)
    const matching = (as.length > 0 ? titled : []).flatMap(({ part, place }) => {
      const about = part.sentences.filter(isAbout)
      const under = place === 3 ? [] : part.sentences.slice(0, isOfOne && place === 0 ? UNDER_TITLE : 1)
      const quoted = new Set([...under.filter((one) => !isMeasure(one)), ...about])
      return [...quoted].map((text) => ({ ...part, text, rank: Math.min(place, hasPhrase(text, as) ? 1 : 3) }))
    })
    const bought = isBuying ? matching.filter(({ text }) => isBought(text, as)) : []
    const all = (bought.length > 0 || isBuilding ? bought : matching).sort((a, b) => a.rank - b.rank)
    return { all, subject: `“${as.join(' ')}”${bought.length > 0 ? ' as new or to be bought' : ''}` }
  })
  const hits = results.filter(({ all }) => all.length > 0)
  // Of all states, those that say `technology` are meant beside those that say `health technology`.
  const isTelling = !isOfOne && telling.filter((word) => !FUNCTION_WORDS.has(word)).length > 1
  const inOrder = isTelling ? hits.toReversed() : hits
  const best = inOrder.find(({ all }) => all.some(({ text }) => !isMeasure(text) && isAnswer(text))) ?? hits[0]
  if (!best) {
    return { all: isOfOne ? findElsewhere(parts, telling) : [], subject: `“${telling.join(' ')}”`, isScattered: true }
  }
  if (!isOfOne || isBuying || best.all.length >= ENOUGH) return best
  const all = [...hits.flatMap((one) => one.all), ...findAbout(parts, getHead(telling))]
  const places = new Map(all.toReversed().map((one) => [one.text, one]))
  return { ...best, all: all.filter((one) => places.get(one.text) === one) }
}

/** The passages of one plan: what its parts say, then what they measure. @param list the title of the part that has all in full */
export function arrange<Part extends PlanPart>(all: readonly Passage<Part>[], words: readonly string[], list: string) {
  const { told = [], measured = [] } = Object.groupBy(all, ({ text }) => (isMeasure(text) ? 'measured' : 'told'))
  const exact = told.filter(({ text }) => hasPhrase(text, words))
  // The descriptions of initiatives say the same in fewer words, unless only the list has these words.
  const described = told.filter(({ title }) => title !== list)
  const onlyListed = exact.some((one) => described.includes(one)) ? [] : exact
  return [...new Set([...onlyListed, ...(described.length > 0 ? described : told), ...measured])]
}

/** Without a first word that tells what is done: `expand access`. */
function withoutAct(words: readonly string[]): readonly string[] {
  const [first = '', second = 'of'] = words
  const isLinked = /^(?:an?|the|its|their|with|to|for|on|against)$/.test(second)
  return SAYS.act(first) && (isLinked || !FUNCTION_WORDS.has(second)) ? words.slice(1 + Number(isLinked)) : words
}

/** The sentences about some words, and the first one under a title about them. */
function findAbout<Part extends PlanPart>(parts: readonly Part[], words: readonly string[]): Passage<Part>[] {
  const isAbout = createMatcher(words, SAME_THING)
  return parts.flatMap((part) => {
    const under = isAbout(part.title) ? part.sentences.slice(0, 1) : []
    return [...new Set([...under, ...part.sentences.filter(isAbout)])].map((text) => ({ ...part, text }))
  })
}

/** What comes before `for`, `at` or `in`: `cybersecurity at hospitals` is about cybersecurity. */
function getHead(words: readonly string[]): readonly string[] {
  const end = words.findIndex(
    (word, at) => at > 0 && /^(?:at|for|in|among|to|into|on|from|with|across|through)$/.test(word),
  )
  return end < 0 ? words : words.slice(0, end)
}

/** The passages about a part of a subject: what it is in the first place, or else a term of the field in it; null if there are none. */
export function findPart<Part extends PlanPart>(parts: readonly Part[], words: readonly string[]) {
  const telling = findTelling(withoutAct(words))
  const split = [...splitTerms(telling), ...telling.map((word) => [word])]
  const terms = split.filter((term) => isTerm(term) && term.some((word) => !SAYS.vague(word)))
  for (const some of [getHead(telling), ...terms]) {
    const all = some.length > 0 && some.length < telling.length ? findAbout(parts, some) : []
    if (all.length > 0) return { all, subject: some.join(' ') }
  }
  return null
}

/** The words that tell much, and those of terms such as `primary care`. */
function findTelling(words: readonly string[]): string[] {
  const telling = splitTerms(words).flatMap((term) => (term.length > 1 || !SAYS.vague(term[0] ?? '') ? term : []))
  const isTelling = (word: string): boolean => !FUNCTION_WORDS.has(word)
  return telling.slice(Math.max(0, telling.findIndex(isTelling)), telling.findLastIndex(isTelling) + 1)
}

/** What has the words apart, in their order, or is about a term in a title, or is said by an initiative that has all of the words. */
function findElsewhere<Part extends PlanPart>(parts: readonly Part[], words: readonly string[]): Passage<Part>[] {
  const apart = words.filter((word) => !FUNCTION_WORDS.has(word)).map((word) => word.replace(/s?$/, 's?'))
  const inOrder = new RegExp(` ${apart.join('(?: \\S+){0,4} ')} `)
  const hasAll = (text: string): boolean => apart.length > 1 && inOrder.test(` ${parseWords(text).join(' ')} `)
  const near = parts.flatMap((part) => part.sentences.filter(hasAll).map((text) => ({ ...part, text })))
  if (near.length > 0) return near
  const titles = parts.filter(({ number }) => number !== undefined).map(({ title }) => title)
  const term = splitTerms(words).find((one) => one.length > 1 && titles.some(createMatcher(one)))
  return term ? findAbout(parts, term) : findScattered(parts, words)
}

/** From each initiative that has all of the words somewhere, the sentence with the most of them. */
function findScattered<Part extends PlanPart>(parts: readonly Part[], words: readonly string[]): Passage<Part>[] {
  const has = words.filter((word) => !FUNCTION_WORDS.has(word)).map((word) => createMatcher([word]))
  if (has.length < 2) return []
  const isWhole = createMatcher(words)
  const count = (text: string): number => has.filter((isAbout) => isAbout(text)).length
  return parts
    .filter(({ title, sentences, number }) => number !== undefined && isWhole([title, ...sentences].join('\n')))
    .flatMap((part) => {
      const [text] = [...part.sentences].sort((a, b) => count(b) - count(a))
      return text ? [{ ...part, text }] : []
    })
}

// New clinics are no new clinical trainees, nor are they new clinic agreements.
const isBought = (text: string, [thing = '']: readonly string[]): boolean =>
  new RegExp(
    `\\b(?:buy|purchas|acquir|replac|new|build|construct|creat|establish)\\w*(?: \\w+){0,2} ${thing.replace(/s$/, '(?:s\\b|(?=$| (?:and|at|for|in|of|or|that|to|with) ))')}`,
  ).test(parseWords(text).join(' '))

/** The sentences of a federal list without the metrics and commitments, which other lists have one by one. */
export function withoutLists(sentences: readonly string[]): string[] {
  const parts = `\n${sentences.join('\n')}`.split(/\n(?:Initiative \d+, |(?=Policy commitment |Metrics of ))/)
  return parts.filter((part) => !/^(?:Metrics|Policy commitment) of /.test(part)).flatMap((part) => part.split('\n'))
}
