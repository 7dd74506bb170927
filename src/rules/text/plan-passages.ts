import { SAYS } from './question-words.ts'
import { FUNCTION_WORDS } from './synonyms.ts'
import { createMatcher, isTerm } from './widen.ts'
import { findLongest, hasPhrase, parseWords, toStem } from './words.ts'

/** What is said about a plan in one place, such as an initiative. */
export interface PlanPart {
  title: string
  sentences: readonly string[]
}

export type Passage<Part> = Part & { text: string }

const SAME_THING = 65
const TERM_LONGEST = 5
/** As many passages as anybody reads. */
const ENOUGH = 4

/**
 * The passages about a subject, the best first, and the subject as it was read: those with all of its words near each
 * other; with all that tell much; and in a plan of one state, from a part that has these anywhere.
 * @param isAnswer whether a passage can answer the question
 * @param isOfOne whether the parts are of one plan, where further words help rather than mislead
 */
export function findPassages<Part extends PlanPart>(
  parts: readonly Part[],
  words: readonly string[],
  isAnswer: (text: string) => boolean,
  isOfOne: boolean,
): { all: Passage<Part>[]; subject: string } {
  const [first = '', second = 'of'] = words
  const isLinked = /^(?:the|its|their|with|to|for)$/.test(second)
  const start = SAYS.act(first) && (isLinked || !FUNCTION_WORDS.has(second)) ? 1 + Number(isLinked) : 0
  const written = words.slice(start).filter((word) => !SAYS.buying(word))
  const things = isTerm(written) ? written : written.filter((word, at) => at === 0 || !SAYS.skipped(word))
  const telling = findTelling(things)
  const isTitle = createMatcher(telling.length > 0 ? telling : things, SAME_THING)
  const isBuying = words.some((word) => SAYS.buying(word))
  const results = [things, telling.length > 0 || things.length > 2 ? telling : things.slice(0, 1)].map((as) => {
    const isAbout = createMatcher(as, SAME_THING)
    const matching = (as.length > 0 ? parts : []).flatMap((part) => {
      const about = part.sentences.filter(isAbout)
      const quoted = new Set([...(isTitle(part.title) ? part.sentences.slice(0, 1) : []), ...about])
      return [...quoted].map((text) => ({ ...part, text, rank: isTitle(part.title) ? 0 : hasPhrase(text, as) ? 1 : 2 }))
    })
    const bought = isBuying ? matching.filter(({ text }) => isBought(text, as)) : []
    const all = (bought.length > 0 ? bought : matching).sort((a, b) => a.rank - b.rank)
    return { all, subject: `“${as.join(' ')}”${bought.length > 0 ? ' as new or to be bought' : ''}` }
  })
  const hits = results.filter(({ all }) => all.length > 0)
  const best = hits.find(({ all }) => all.some(({ text }) => isAnswer(text))) ?? hits[0]
  if (!best) return { all: isOfOne ? findScattered(parts, telling) : [], subject: `“${telling.join(' ')}”` }
  if (!isOfOne || isBuying || best.all.length >= ENOUGH) return best
  const more = hits.flatMap(({ all }) => all).filter(({ text }) => best.all.every((one) => one.text !== text))
  return { ...best, all: [...best.all, ...more] }
}

/** The words that tell much, and those of terms such as `primary care`. */
function findTelling(words: readonly string[]): string[] {
  const telling: string[] = []
  for (let at = 0; at < words.length; ) {
    const term = findLongest(words, at, TERM_LONGEST, (phrase) => phrase.includes(' ') && isTerm(phrase.split(' ')))
    const word = words[at] ?? ''
    if (term) telling.push(...words.slice(at, at + term.length))
    else if (!SAYS.vague(word) && !(telling.length === 0 && FUNCTION_WORDS.has(word))) telling.push(word)
    at += term?.length ?? 1
  }
  while (FUNCTION_WORDS.has(telling.at(-1) ?? '')) telling.pop()
  return telling
}

/** From each part that has all of the words somewhere, the sentence with the most of them. */
function findScattered<Part extends PlanPart>(parts: readonly Part[], words: readonly string[]): Passage<Part>[] {
  const has = words.filter((word) => !FUNCTION_WORDS.has(word)).map((word) => createMatcher([word]))
  if (has.length < 2) return []
  const isWhole = createMatcher(words)
  const count = (text: string): number => has.filter((isAbout) => isAbout(text)).length
  return parts
    .filter(({ title, sentences }) => isWhole([title, ...sentences].join('\n')))
    .flatMap((part) => {
      const [text] = [...part.sentences].sort((a, b) => count(b) - count(a))
      return text ? [{ ...part, text }] : []
    })
}

const isBought = (text: string, [thing = '']: readonly string[]): boolean =>
  new RegExp(`\\b(?:buy|purchas|acquir|replac|new)\\w*(?: \\w+){0,2} ${toStem(thing)}`).test(parseWords(text).join(' '))
