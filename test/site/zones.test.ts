import { parse } from 'csv-parse/sync'
import ICAL from 'ical.js'
import { beforeAll, describe, expect, it } from 'vitest'
import { readNews } from '../../src/http/alerts/news.ts'
import { createPages } from '../../src/http/pages/pages.ts'
import { addDays, toLocalDay } from '../../src/rules/time/moments.ts'
import { STATE_NAMES, type StateCode } from '../../src/schema/vocabularies.ts'
import type { Opportunity } from '../../src/schema/wire/records.ts'
import { BLANK_DATA, BLANK_MAIN, BLANKS } from '../../src/views/view.ts'
import { formatLongDate } from '../../src/views/wording.ts'
import { openApi, pageDeps, type TestApi } from '../api.ts'
import { publishedFolder } from '../http/published.ts'

/** A state of each time zone of the states. */
const ZONES: readonly [state: StateCode, zone: string][] = [
  ['NY', 'America/New_York'],
  ['MI', 'America/Detroit'],
  ['IN', 'America/Indiana/Indianapolis'],
  ['NE', 'America/Chicago'],
  ['CO', 'America/Denver'],
  ['ID', 'America/Boise'],
  ['AZ', 'America/Phoenix'],
  ['CA', 'America/Los_Angeles'],
  ['AK', 'America/Anchorage'],
  ['HI', 'Pacific/Honolulu'],
]
/** A call for each end of daylight time, and a day beside each. */
const CALLS = [
  ['2026-11-01', 'Dental vans'],
  ['2026-11-30', 'Stroke networks'],
  ['2027-03-13', 'Ambulance radios'],
  ['2027-03-14', 'Nurse housing'],
] as const
const LAST_DAY = '2027-03-14'
const FRAME = `<title>${BLANKS.title}</title>${BLANK_DATA}<main>${BLANK_MAIN}</main>`
const ANY = 'OPEN,CLOSING_SOON,AMENDED,UPCOMING,CLOSED'

let api: TestApi
let read: (path: string) => Promise<string>

beforeAll(async () => {
  const folder = publishedFolder()
  folder.edit('states', ([state]) =>
    ZONES.map(([code, timezone]) => ({
      ...state,
      code,
      timezone,
      name: STATE_NAMES[code],
      summary: null,
      summarySources: [],
      sites: [],
    })),
  )
  for (const kind of [
    'awards',
    'documents',
    'lists',
    'publishers',
    'events',
    'activities',
    'commitments',
    'allotments',
  ] as const)
    folder.edit(kind, () => [])
  const setCalls = (toDue: (day: string) => string) =>
    folder.edit('notices', ([notice]) =>
      ZONES.flatMap(([state], zone) =>
        CALLS.map(([day, title], place) => ({
          ...notice,
          id: `00000000-0000-4000-8000-${String(zone * CALLS.length + place).padStart(12, '0')}`,
          ...{ state, title: `${title} in ${STATE_NAMES[state]}`, noticeNumber: null, documentUrls: [] },
          ...{ postedDate: '2026-09-01', dueDate: toDue(day), sourceUrl: `https://example.org/${state}/${place}` },
        })),
      ),
    )
  setCalls((day) => addDays(day, -1))
  await folder.publish('2026-10-01T08:00:00.000Z')
  setCalls((day) => day)
  const publication = await folder.publish('2026-10-02T08:00:00.000Z')
  api = await openApi({ published: { publication, folder: folder.out } })
  const deps = pageDeps(() => api.service, api.now)
  const pages = createPages(deps, { record: FRAME, list: FRAME })
  read = async (path) => (await pages.request(path)).text()
})

describe.each(ZONES)('a deadline in %s (%s)', (state, zone) => {
  const readCalls = async (): Promise<(Opportunity & { day: string })[]> => {
    const { body } = await api.ask(`/api/v1/opportunities?state=${state}&limit=100`)
    return CALLS.map(([day, title]) => ({
      ...body.data.find((call: Opportunity) => call.title.startsWith(title)),
      day,
    }))
  }

  it('is that day in the list, the single record, and their filters', async () => {
    const calls = await readCalls()
    for (const { id, day, dueDate, dueDatePrecision, timeZone } of calls) {
      expect([toLocalDay(Date.parse(dueDate as string), timeZone), dueDatePrecision, timeZone]).toEqual([
        day,
        'DATE',
        zone,
      ])
      const { body } = await api.ask(`/api/v1/opportunities/${id}`)
      expect(body.dueDate).toBe(dueDate)
      const due = async (query: string) =>
        (await api.ask(`/api/v1/opportunities?state=${state}&ids=${id}&${query}`)).body.pagination.total
      expect(await due(`dueAfter=${day}&dueBefore=${day}`), day).toBe(1)
      expect(await due(`dueAfter=${addDays(day, 1)}`), day).toBe(0)
      expect(await due(`dueBefore=${addDays(day, -1)}`), day).toBe(0)
    }
  })

  it('is that day on its page, in its history and in the list of the site', async () => {
    const list = await read(`/opportunities?state=${state}&status=${ANY}`)
    for (const { slug, title, day, status } of await readCalls()) {
      const page = await read(`/opportunities/${slug}`)
      const added = `dates=${day}%2F${addDays(day, 1)}`.replaceAll('-', '')
      if (status !== 'CLOSED') expect(page, 'Google Calendar').toContain(added)
      expect(page).toContain(`<dt>Applications due</dt><dd>${formatLongDate(day)}</dd>`)
      expect(page).toContain(`Applications due: ${formatLongDate(day)} (was ${formatLongDate(addDays(day, -1))})`)
      const [entry = ''] = list.match(new RegExp(`<li>(?:(?!<li>).)*${title}`, 's')) ?? []
      expect(entry).toContain(formatLongDate(day))
    }
  })

  it('is that day in the gaps, the feeds, the calendars, the table and the mail', async () => {
    const calls = await readCalls()
    const { body } = await api.ask(`/api/v1/coverage?state=${state}`)
    expect(body.data[0].gaps).toContain(`No deadline after ${LAST_DAY} is known.`)

    const changes = await api.ask(`/api/v1/activity?state=${state}&type=ALL&limit=100`)
    const events = changes.body.data as { summary: string; detail: { deadline: string; previousDeadline?: string } }[]
    const table = parse(await read(`/opportunities.csv?state=${state}`), { columns: true, bom: true }) as Opportunity[]
    const feed = await read(`/opportunities.atom?state=${state}`)
    const entries = new ICAL.Component(ICAL.parse(await read(`/opportunities.ics?state=${state}`)))
    const starts = entries
      .getAllSubcomponents('vevent')
      .map((event) => [event.getFirstPropertyValue('summary'), String(event.getFirstPropertyValue('dtstart'))])
    const alert = { list: 'opportunities', query: `state=${state}&status=${ANY}` }
    const since = Date.parse('2026-10-01T20:00:00Z')
    const news = await readNews({ ...alert, announced: since, lookedAt: since } as never, api.service, api.now())

    for (const { id, title, day } of calls) {
      const matching = events.filter(({ summary }) => summary.includes(title))
      expect(matching.map(({ detail }) => detail.deadline).sort()).toEqual([addDays(day, -1), day])
      expect(matching.find(({ detail }) => detail.previousDeadline)?.summary).toContain(day)
      expect(table.find((row) => row.id === id)?.dueDate).toBe(day)
      expect(feed.slice(feed.indexOf(title)).split('</entry>')[0]).toContain(formatLongDate(day))
      expect(starts.find(([summary]) => summary?.toString().includes(title))?.[1]).toBe(day)
      const line = news?.changed.find((each) => each.title === title)
      expect(line?.changed).toContain(
        `Applications due: ${formatLongDate(day)} (was ${formatLongDate(addDays(day, -1))})`,
      )
    }
  })

  it('is that day in an answer', async () => {
    for (const { title, day } of await readCalls()) {
      const query = `When are applications due for "${title}"?`
      const { body } = await api.ask('/api/v1/search', { json: { query, aiAnswer: true, states: [state] } })
      expect(body.aiAnswer, query).toContain(formatLongDate(day))
    }
  })
})
