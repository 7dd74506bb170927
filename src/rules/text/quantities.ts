import { DAY_MS, type Instant, toIso } from '../time/moments.ts'
import { KINDS, RECIPIENT_PHRASES } from './question-words.ts'

/** Amounts, years, months and counts as people write them in questions. */

const NUMBERS = 'zero one two three four five six seven eight nine ten'.split(' ')
const ORDINALS = 'zeroth first second third fourth fifth'.split(' ')

const toNumber = (word: string): number =>
  Math.max(NUMBERS.indexOf(word), ORDINALS.indexOf(word)) > 0
    ? Math.max(NUMBERS.indexOf(word), ORDINALS.indexOf(word))
    : Number(word)

/** Whether a word is a number, in digits or letters. */
export const isNumber = (word: string): boolean => toNumber(word) >= 0

const FIRST_YEAR = 2026
const toYear = (year: number): string => ` FY${FIRST_YEAR + year - 1} `

/** A text with the years of the program as fiscal years: `first-year`, `year two`, `next year`, `FY 26`. */
export const withFiscalYears = (text: string): string =>
  text
    .replace(/\b(first|second|third|fourth|fifth)[- ]year\b/gi, (_, word) => toYear(toNumber(word.toLowerCase())))
    .replace(/\byear (one|two|three|four|five|[1-5])\b/gi, (_, word) => toYear(toNumber(word.toLowerCase())))
    .replace(/\b(next|last|previous) year\b/gi, (_, word) => toYear(word.toLowerCase() === 'next' ? 2 : 0))
    .replace(/\bfy (\d\d)\b/gi, ' FY20$1 ')

const AMOUNT =
  /\$\s?\d[\d,.]*(?:\s*(?:million|billion|thousand|[mbk])\b)?|\b\d[\d,.]*\s*(?:million|billion|thousand|[mk])\b/gi
const AMOUNT_PARTS = /(?<!\d)(\d[\d,]*(?:\.\d+)?)(?:\s*(m|b|k|t)(?:illion|n|housand)?\b)?/i
const SCALES: Readonly<Record<string, number>> = { m: 1e6, b: 1e9, k: 1e3, t: 1e3 }
const BOUND_MIN = 1_000

export const withoutAmounts = (text: string): string => text.replace(AMOUNT, ' ')

/** The amount that a text compares with: `more than $5 million`; null if there is none. */
export function readBound(text: string): { side: 'more' | 'less'; amount: number } | null {
  const [, digits, scale = ''] = AMOUNT_PARTS.exec(text.replace(/(?:FY\s*)?20\d\d(?!\d|,\d)/gi, '')) ?? []
  const amount = Number(digits?.replaceAll(',', '')) * (SCALES[scale.toLowerCase()] ?? 1)
  if (!(amount >= BOUND_MIN)) return null
  if (/\b(?:more|over|above|exceed\w*|least|higher|larger|bigger)\b/i.test(text)) return { side: 'more', amount }
  return /\b(?:less|under|below|fewer|most|lower|smaller)\b/i.test(text) ? { side: 'less', amount } : null
}

const MONTHS = 'january february march april may june july august september october november december'.split(' ')

/** Whether a word is a month, or `month` after `this` or `next`. */
export function isMonthAt(words: readonly string[], at: number): boolean {
  const [before = '', word = ''] = [words[at - 1], words[at]]
  if (word === 'month') return before === 'this' || before === 'next'
  return MONTHS.includes(word) && (word !== 'may' || before === 'in')
}

/** The days of the month that words name: the nearest of that name, or `this` or `next` one; null if there is none. */
export function readMonth(words: readonly string[], now: Instant): { first: string; last: string } | null {
  const at = words.findIndex((_, place) => isMonthAt(words, place))
  if (at < 0) return null
  const today = new Date(now)
  const [this_, year] = [today.getUTCMonth(), today.getUTCFullYear()]
  const ahead = (MONTHS.indexOf(words[at] as string) - this_ + 12) % 12
  const away = words[at] === 'month' ? Number(words[at - 1] === 'next') : ahead > 6 ? ahead - 12 : ahead
  const toDay = (instant: Instant) => toIso(instant).slice(0, 10)
  return {
    first: toDay(Date.UTC(year, this_ + away, 1)),
    last: toDay(Date.UTC(year, this_ + away + 1, 1) - DAY_MS),
  }
}

const NUMBER = String.raw`(\d{1,2}|two|three|four|five|six|seven|eight|nine|ten)`
const EXTREME = `(?:${[...KINDS.largest, ...KINDS.smallest].join('|')})`
const COUNTED = `(?:states|awards|grants|organizations|recipients|awardees|counties|${[...RECIPIENT_PHRASES.keys()].join('|')})`
/** Ways to say the number of results: `top five`, `three largest`, `three hospitals`; `phase 2 awards` are not two awards. */
const NUMBER_OF_RESULTS = new RegExp(
  ` ${EXTREME} ${NUMBER} | ${NUMBER} ${EXTREME} | (second|third|fourth|fifth) ${EXTREME} | (?<!(?:phase|round|wave|region|tier|part|pillar|initiative) )${NUMBER} ${COUNTED} `,
)
const RESULTS_MAX = 20

/** The number of results that a text asks for, and the word for it: the second largest is the last of two. */
export function readNumberOfResults(text: string): { number: number | null; word: string | null } {
  const word = NUMBER_OF_RESULTS.exec(text)?.slice(1).find(Boolean) ?? null
  const number = word === null ? Number.NaN : toNumber(word)
  return { number: number <= RESULTS_MAX ? number : null, word }
}
