import vocabulary from '../../../vocabulary/solicitations.json' with { type: 'json' }
import type { NoticeRecord } from '../../schema/records.ts'
import { STATE_NAMES } from '../../schema/vocabularies.ts'
import { abbreviate, withoutInitials } from '../text/abbreviations.ts'
import { parseWords } from '../text/words.ts'

/**
 * Reads what identifies a notice. The number is that of its field, else one written out in the title. From the title go
 * that number, the words for a solicitation, for an amendment, for questions and answers and for the program, the name
 * and code of its state, the years, punctuation, and words such as `of`. Terms of the field count as their abbreviation.
 * Counted parts (`Round 2`, `Initiative 3.1`, `Phase II`) stay.
 * @returns its normalized numbers, of which a source may give two (`PHPA 3936 / BPM056605`); the fiscal-year round in the
 * title, `2026` or `2026-2030`, else null; the title without noise, empty if no telling word is left; whether the deadline
 * was extended; and whether it is a solicitation's questions and answers
 */
export function toNoticeKey({ title, state, noticeNumber }: Pick<NoticeRecord, 'title' | 'state' | 'noticeNumber'>) {
  const number = noticeNumber ?? NUMBERS_IN_TITLES.map((form) => form.exec(title)?.[1]).find(Boolean)
  const numbers = number?.split(' / ').map(normalizeNumber).filter(Boolean) ?? []
  // In capitals only: `IN`, `OR` and `ME` are words in lower case.
  const spelledOut = withoutInitials(title)
  const stateless = state === null ? spelledOut : spelledOut.replace(new RegExp(`\\b${state}\\b`, 'g'), ' ')

  let text = ` ${parseWords(stateless).join(' ')} `
  for (const part of number?.split(' / ') ?? [])
    if (part.length >= NUMBER_LENGTH_TELLING) text = text.replaceAll(` ${parseWords(part).join(' ')} `, ' ')
  const isExtended = EXTENDED.test(text)
  const isCompanion = COMPANION.test(text)
  for (const noise of NOISE) text = text.replace(noise, '')
  if (state !== null) text = text.replaceAll(` ${STATE_NAMES[state].toLowerCase()} `, ' ')

  const { years, rest } = takeYears(text.split(' ').filter(Boolean))
  const words = abbreviate(rest).filter((word) => !CONNECTORS.has(word))
  const telling = words.some((word) => !GENERIC.has(word) && /\p{L}/u.test(word))
  return { numbers, round: findRound(years), title: telling ? words.join(' ') : '', isExtended, isCompanion }
}

const SOLICITATIONS = 'rfp|rfa|rfga|rfq|rfi|rfx|ifb|nofo|nofa|foa'

const NUMBERS_IN_TITLES = [
  // `CMS-RHT-26-001`: two groups of digits, so that `COVID-19` and `FY-2026` are words.
  /\b(?!FY)([A-Z]{2,}(?:-[A-Z]+)*(?:-\d+[A-Z]*){2,})\b/,
  // `RFP 26-87450`, `RFA No. A1234`: at least four digits after the word for a solicitation, except years.
  new RegExp(
    String.raw`\b(?:${SOLICITATIONS})\s*(?:no\.?|number|#)?:?\s*((?!20\d\d(?:[-–](?:20)?\d\d)?(?![\w-]))(?=(?:[^\s\d]*\d){4})[a-z\d][\w./-]*\w)`,
    'i',
  ),
]

// A shorter number may be a count in the title, like the 2 of `Round 2`.
const NUMBER_LENGTH_TELLING = 4
const toNoisePattern = (phrase: string) => new RegExp(`(?<= )(?:${phrase}) `, 'g')
const COUNT = String.raw`(?: (?:no|number))? (?:\d{1,2}|i{1,3}|iv|v|one|two|three|four|five)`
const AMENDMENTS = 'amendment|addendum|addenda|revision|modification|version|update'

const MONTHS =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?'
const DATE_WORDS = String.raw`(?:${MONTHS}) \d{1,2}(?:st|nd|rd|th)?(?: 20\d\d)?|\d{1,2} \d{1,2}(?: (?:20)?\d\d)?`
const DEADLINE = '(?:(?:application|submission|proposal|response) )?(?:deadline|due date|closing date)'
const QUESTIONS =
  '(?:(?:vendor|bidder|applicant) )?questions? (?:and )?(?:answers?|responses?)|(?:answers?|responses?) to (?:vendor |bidder |applicant )?questions?|q and a|q a|frequently asked questions?|faqs?'

const UNTIL = `(?: (?:to|through|until) (?:${DATE_WORDS}))?`
const DEADLINE_EXTENDED = `${DEADLINE} (?:(?:has been|is|was) )?(?:extended|extension)`
const EXTENDED_DEADLINE = `extended ${DEADLINE}|extended${UNTIL}(?= $)`
const EXTENDED = new RegExp(` (?:${DEADLINE_EXTENDED}|${EXTENDED_DEADLINE}) ?`)
const COMPANION = new RegExp(` (?:${QUESTIONS}) `)

/** Words that may be added to or removed from a title without making it another solicitation. */
const NOISE = [
  'requests? for (?:proposals?|(?:grant )?applications?|quotes?|quotations?|qualifications|information|bids?)',
  'invitations? (?:for|to) bids?',
  'notices? of (?:funding )?(?:opportunity|availability)(?: announcement)?',
  'funding opportunity(?: announcement)?',
  `(?:${SOLICITATIONS})s?(?: (?:no|number))?`,
  `(?:${AMENDMENTS})${COUNT}`,
  'amendment|amended|addendum|addenda|revision|revised|updated|corrected|reissued?|re issued?|reposted|re posted',
  `${DEADLINE_EXTENDED}${UNTIL}`,
  EXTENDED_DEADLINE,
  QUESTIONS,
  'rural health(?:care| care)? transformation(?: rht)?(?: program)?',
  '(?:fiscal|program|budget|calendar) year(?= 20\\d\\d)',
  '[a-z]{0,5}rhtp|[a-z]{0,4}rht(?: program)?',
].map(toNoisePattern)

const CONNECTORS = new Set(vocabulary.connectors)
const GENERIC = new Set(vocabulary.genericWords)

/**
 * A notice number without its kind, amendment, case and punctuation. A separator counts only between digits, where it
 * keeps `2.5` apart from `25`. `RFI` stays: an agency counts its inquiries apart from its solicitations.
 */
const normalizeNumber = (number: string): string =>
  parseWords(number)
    .join(' ')
    .replace(/^(?:(?:rfp|rfa|rfga|rfx|nofo|nofa|foa|ifb|solicitation|no|number) )+(?=.)/, '')
    .replace(/ (?:amendment|addendum|revision|amd|rev)(?: \d+)?$/, '')
    .replace(/ (?:a|am|amd|amend|add|rev|r)\d{1,2}$/, (ending, index: number, whole: string) =>
      /\d/.test(whole.slice(0, index)) ? '' : ending,
    )
    .replace(/(?<!\d) | (?!\d)/g, '')

const YEAR = /^(?:[fs]?fy|[cp]y)?(20[1-4]\d)$/
const YEAR_SHORT = /^[fs]?fy(\d\d)$/
const YEAR_SIGN = /^(?:[fs]?fy|[cp]y)$/

/** The years among the words, and the words without them: `fy26`, `fy 2026`, `fiscal year 2026`, `2026`, `2025 26`. */
function takeYears(words: readonly string[]): { years: number[]; rest: string[] } {
  const years: number[] = []
  const rest: string[] = []
  let yearBefore: number | null = null
  for (const [at, word] of words.entries()) {
    const digits: string | null =
      YEAR.exec(word)?.[1] ?? YEAR_SHORT.exec(word)?.[1] ?? shortenYear(word, words[at - 1] ?? '', yearBefore)
    yearBefore = digits === null ? null : (Number(digits) % 2000) + 2000
    if (yearBefore !== null) years.push(yearBefore)
    else if (!YEAR_SIGN.test(word)) rest.push(word)
  }
  return { years, rest }
}

function shortenYear(word: string, before: string, yearBefore: number | null): string | null {
  if (!/^\d\d$/.test(word)) return null
  return YEAR_SIGN.test(before) || Number(word) + 2000 === (yearBefore ?? 0) + 1 ? word : null
}

/** One round of the years in a title. Two years in a row are one fiscal year, which is named by the later. */
function findRound(years: readonly number[]): string | null {
  if (years.length === 0) return null
  const first = Math.min(...years)
  const last = Math.max(...years)
  return last - first <= 1 ? `${last}` : `${first}-${last}`
}
