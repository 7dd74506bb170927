import { parse } from 'csv-parse/sync'
import { beforeAll, describe, expect, it } from 'vitest'
import { createPages } from '../../src/http/pages/pages.ts'
import type { Award } from '../../src/resources/awards.ts'
import { VERIFICATIONS } from '../../src/schema/vocabularies.ts'
import type { Opportunity } from '../../src/schema/wire/records.ts'
import { readHeld } from '../../src/site/data.ts'
import { parseItems, readAll, readLatestChanges } from '../../src/site/lists.ts'
import {
  formatChecks,
  getHeld,
  getLastConfirmed,
  getMissingAwards,
  getNewestDay,
  readCoverage,
  recordCounts,
  toTable,
} from '../../src/site/status/coverage.ts'
import type { Service } from '../../src/store/service.ts'
import { BLANK_DATA, BLANK_MAIN, BLANKS } from '../../src/views/view.ts'
import { openApi, pageDeps, STARTER, type TestApi } from '../api.ts'
import { publishedFolder } from '../http/published.ts'

const FRAME = `<title>${BLANKS.title}</title>${BLANK_DATA}<main>${BLANK_MAIN}</main>`

function openPages(api: TestApi) {
  const deps = pageDeps(() => api.service, api.now)
  const pages = createPages(deps, { record: FRAME, list: FRAME })
  return async (path: string) => {
    const response = await pages.request(path)
    return { status: response.status, text: await response.text(), location: response.headers.get('location') }
  }
}

const awardsIn = (service: Service, now: number, verification: readonly string[], state?: string): Award[] =>
  parseItems(
    service.readers.awards.list({ filters: { verification, ...(state && { state: [state] }) }, limit: 10_000 }, now),
  )
const sum = (awards: readonly Award[]) =>
  Math.round(awards.reduce((cents, { federalAmount }) => cents + (federalAmount ?? 0) * 100, 0)) / 100

let api: TestApi
let ask: ReturnType<typeof openPages>
beforeAll(async () => {
  api = await openApi({ data: STARTER })
  ask = openPages(api)
})

describe('rows that are on file but not verified', () => {
  it('are a choice of the list, each marked with what it waits for, and in its file as chosen', async () => {
    const held = awardsIn(api.service, api.now(), ['UNVERIFIED'], 'NE')
    expect(held.length).toBeGreaterThan(0)
    const { text } = await ask('/awards?state=NE&verification=UNVERIFIED')
    expect(text).toContain(`<strong>${held.length} of `)
    const rows = text.match(/<tr><th scope="row">.*?<\/tr>/gs) ?? []
    expect(rows.length).toBe(Math.min(held.length, 50))
    for (const row of rows) expect(row).toContain('not verified</span> waits for')
    const file = parse((await ask('/awards.csv?state=NE&verification=UNVERIFIED')).text, { columns: true, bom: true })
    expect((file as { id: string }[]).map(({ id }) => id).sort()).toEqual(held.map(({ id }) => id).sort())
  })

  it('are not in the list by default, which says how many they are and what they are worth', async () => {
    const { text } = await ask('/awards?state=NE')
    const held = awardsIn(api.service, api.now(), ['UNVERIFIED'], 'NE')
    expect(text).toContain(`${held.length} rows on file worth $${(sum(held) / 1e6).toFixed(1)} million`)
    for (const { id } of held) expect(text).not.toContain(id)
    const [, select = ''] = /<select name="verification".*?>(.*?)<\/select>/s.exec(text) ?? []
    const counts = [...select.matchAll(/\(([\d,]+)\)/g)].map(([, count]) => Number(count?.replaceAll(',', '')))
    expect(counts).toEqual([held.length, awardsIn(api.service, api.now(), VERIFICATIONS, 'NE').length])
  })

  it('are counted once beside the data files', () => {
    const held = awardsIn(api.service, api.now(), ['UNVERIFIED'])
    const { rows, states, amount } = readHeld(api.service, api.now())
    expect([rows, states]).toEqual([held.length, new Set(held.map(({ state }) => state)).size])
    expect(amount).toBeCloseTo(sum(held), 2)
  })

  it('are told by document in what is missing, with amount, reason and day', () => {
    const missing = getMissingAwards(api.service, api.now())
    for (const { state, awards } of readCoverage(api.service, api.now())) {
      if (state === null) continue
      const held = awardsIn(api.service, api.now(), ['UNVERIFIED'], state)
      const told = missing.filter((each) => each.state === state && each.verificationLacks !== null)
      expect(
        told.reduce((rows, each) => rows + (each.rows ?? 0), 0),
        state,
      ).toBe(held.length)
      expect(getHeld(awards)?.rows ?? 0, state).toBe(held.length)
      expect(getHeld(awards)?.amount ?? 0, state).toBeCloseTo(sum(held), 2)
      for (const { rows, url } of told) expect([rows, url]).not.toContain(null)
    }
  })
})

it('records are counted without those that are only on file', () => {
  const counts = recordCounts(api.service).map(({ count }) => count)
  expect(counts).toContain(awardsIn(api.service, api.now(), ['VERIFIED']).length)
  expect(counts).not.toContain(awardsIn(api.service, api.now(), VERIFICATIONS).length)
})

describe('the page of an award', () => {
  it('names the document and the row that it was read from', async () => {
    const award = awardsIn(api.service, api.now(), ['VERIFIED']).find(({ sourceLine }) => sourceLine !== null) as Award
    const { status, text } = await ask(`/awards/${award.id}`)
    expect(status).toBe(200)
    expect(text).toContain(`href="/documents/${award.sourceDocument.id}"`)
    expect(text).toContain(`row ${award.sourceLine?.toLocaleString('en-US')}`)
    expect(text).toContain(new URL(award.sourceUrl).hostname.replace(/^www\./, ''))
    expect(text).toContain('verified</span>')
    expect((await ask(`/awards/${award.id.toUpperCase()}`)).location).toBe(`/awards/${award.id}`)
    expect((await ask('/awards/00000000-0000-4000-8000-000000000000')).status).toBe(404)
  })

  it('tells when a row on file was verified, and what changed afterwards', async () => {
    const folder = publishedFolder()
    const publish = async (at: string) => {
      const instance = await openApi({ published: { publication: await folder.publish(at), folder: folder.out } })
      instance.at('2026-11-23T17:00:00.000Z')
      return openPages(instance)
    }
    const [list, id] = ['00000000-0000-4000-8000-00000000f002', '00000000-0000-4000-8000-0000000b0008']
    folder.set('lists', list, { statedRows: 9 })
    await publish('2026-11-19T08:00:00.000Z')
    folder.set('awards', id, { remark: 'On file.' })
    const held = await (await publish('2026-11-20T08:00:00.000Z'))(`/awards/${id}`)
    expect(held.text).toContain('not verified</span> waits for')
    expect(held.text).not.toContain('Verified and published')
    folder.set('lists', list, { statedRows: 4 })
    await publish('2026-11-21T08:00:00.000Z')
    folder.set('awards', id, { projectTitle: 'A clinic for Valentine' })
    const { text } = await (await publish('2026-11-22T08:00:00.000Z'))(`/awards/${id}`)
    const history = text.slice(text.indexOf('id="history"'), text.indexOf('id="cite"'))
    const steps = [...history.matchAll(/datetime="(\d{4}-\d\d-\d\d)[^"]*">[^<]+<\/time> <span>(.*?)<\/span>/g)]
    expect(steps.map(([, day, step]) => [day, step])).toEqual([
      ['2026-11-22', expect.stringMatching(/^Project: A clinic for Valentine \(was /)],
      ['2026-11-21', 'Verified and published. Before, it was on file, but not counted.'],
    ])
  })
})

describe('the age of the data', () => {
  it('is told from one place: the newest day, the last confirmation of any record, the last checks', () => {
    const { service } = api
    const now = api.now()
    const rows = readCoverage(service, now)
    expect(getLastConfirmed(service, now)).toBe(
      rows
        .map(({ lastConfirmed }) => lastConfirmed ?? '')
        .sort()
        .at(-1),
    )
    for (const { state, lastConfirmed, newest } of rows) {
      const calls = readAll<Opportunity>(service, 'opportunities', now).filter((call) => call.state === state)
      const shown = [
        newest.awards,
        newest.documents,
        newest.opportunities,
        ...calls.map((call) => call.lastConfirmedAt),
      ]
      const latest = shown.map((moment) => moment?.slice(0, 10) ?? '').sort()
      expect([state, lastConfirmed?.slice(0, 10)]).toEqual([state, expect.stringMatching(/^2026-/)])
      expect([state, (lastConfirmed ?? '') >= (latest.at(-1) ?? '')]).toEqual([state, true])
    }
    expect(getNewestDay(service, now)?.localeCompare('2026-11-21')).toBe(-1)
    expect(formatChecks(service)).toBe('No automatic check of the sources has run yet.')
    const sources = ['pages', 'grants-gov'].map((source) => ({ source, checkedAt: '2026-11-20T08:20:00.000Z' }))
    const asked = { ...service, freshness: { sources, pages: [] } } as unknown as Service
    expect(formatChecks(asked)).toBe('Last checked: state pages, Grants.gov on November 20, 2026.')
  })
})

describe('the latest changes', () => {
  const toChange = (id: string, federalAmount: number | null, more: object = {}) => ({
    ...{
      id,
      state: 'CO',
      type: 'AWARD_UPDATED',
      summary: 'Award updated: Salud, FY2026',
      siteUrl: 'https://a.example',
    },
    ...{ documentId: null, occurredAt: '2026-11-20T08:00:00.000Z' },
    detail: { awardId: id, awardeeName: 'Salud', federalAmount, previousFederalAmount: null, fields: [], reason: null },
    ...more,
  })
  const show = (changes: object[], limit = 6) => {
    const readers = { activity: { list: () => ({ data: JSON.stringify(changes) }) } } as unknown as Service['readers']
    return readLatestChanges({ readers }, api.now(), limit)
  }

  it('tell the awards of one recipient apart by their amounts, each with its own page', () => {
    const [one, other] = show([toChange('a', 500), toChange('b', null)])
    expect([one?.facts, one?.path]).toEqual([expect.arrayContaining(['CO', '$500']), '/awards/a'])
    expect([other?.facts, other?.path]).toEqual([expect.arrayContaining(['amount not published']), '/awards/b'])
  })

  it('that read alike on one day are one entry with their number', () => {
    const later = { occurredAt: '2026-11-21T08:00:00.000Z' }
    const entries = show([toChange('c', 500, later), toChange('a', 500), toChange('b', 500)], 2)
    expect(entries.map(({ facts }) => facts?.filter(Boolean))).toEqual([
      ['CO', '$500'],
      ['CO', '$500', '2 changes'],
    ])
  })

  it('are all different on the home page', () => {
    const lines = readLatestChanges(api.service, api.now(), 20).map(
      (entry) => `${entry.when?.text} ${entry.title} ${entry.facts}`,
    )
    expect(new Set(lines).size).toBe(lines.length)
  })
})

it('a table leaves unknown values empty and never gives a formula', () => {
  const [head, row] = toTable([{ a: null, b: '=1+1' }]).split('\r\n')
  expect([head, row]).toEqual(['\ufeffa,b', ",'=1+1"])
})

it('the choice of a state leads to its page without scripts', async () => {
  expect((await ask('/states/open?state=NE')).location).toBe('/states/ne')
  expect((await ask('/states/open?state=//evil.example')).location).toBe('/states')
})
