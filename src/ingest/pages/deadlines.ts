import { hash } from 'node:crypto'
import { parseSentences } from '../../rules/text/words.ts'
import { deadlineInstant } from '../../rules/time/moments.ts'
import { cleanDate, cleanText } from '../read/clean.ts'
import { momentInText } from '../read/moment.ts'
import { type Candidate, DATE, PENDING } from './candidates.ts'
import type { TrackedPage } from './state.ts'
import type { Block } from './text.ts'

const DUE =
  /\b(?:due|deadlines?|clos(?:es?|ing)|no later than|apply by|(?:submit|submitted|received|accepted|accepting)\b[^.;]*\b(?:by|until|through|before))\b/i
/** What else is due on a day: events, reports, money, and steps before an application. */
const OTHER =
  /\b(?:webinars?|office hours|meetings?|sessions?|regist(?:er|ration)|rsvp|reports?|reporting|invoices?|obligat\w+|spent|expend\w*|comments?|surveys?|questions?|inquiries|letters? of (?:intent|interest)|LOIs?|jobs?|positions?|nominations?)\b/i

const DEADLINES_MAX = 50
const TITLE_MAX = 200
const EVIDENCE_MAX = 500
const LABEL_MAX = 60
const ID_LENGTH = 12

/** The possible solicitations of a page: what is due on a future day in its text, with the sentence that says so. */
export function deadlinesIn(blocks: readonly Block[], page: TrackedPage, now: Date): Candidate[] {
  const found = new Map<string, Candidate>()
  let heading: string | null = null
  let first: Block | null = null
  let label = ''
  for (const block of blocks) {
    if (first?.row !== block.row) first = block
    if (isLabel(block.text)) {
      label = block.text
      continue
    }
    if (block.heading) heading = block.text
    for (const sentence of wholeSentences(block.text)) {
      const evidence = `${label} ${sentence}`.trim()
      const due = dueIn(evidence, page.timezone, heading ?? '')
      if (due === null || deadlineInstant(due, page.timezone) <= now.getTime()) continue
      // In a table, the first cell of a row says what the others are about.
      const subject = block.listed && first !== block ? first.text : (heading ?? page.label)
      const title = cleanText(subject, TITLE_MAX) ?? page.label
      const url = `${page.url}#deadline-${hash('sha256', `${title} ${due.slice(0, 10)}`).slice(0, ID_LENGTH)}`
      if (found.has(url) || found.size >= DEADLINES_MAX) continue
      found.set(url, {
        ...PENDING,
        url,
        kind: 'notice',
        state: page.state,
        title,
        pageUrl: page.url,
        dates: [{ label: 'Due', date: due }],
        found: now.toISOString(),
        evidence: evidence.slice(0, EVIDENCE_MAX),
      })
    }
    label = ''
  }
  return [...found.values()]
}

/** Whether a line only says what the next one is: `Application deadline:`. */
const isLabel = (text: string): boolean => text.length <= LABEL_MAX && DUE.test(text) && !/\d/.test(text)

/** The day or moment until which a sentence asks for applications; null if it does not. */
function dueIn(sentence: string, zone: string, heading: string): string | null {
  const dates = [...sentence.matchAll(DATE)].filter(([text]) => cleanDate(text) !== null)
  let end = 0
  for (const { index, 0: text } of dates) {
    // A date on its own may be named after it: `January 8, 2027 (application deadline)`.
    const words = dates.length === 1 ? sentence : sentence.slice(end, index)
    end = index + text.length
    if (!DUE.test(words) || OTHER.test(words) || OTHER.test(heading)) continue
    const day = cleanDate(text)
    // With several dates in a sentence, it is unknown of which the hour is.
    return day && dates.length === 1 ? momentInText(day, sentence, zone) : day
  }
  return null
}

const MONTH_END = /\b(?:jan|feb|mar|apr|aug|sept?|oct|nov|dec)\.$/i
const HOUR_END = /\b[ap]\.m\.$/i
const AFTER_HOUR = /^\(?(?:[ECMP][SD]?T\b|eastern|central|mountain|pacific|local time|on\b)/i

/** The sentences of a block. One that was cut after `Jan.` or `5 p.m.` is put together again. */
function wholeSentences(text: string): string[] {
  const whole: string[] = []
  for (const sentence of parseSentences(text)) {
    const last = whole.at(-1) ?? ''
    const isCut = MONTH_END.test(last) || (HOUR_END.test(last) && AFTER_HOUR.test(sentence))
    if (isCut) whole[whole.length - 1] = `${last} ${sentence}`
    else whole.push(sentence)
  }
  return whole
}
