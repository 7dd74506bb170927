import { beforeAll, describe, expect, it } from 'vitest'
import { openApi, type TestApi } from '../../api.ts'
import { publishedFolder } from '../published.ts'

/**
 * Each status turns at its instant, in field and filter alike: in every zone of the states, on days of 23, 24 and 25
 * hours, to the end of 2027. The instants are found with the calendar of the platform, not with the service's own rules.
 */

const ZONES: Record<string, string> = {
  NY: 'America/New_York',
  MI: 'America/Detroit',
  IN: 'America/Indiana/Indianapolis',
  NE: 'America/Chicago',
  CO: 'America/Denver',
  ID: 'America/Boise',
  AZ: 'America/Phoenix',
  CA: 'America/Los_Angeles',
  AK: 'America/Anchorage',
  HI: 'Pacific/Honolulu',
}
const DAYS = [
  '2026-12-31',
  '2027-03-13',
  '2027-03-14',
  '2027-03-28',
  '2027-11-06',
  '2027-11-07',
  '2027-11-21',
  '2027-12-31',
]
const DAY_MS = 86_400_000
/** Number of instants skipped between two that are tested. */
const STEP = process.env.LONG ? 1 : 7

/** The instant at which clocks in a zone show a time of day, the first if there are two. */
function instantAt(day: string, time: string, zone: string): number {
  const shown = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
  for (let hours = 4; hours <= 11; hours += 1) {
    const instant = Date.parse(`${day}T${time}Z`) + hours * 3_600_000
    if (shown.format(instant) === `${day} ${time}`) return instant
  }
  throw new Error(`no ${time} on ${day} in ${zone}`)
}

interface Turning {
  id: string
  /** The status from each instant on, in order. */
  turns: [from: number, status: string][]
}

const toId = (kind: string, number: number): string =>
  `00000000-0000-4000-8000-0${kind}${String(90_000 + number).padStart(10, '0')}`
const CASES = Object.entries(ZONES).flatMap(([state, zone]) => DAYS.map((day) => ({ state, zone, day })))

const NOTICES: readonly (Turning & { state: string; dueDate: string })[] = CASES.map(({ state, zone, day }, number) => {
  const due = instantAt(day, '23:59:59', zone)
  const turns: Turning['turns'] = [
    [0, 'OPEN'],
    [due - 14 * DAY_MS, 'CLOSING_SOON'],
    [due + 1, 'CLOSED'],
  ]
  return { id: toId('c', number), state, dueDate: day, turns }
})

const EVENTS: readonly (Turning & { state: string; startAt: string })[] = CASES.map(({ state, zone, day }, number) => {
  const next = new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10)
  const turns: Turning['turns'] = [
    [0, 'UPCOMING'],
    [instantAt(day, '00:00:00', zone), 'TODAY'],
    [instantAt(next, '00:00:00', zone), 'PAST'],
  ]
  return { id: toId('e', number), state, startAt: day, turns }
})

const statusAt = ({ turns }: Turning, now: number) => turns.findLast(([from]) => from <= now)?.[1]

let api: TestApi
beforeAll(async () => {
  const folder = publishedFolder()
  folder.edit('states', (states) => {
    const [first] = states
    const codes = states.map(({ code }) => code)
    const more = Object.keys(ZONES).filter((code) => !codes.includes(code))
    return [...states, ...more.map((code) => ({ ...first, code, name: code }))]
      .map((state) => ({ ...state, timezone: ZONES[state.code] ?? state.timezone }))
      .sort((a, b) => (a.code < b.code ? -1 : 1))
  })
  folder.edit('notices', (notices) => {
    const [first] = notices
    const added = NOTICES.map(({ id, state, dueDate }) => {
      const title = `${first.title} ${id}`
      const address = `https://example.org/${id}`
      return {
        ...first,
        id,
        state,
        dueDate,
        title,
        noticeNumber: null,
        summary: null,
        sourceUrl: address,
        documentUrls: [],
      }
    })
    return [...notices, ...added].sort((a, b) => (a.id < b.id ? -1 : 1))
  })
  folder.edit('events', (events) => {
    const [first] = events
    const added = EVENTS.map(({ id, state, startAt }) => {
      const address = `https://example.org/${id}`
      return { ...first, id, state, startAt, endAt: null, timezone: null, title: `Day ${id}`, sourceUrl: address }
    })
    return [...events, ...added].sort((a, b) => (a.id < b.id ? -1 : 1))
  })
  api = await openApi({ published: { publication: await folder.publish('2026-11-20T08:00:00Z'), folder: folder.out } })
})

describe.each<[string, readonly Turning[]]>([
  ['opportunities', NOTICES],
  ['events', EVENTS],
])('%s', (list, cases) => {
  it(`change at their exact instants in ${Object.keys(ZONES).length} zones, on days of 23, 24 and 25 hours`, async () => {
    const instants = [...new Set(cases.flatMap(({ turns }) => turns.slice(1).map(([from]) => from)))].sort()
    const ids = new Set(cases.map(({ id }) => id))
    const shown = async (query: string): Promise<{ id: string; status: string }[]> => {
      const { body } = await api.ask(`/api/v1/${list}?limit=100&ids=${[...ids].join(',')}&fields=id,status${query}`)
      return body.data
    }
    let tried = 0
    for (const instant of instants.filter((_, index) => index % STEP === 0)) {
      for (const now of [instant - 1, instant]) {
        api.at(new Date(now).toISOString())
        const expected = new Map(cases.map((each) => [each.id, statusAt(each, now)]))
        const all = await shown('')
        expect(new Map(all.map(({ id, status }) => [id, status]))).toEqual(expected)
        for (const status of new Set(expected.values())) {
          const shownIds = (await shown(`&status=${status}`)).map(({ id }) => id)
          expect(shownIds.sort()).toEqual([...ids].filter((id) => expected.get(id) === status).sort())
        }
        tried += 1
      }
    }
    expect(tried).toBeGreaterThan(10)
  })
})
