import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { mergeNotices } from '../../../src/rules/notices/families.ts'
import { NATIONAL_ZONE } from '../../../src/rules/program.ts'
import { DAY_MS } from '../../../src/rules/time/moments.ts'
import { getOpportunityStatus, toOpportunityTimes } from '../../../src/rules/time/status.ts'
import { NoticeRecord, StateRecord } from '../../../src/schema/records.ts'

/** Compares what the records of the dataset return on one day with their own text. */

const NOW = Date.parse('2026-11-21T17:00:00Z')

const readLines = (kind: string): unknown[] =>
  readFileSync(new URL(`../../../data/records/${kind}.ndjson`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))

const zones = new Map(
  readLines('states')
    .map((line) => StateRecord.parse(line))
    .map(({ code, timezone }) => [code, timezone]),
)
const notices = readLines('notices').map((line) => NoticeRecord.parse(line))
const standings = mergeNotices(notices).map(({ notice, memberIds }) => {
  const zone = (notice.state && zones.get(notice.state)) ?? NATIONAL_ZONE
  return { notice, memberIds, ...getOpportunityStatus(toOpportunityTimes(notice, zone), NOW) }
})
const findStanding = (id: string) =>
  standings.find(({ memberIds }) => memberIds.some((member) => member.startsWith(id)))

const MONTHS = 'January February March April May June July August September October November December'.split(' ')
const DATE = new RegExp(`(${MONTHS.join('|')}) (\\d{1,2})(?!\\d)(?:, (20\\d\\d))?|(20\\d\\d)-(\\d\\d)-(\\d\\d)`, 'g')

/** The days of a sentence, as instants; a day without a year is meant in 2026. */
const parseDays = (sentence: string): number[] =>
  [...sentence.matchAll(DATE)].map(([, month, day, year, y, m, d]) =>
    month
      ? Date.UTC(Number(year ?? 2026), MONTHS.indexOf(month), Number(day))
      : Date.UTC(Number(y), Number(m) - 1, Number(d)),
  )

const OVER =
  /\b(?:closed|ended|withdrawn|cancell?ed|not go ahead|no longer|awarded|were due|was due|recipients? (?:was|were))\b/i
const DEADLINE = /\b(?:due|deadline|closes|until|by|first date|through)\b/i
const ROLLING = /\b(?:rolling|while funds last|first come, first served|no fixed deadline|later applications)\b/i

/** What in a summary contradicts an open record. */
function objectionsTo({ summary, rolling }: NoticeRecord): string[] {
  if (summary === null) return []
  const faults: string[] = []
  if (OVER.test(summary)) faults.push('says that it is over')
  if (rolling !== ROLLING.test(summary))
    faults.push(rolling ? 'does not say that it is rolling' : 'says that it is rolling')
  for (const sentence of summary.split(/(?<=\.) /))
    if (!ROLLING.test(sentence) && DEADLINE.test(sentence) && parseDays(sentence).some((day) => day + DAY_MS < NOW))
      faults.push(`names a past deadline: ${sentence}`)
  return faults
}

describe('opportunities that are OPEN, AMENDED or CLOSING_SOON on November 21, 2026', () => {
  const open = standings.filter(({ status }) => ['OPEN', 'AMENDED', 'CLOSING_SOON'].includes(status))

  it.each(open.map((standing) => [standing.notice.title, standing] as const))(
    '%s: contradicts neither its summary nor its source',
    (_, { notice, statusBasis }) => {
      expect(objectionsTo(notice)).toEqual([])
      expect(notice.opportunityType).not.toBe('AWARD')
      expect([null, 'OPEN']).toContain(notice.sourceStatus)
      expect(notice.dueDate !== null || notice.rolling || notice.confirmedAt !== null, statusBasis).toBe(true)
    },
  )

  it('were confirmed by a source within 45 days, 60 if they are rolling, or have a due date ahead', () => {
    for (const { notice } of open) {
      const confirmed = notice.confirmedAt === null ? 0 : Date.parse(notice.confirmedAt)
      const isDated = notice.dueDate !== null && Date.parse(notice.dueDate) + 2 * DAY_MS > NOW
      if (!isDated) expect((NOW - confirmed) / DAY_MS, notice.title).toBeLessThanOrEqual(notice.rolling ? 61 : 46)
    }
  })
})

describe('an opportunity not known to be open', () => {
  it.each<[string, string, string]>([
    ['604885b6', 'Iowa Rural Residency Program', 'UNCONFIRMED'],
    ['e90ac564', 'Critical Technology Infrastructure (Initiative 1.3)', 'UNCONFIRMED'],
    ['bc76c5af', 'Rural Healthcare Access Modernization Program (RAMP)', 'UNCONFIRMED'],
    ['f71f26a2', 'Connected Care Grid: EMS Community Paramedicine Programs', 'SOURCE'],
    ['89a2f6e9', 'Rural Health Link: EMS Collaboratives', 'SOURCE'],
    ['121fdf41', 'Rural Health Link: Public Transportation Collaboratives', 'SOURCE'],
    ['04bf978a', 'Statewide Chronic Disease Education Network', 'UNCONFIRMED'],
    ['2b58880a', 'Behavioral Health Prevention', 'UNCONFIRMED'],
    ['afc15165', 'Cognitive Health Workforce Response Network', 'UNCONFIRMED'],
    ['be91bc71', 'SUD Prevention', 'UNCONFIRMED'],
    ['c334fd91', 'Healthcare Career Advancement', 'UNCONFIRMED'],
    ['c750b978', 'School-Based Family Support Hubs', 'UNCONFIRMED'],
    ['e0bd84af', 'Crisis Intervention Training', 'UNCONFIRMED'],
    ['fd2faf00', 'Healthcare Infrastructure Support', 'UNCONFIRMED'],
    ['dfc1680e', 'Statewide Health Information Exchange consultant', 'UNCONFIRMED'],
    ['90b41a1d', 'Closing gaps in rural care: new opportunity', 'UNCONFIRMED'],
    ['c3b2fa72', 'Rooted in Health: Definitive Mobile Dental Services', 'DUE_DATE'],
    ['a335b421', 'Rural Community Health Support Program', 'DUE_DATE'],
    [
      'ce0cef24',
      'Maryland Healthcare Workforce Data Clearinghouse: Phase 1 Requirements Analysis and Future Planning',
      'DUE_DATE',
    ],
    ['21f0711f', 'Rural Health Technology & Digital Infrastructure', 'SOURCE'],
    ['8c1b601a', 'Rural Clinician Credit Bank: 53 awards made', 'AWARDED'],
  ])('%s %s is closed', (id, title, statusBasis) => {
    const standing = findStanding(id)
    expect(standing?.notice.title).toBe(title)
    expect(standing).toMatchObject({ status: 'CLOSED', statusBasis })
  })
})

describe('the notices of the dataset', () => {
  it('close award announcements, and end forecasts whose day has passed or that no source confirmed for 90 days', () => {
    for (const { notice, status, statusBasis } of standings) {
      if (notice.opportunityType === 'AWARD') expect([status, statusBasis], notice.title).toEqual(['CLOSED', 'AWARDED'])
      if (notice.sourceStatus !== 'FORECAST') continue
      const isPast = [notice.dueDate, notice.expectedBy].some((day) => day !== null && Date.parse(day) < NOW)
      const isOld = notice.confirmedAt === null || NOW - Date.parse(notice.confirmedAt) > 91 * DAY_MS
      expect(status === 'UPCOMING', notice.title).toBe(!isPast && !isOld)
    }
  })

  it('keep the ceiling per award separate from the total', () => {
    for (const { notice } of standings) {
      const { budgetPerAward, budgetMin, summary } = notice
      if (budgetMin !== null) expect(budgetMin, notice.title).not.toBe(budgetPerAward)
      if (summary !== null && /^HRSA-27/.test(notice.noticeNumber ?? ''))
        expect(notice.budgetMax, notice.title).toBeNull()
    }
  })

  it('show the parts of a solicitation or the whole, never both', () => {
    const shown = new Set(standings.flatMap(({ memberIds }) => memberIds))
    const parts = notices.filter(({ partOf }) => partOf !== null)
    expect(parts).not.toEqual([])
    for (const { id, partOf } of parts) expect([shown.has(id), shown.has(partOf as string)]).toEqual([true, false])
  })

  it('never use the import date as the date of a change', () => {
    expect(notices.filter(({ lastChanged }) => lastChanged.startsWith('2026-11-20'))).toEqual([])
  })
})
