import { NATIONAL_ZONE } from '../../rules/program.ts'
import { compare } from '../../rules/text/words.ts'
import type { ChangeEvent, RecordChange } from '../../schema/wire/changes.ts'
import { formatEntries } from '../entries.ts'
import { type Html, html } from '../html.ts'
import { dateText, dollarText, momentText, proseText, shortText, words } from '../wording.ts'

export interface Past {
  /** The change events about it, newest first. */
  events: readonly ChangeEvent[]
  /** When it was published, and the changes of its fields, with the values before and after. */
  changes: readonly RecordChange[]
  /** When it was verified, after it had been on file without being counted; null if it never was. */
  heldUntil?: string | null
}

export interface History extends Past {
  /** When it was first published here, and when the published record last changed. */
  createdAt: string | null
  updatedAt: string
  /** IANA name of the zone in which the days of the record are meant; without one, the site's. */
  zone?: string
}

const DAY_LENGTH = 'YYYY-MM-DD'.length

/** What changed and when, newest first. */
export function historySection({
  updatedAt,
  events,
  changes,
  heldUntil,
  zone = NATIONAL_ZONE,
  ...rest
}: History): Html {
  const createdAt = rest.createdAt ?? findCreation(changes)
  const first = heldUntil ?? createdAt
  // The event that a record is new says the same as its first step.
  const told = events.filter(
    ({ type, occurredAt }) => !(type.startsWith('NEW_') && first && isSameDay(occurredAt, first)),
  )
  const entries = [
    ...told.map(({ occurredAt, summary }) => ({ at: occurredAt, text: proseText(summary) })),
    ...changes.flatMap(({ changedAt, fields }) => {
      const text = formatChanges(fields, zone)
      return text ? [{ at: changedAt, text }] : []
    }),
  ]
  const hasUpdate = entries.some(({ at }) => at.slice(0, DAY_LENGTH) >= updatedAt.slice(0, DAY_LENGTH))
  const steps = [
    ...(hasUpdate || updatedAt === createdAt ? [] : [{ at: updatedAt, text: 'Record last changed.' }]),
    ...entries,
    ...(heldUntil
      ? [{ at: heldUntil, text: 'Verified and published. Before, it was on file, but not counted.' }]
      : createdAt
        ? [{ at: createdAt, text: 'First published here.' }]
        : []),
  ].sort((a, b) => compare(b.at, a.at))
  return html`<section aria-labelledby="history"><h2 id="history">History</h2>${formatEntries(
    steps.map(({ at, text }) => ({ when: { text: dateText(at), at }, title: text, path: null })),
  )}</section>`
}

const isSameDay = (a: string, b: string): boolean => a.slice(0, DAY_LENGTH) === b.slice(0, DAY_LENGTH)

/** When the first of the changed records was published; null if that was too long ago. */
const findCreation = (changes: readonly RecordChange[]): string | null =>
  changes.flatMap(({ change, changedAt }) => (change === 'CREATED' ? [changedAt] : [])).sort()[0] ?? null

const FIELDS: { [field: string]: string } = {
  title: 'Title',
  summary: 'Summary',
  dueDate: 'Applications due',
  loiDate: 'Letter of intent due',
  questionDeadline: 'Questions due',
  postedDate: 'Posted',
  expectedBy: 'Expected by',
  type: 'Type',
  issuingAgency: 'Issued by',
  applicantTypes: 'Who can apply',
  budgetMin: 'Smallest amount',
  budgetMax: 'Total amount',
  budgetPerAward: 'Largest single award',
  sourceUrl: 'Official page',
  url: 'URL',
  highlights: 'Highlights',
  category: 'Kind',
  fiscalYear: 'Fiscal year',
  award: 'Award',
  applicationUrl: 'Where to apply',
  awardeeName: 'Organization',
  federalAmount: 'Federal amount',
  matchAmount: 'Matching amount',
  projectTitle: 'Project',
  initiative: 'Initiative',
  awardDate: 'Awarded',
  awardStage: 'Stage',
  startAt: 'Starts',
  endAt: 'Ends',
  eventType: 'Kind',
  hostAgency: 'Host',
  registrationUrl: 'Registration',
  recordingUrl: 'Recording',
  slidesUrl: 'Slides',
  description: 'Description',
  policy: 'Policy',
}
const MONEY = /^(?:budget|federalAmount|matchAmount|award$)/
const TEXT_MAX = 160

/** The changed fields with their new and old values; null when none of them is in FIELDS. */
export function formatChanges(fields: RecordChange['fields'], zone: string): string | null {
  const lines = Object.entries(fields).flatMap(([field, { before, after }]) => {
    const name = FIELDS[field]
    // A field that all records were given was not changed.
    return name && before !== undefined
      ? [`${name}: ${valueText(field, after, zone)} (was ${valueText(field, before, zone)})`]
      : []
  })
  return lines.length > 0 ? `${lines.join('; ')}.` : null
}

function valueText(field: string, value: unknown, zone: string): string {
  if (value === null || value === undefined || value === '') return 'unknown'
  if (Array.isArray(value)) return value.length > 0 ? shortText(value.join(', '), TEXT_MAX) : 'none'
  if (typeof value === 'number') return MONEY.test(field) ? dollarText(value) : String(value)
  const text = String(value)
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return dateText(text)
  if (/^\d{4}-\d{2}-\d{2}T/.test(text)) return momentText({ at: text, precision: 'DATE', zone }) ?? 'unknown'
  return /^[A-Z]+(?:_[A-Z]+)+$/.test(text) ? words(text) : shortText(text, TEXT_MAX)
}
