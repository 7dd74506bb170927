import { stemmer } from 'stemmer'
import { once } from '../once.ts'

const APOSTROPHE = /['’]/g
const INITIALS = /(?<![\p{L}\p{N}])(?:\p{L}\.){2,}/gu
const WORD = /[\p{L}\p{N}]+/gu

/**
 * The words of a text, for comparison: without accents, letter case and punctuation, `&` as `and`, `L.L.C.` as `llc`,
 * `children's` as `childrens`. A decimal number is two words, so `3.1` and `31` differ.
 */
export function parseWords(text: string): string[] {
  const plain = toPlain(text).replace(APOSTROPHE, '').replaceAll('&', ' and ')
  const joined = plain.includes('.') ? plain.replace(INITIALS, (initials) => `${initials.replaceAll('.', '')} `) : plain
  return joined.match(WORD) ?? []
}

// Most texts are ASCII, which has no accents to remove.
const ASCII = /^[\0-\x7f]*$/

/** A text without accents and in lower case. */
export const toPlain = (text: string): string =>
  (ASCII.test(text) ? text : text.normalize('NFKD').replace(/\p{M}/gu, '')).toLowerCase()

/** A text for comparison: without accents, in lower case, whitespace collapsed. */
export const fold = (text: string): string => toPlain(text).replace(/\s+/g, ' ').trim()

/** Matches any of some patterns, in any letter case. @param areWords whether they begin and end with words */
export const toPattern = (patterns: readonly string[], areWords = false): RegExp =>
  new RegExp(areWords ? `\\b(?:${patterns.join('|')})\\b` : patterns.join('|'), 'i')

/** Orders texts by their UTF-16 code units: the same order on every machine, unlike `localeCompare`. */
export const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** A stemmed word, as in the full-text index: `divided` and `dividing` are `divid`. */
export const toStem = (word: string): string => stemmer(word)

/** The stems of consecutive words, as one text for comparison. */
export const toStems = (words: readonly string[]): string => words.map(toStem).join(' ')

/** Whether a text has all of some words, in any form. */
export const hasStems = (text: string, words: readonly string[]): boolean =>
  new Set(words.map(toStem)).isSubsetOf(new Set(parseWords(text).map(toStem)))

/** Whether a text has some words in a row, in any form. */
export const hasPhrase = (text: string, words: readonly string[]): boolean =>
  ` ${toStems(parseWords(text))} `.includes(` ${toStems(words)} `)

/** The longest phrase at a word for which something is found, with the number of its words. */
export function findLongest<Found>(
  words: readonly string[],
  at: number,
  longest: number,
  find: (phrase: string) => Found,
) {
  for (let length = Math.min(longest, words.length - at); length > 0; length -= 1) {
    const match = find(words.slice(at, at + length).join(' '))
    if (match) return { match, length }
  }
  return null
}

/** The words one by one, except that those of the longest phrase at a word stay together. */
export function splitPhrases(
  words: readonly string[],
  longest: number,
  isPhrase: (phrase: string[]) => boolean,
): string[][] {
  const phrases: string[][] = []
  for (let at = 0; at < words.length; at += phrases.at(-1)?.length ?? 1) {
    const phrase = findLongest(words, at, longest, (one) => one.includes(' ') && isPhrase(one.split(' ')))
    phrases.push(words.slice(at, at + (phrase?.length ?? 1)))
  }
  return phrases
}

const SENTENCE_MAX = 500
const ABBREVIATION_END =
  /(?:^|[\s(.])(?:[A-Z]|No|Nos|vs|St|Mt|Ft|Dr|Mr|Mrs|Ms|Gov|Sen|Rep|Inc|Co|Dept|Sec|approx|est)\.\s*$/
const HIGH_SURROGATE = /[\ud800-\udbff]/
// The segmenter does not treat a bracket as the end of a sentence.
const BEFORE_BRACKET = /(?<=[.!?])\s+(?=[[{<])/
const LONGEST_ABBREVIATION = 10
/** ASCII text without an end of a sentence before its own end. Recognizing it saves most of the time of a segmenter. */
const ONE_SENTENCE = /^[\n\x20\x22-\x2d\x2f-\x3e\x40-\x7e]*[.?!]*$/
const getSegmenter = once(() => new Intl.Segmenter('en', { granularity: 'sentence' }))

/** The sentences of a text, verbatim. A wrapped line goes on in the next one; an endless one is cut between words. */
export function parseSentences(text: string): string[] {
  return parseParagraphs(text).flatMap((paragraph) => {
    if (ONE_SENTENCE.test(paragraph)) return parsePieces(paragraph)
    const sentences: string[] = []
    let start = 0
    // Of the same length, so positions in it are positions in the paragraph.
    for (const { index, segment } of getSegmenter().segment(paragraph.replaceAll('\n', ' '))) {
      const end = index + segment.length
      const isCutShort = ABBREVIATION_END.test(paragraph.slice(Math.max(start, end - LONGEST_ABBREVIATION), end))
      if (isCutShort && end < paragraph.length) continue
      sentences.push(...paragraph.slice(start, end).split(BEFORE_BRACKET).flatMap(parsePieces))
      start = end
    }
    return sentences
  })
}

/** The sentences of a text, each with those after it that go on about it: `Opens two centers. They offer housing.` */
export const parseAbout = (text: string): string[] =>
  parseSentences(text)
    .join('\n')
    .replace(/\n(?=(?:They|Their|These|Those) )/g, ' ')
    .split('\n')

function parseParagraphs(text: string): string[] {
  const paragraphs: string[][] = [[]]
  for (const line of text.split('\n')) {
    if (line.trim() === '') paragraphs.push([])
    else paragraphs.at(-1)?.push(line)
  }
  return paragraphs.map((lines) => lines.join('\n'))
}

function parsePieces(sentence: string): string[] {
  const pieces: string[] = []
  let rest = sentence.trim()
  while (rest.length > SENTENCE_MAX) {
    const space = rest.lastIndexOf(' ', SENTENCE_MAX)
    const end = space === -1 ? SENTENCE_MAX - Number(HIGH_SURROGATE.test(rest.charAt(SENTENCE_MAX - 1))) : space
    pieces.push(rest.slice(0, end).trim())
    rest = rest.slice(end).trim()
  }
  return rest === '' ? pieces : [...pieces, rest]
}
