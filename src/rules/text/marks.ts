import { fold, toStem } from './words.ts'

/** A range in a text, in UTF-16 code units; `end` is exclusive. */
export interface Mark {
  start: number
  end: number
}

/** Consecutive words to find in any form; in a prefix, the last word is incomplete. */
export interface Sought {
  text: string
  isPrefix: boolean
}

/** Finds words in a text like the full-text index, in order and without overlaps. */
export type Marker = (text: string) => Mark[]

// What the index treats as a word.
const WORDS = /[\p{L}\p{N}\p{Co}]+/gu

interface Run {
  stems: readonly string[]
  isPrefix: boolean
}

export function createMarker(sought: readonly Sought[]): Marker {
  const runs = sought.map(toRun).filter(({ stems }) => stems.length > 0)
  const beginnings = [...new Set(runs.map(getBeginning))]
  const begun = new RegExp(`(?<![a-z0-9])(?:${beginnings.join('|')})[a-z0-9]*`, 'gi')

  return (text) => {
    const marks: Mark[] = []
    for (const { index, 0: written } of text.matchAll(OTHER_LETTERS.test(text) ? WORDS : begun)) {
      const end = longestEnd(runs, text, index + written.length, fold(written))
      const before = marks.at(-1)
      if (end === null) continue
      if (before && index < before.end) before.end = Math.max(before.end, end)
      else marks.push({ start: index, end })
    }
    return marks
  }
}

const BEGINNING = 3

/** Letters that a run begins with in every form: a stem may differ from its word in the last letter. */
const getBeginning = ({ stems: [first = ''] }: Run): string =>
  first.slice(0, Math.max(1, Math.min(BEGINNING, first.length - 1)))

// Everything except ASCII and the spaces, dashes, quotes and symbols that separate words.
const OTHER_LETTERS =
  /[^\u0000-\u00a9\u00ab-\u00b1\u00b4\u00b6-\u00b8\u00bb\u00bf\u2000-\u206f\u20a0-\u20bf\u2190-\u22ff]/

function toRun({ text, isPrefix }: Sought): Run {
  const words = fold(text).match(WORDS) ?? []
  return { stems: words.map((word, place) => (isPrefix && place === words.length - 1 ? word : toStem(word))), isPrefix }
}

function longestEnd(runs: readonly Run[], text: string, end: number, word: string): number | null {
  const stem = toStem(word)
  const ends = runs.flatMap(({ stems: [first = '', ...more], isPrefix }) => {
    const isFound = isPrefix && more.length === 0 ? word.startsWith(first) : stem === first
    return (isFound ? endOfRun(more, isPrefix, text, end) : null) ?? []
  })
  return ends.length > 0 ? Math.max(...ends) : null
}

function endOfRun(stems: readonly string[], isPrefix: boolean, text: string, from: number): number | null {
  let end = from
  for (const [place, wanted] of stems.entries()) {
    const next = /[\p{L}\p{N}\p{Co}]+/u.exec(text.slice(end, end + NEXT_MAX))
    if (next === null) return null
    const word = fold(next[0])
    const isBeginning = isPrefix && place === stems.length - 1
    if (isBeginning ? !word.startsWith(wanted) : toStem(word) !== wanted) return null
    end += next.index + next[0].length
  }
  return end
}

/** The maximum distance to the next word of a run, in characters. */
const NEXT_MAX = 120
