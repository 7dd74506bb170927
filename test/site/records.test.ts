import ICAL from 'ical.js'
import { beforeAll, describe, expect, it } from 'vitest'
import { createPages } from '../../src/http/pages/pages.ts'
import type { ActivityDetail } from '../../src/resources/activities.ts'
import type { CalendarEvent, Document } from '../../src/schema/wire/records.ts'
import { readAll } from '../../src/site/lists.ts'
import { openService } from '../../src/store/service.ts'
import { html } from '../../src/views/html.ts'
import { BLANK_DATA, BLANK_MAIN, BLANKS } from '../../src/views/view.ts'
import { formatProse } from '../../src/views/wording.ts'
import { baked, openApi, pageDeps, STARTER, type TestApi } from '../api.ts'

const FRAME = `<title>${BLANKS.title}</title><meta content="${BLANKS.description}">${BLANK_DATA}<link href="${BLANKS.path}"><a href="/opportunities">x</a><main>${BLANK_MAIN}</main>`
const FRAMES = { record: FRAME, list: FRAME }
const BASE = 'https://rural.example.org'

let api: TestApi
let ask: (path: string, headers?: Record<string, string>) => Promise<Response>

beforeAll(async () => {
  api = await openApi()
  const deps = { ...pageDeps(() => api.service, api.now, BASE), contact: 'data@example.org' }
  const pages = createPages(deps, FRAMES)
  ask = async (path, headers = {}) => pages.request(path, { headers })
})

/** The links of a list, from all of its pages. */
async function readLinks(name: 'opportunities' | 'awards' | 'documents'): Promise<string[]> {
  const links: string[] = []
  const status = name === 'opportunities' ? '&status=OPEN,CLOSING_SOON,AMENDED,UPCOMING,CLOSED' : ''
  for (let page = 1; ; page += 1) {
    const text = await (await ask(`/${name}?page=${page}${status}`)).text()
    const paths = [
      ...text.matchAll(new RegExp(`href="(/${name === 'awards' ? 'recipients' : name}/[^"/.]+)"`, 'g')),
    ].map(([, link]) => link as string)
    if (paths.length === 0) return links
    links.push(...paths)
  }
}
const parseData = (text: string) =>
  JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text)?.[1] ?? 'null')

describe('the page of a record', () => {
  it.each(['opportunities', 'awards', 'documents'] as const)('is where the list of %s links to', async (name) => {
    const links = [...new Set(await readLinks(name))]
    expect(links.length).toBeGreaterThan(5)
    for (const link of links) {
      const response = await ask(link)
      expect(response.status, link).toBe(200)
      expect(response.headers.get('cache-control')).toContain('public')
      const text = await response.text()
      expect(text, link).not.toMatch(/undefined|\bnull\b|NaN|\[object|blank-|\$0\b(?!\.)/)
      expect(text.match(/<h1>/g)?.length, link).toBe(1)
      expect(text, link).toContain(`href="${link}"`)
      const state = /\/states\/([a-z]{2})"/.exec(text)?.[1]
      if (state) expect(text, link).toContain(`content="${BASE}/states/${state}/share.png"`)
      expect(text, link).toContain('Cite this page')
      expect(text, link).toContain('mailto:data@example.org?subject=')
      const data = parseData(text)
      expect(data['@context']).toBe('https://schema.org')
      expect(data['@graph'].map((part: { '@type': string }) => part['@type'])).toContain('BreadcrumbList')
      expect(JSON.stringify(data)).toContain(BASE + link)
    }
  })

  it('never has an address from the Host header, whether the address of the service is known or not', async () => {
    for (const base of [BASE, null]) {
      const pages = createPages(
        { service: () => api.service, clock: api.now, base, log: () => {}, contact: 'data@example.org' },
        FRAMES,
      )
      const [opportunity = ''] = await readLinks('opportunities')
      const [event] = readAll<CalendarEvent>(api.service, 'events', api.now())
      const paths = [
        opportunity,
        `${opportunity}.ics`,
        `/events/${event?.id}.ics`,
        (await readLinks('awards'))[0] ?? '',
      ]
      const lists = ['/opportunities?state=NE', '/awards.csv', '/events.ics', '/documents.atom']
      for (const path of [...paths, ...lists, '/search?q=rural', '/opportunities/none']) {
        const response = await pages.request(`http://evil.example${path}`, { headers: { Host: 'evil.example' } })
        const text = await response.text()
        expect([response.status, text.length > 100], path).toEqual([path.endsWith('none') ? 404 : 200, true])
        expect(text + JSON.stringify([...response.headers]), path).not.toContain('evil.example')
      }
      const page = await (await pages.request(`http://evil.example${opportunity}`)).text()
      expect(page).toContain(`"url":"${base ?? ''}${opportunity}"`)
    }
  })

  it('gives search engines the day on which a document was published, never the day on which it was first seen', async () => {
    const documents = readAll<Document>(api.service, 'documents', api.now())
    const isKnown = new Set<boolean>()
    for (const { id, published } of documents) {
      const data = parseData(await (await ask(`/documents/${id}`)).text())
      const record = data['@graph'].find((part: { '@type': string }) => part['@type'] === 'DigitalDocument')
      expect([id, record.datePublished ?? null]).toEqual([id, published])
      expect(JSON.stringify(data).replaceAll('"datePublished"', '')).not.toMatch(/"date[A-Z]/)
      isKnown.add(published !== null)
    }
    expect(isKnown.size).toBe(2)
  })

  it('has one URL: ids and ids of merged notices redirect to it', async () => {
    const [slug] = await readLinks('opportunities')
    const opportunity = JSON.parse(api.service.readers.opportunities.find(slug?.split('/')[2] ?? '', api.now()) ?? '')
    const response = await ask(`/opportunities/${opportunity.id}`)
    expect([response.status, response.headers.get('location')]).toEqual([301, slug])
  })

  it.each([
    '/opportunities/nowhere',
    '/documents/nowhere',
    '/awards/ne/nowhere',
    '/awards/zz/x',
    '/recipients/nobody',
    '/events/nowhere.ics',
  ])('is a 404 with the same layout at %s, which no cache stores', async (path) => {
    const response = await ask(path)
    expect(response.status).toBe(404)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await response.text()).toContain('There is no record at this address.')
  })

  it('that was removed is a 410, with a link to the record it was merged into', async () => {
    const removed = (mergedInto: string | null) => ({
      ...api.service,
      readers: {
        ...api.service.readers,
        documents: {
          ...api.service.readers.documents,
          findRemoved: () =>
            JSON.stringify({ id: 'x', removedAt: '2026-11-19T00:00:00.000Z', reason: 'REMOVED', mergedInto }),
        },
      },
    })
    const at = (mergedInto: string | null) =>
      createPages(
        pageDeps(() => removed(mergedInto), api.now, BASE),
        FRAMES,
      ).request('/documents/x')
    const gone = await at(null)
    expect(gone.status).toBe(410)
    expect(await gone.text()).toContain('It was removed on November 18, 2026')
    const merged = await at('y')
    expect([merged.status, merged.headers.get('location')]).toEqual([301, '/documents/y'])
  })

  it('shows what changed and when, newest first', async () => {
    const [opportunity] = JSON.parse(
      api.service.readers.activity.list({ filters: { type: ['NEW_OPPORTUNITY'] }, limit: 1 }, api.now()).data,
    )
    const response = await ask(`/opportunities/${opportunity.detail.opportunityId}`)
    const text = await (await ask(response.headers.get('location') ?? '')).text()
    const history = text.slice(text.indexOf('id="history"'), text.indexOf('id="cite"'))
    expect(history).toContain(formatProse(opportunity.summary))
    const times = [...history.matchAll(/datetime="([^"]+)"/g)].map(([, at]) => at)
    expect(times.length).toBeGreaterThan(1)
    expect(times).toEqual(times.toSorted().reverse())
  })

  it('is not sent again to a caller that already has it', async () => {
    const [path = ''] = await readLinks('documents')
    const tag = (await ask(path)).headers.get('etag') ?? ''
    const again = await ask(path, { 'If-None-Match': tag })
    expect([again.status, await again.text()]).toEqual([304, ''])
  })

  it('shows texts as text', async () => {
    const TITLE = "</script><b>&$'"
    const service = {
      ...api.service,
      readers: {
        ...api.service.readers,
        opportunities: {
          ...api.service.readers.opportunities,
          find: (name: string, now: number) =>
            api.service.readers.opportunities
              .find(name, now)
              ?.replace(/"title":"[^"]*"/, () => `"title":${JSON.stringify(TITLE)}`) ?? null,
        },
      },
    }
    const pages = createPages(
      pageDeps(() => service, api.now, BASE),
      FRAMES,
    )
    const text = await (await pages.request((await readLinks('opportunities'))[0] ?? '')).text()
    expect(text).not.toContain('<b>')
    expect(text).toContain('<h1>&lt;/script&gt;&lt;b&gt;&amp;$&#39;</h1>')
    expect(parseData(text)['@graph'][0].name).toBe(TITLE)
  })
})

describe('the calendar of a record', () => {
  it('has the deadlines of an opportunity, all-day if only the day is known', async () => {
    const dated = (await readLinks('opportunities')).map((path) => {
      const body = api.service.readers.opportunities.find(path.split('/')[2] ?? '', api.now()) ?? '{}'
      return { path, item: JSON.parse(body) as { dueDate: string | null; dueDatePrecision: string } }
    })
    const withDate = dated.filter(({ item }) => item.dueDate !== null)
    expect(withDate.length).toBeGreaterThan(2)
    for (const { path, item } of withDate) {
      const response = await ask(`${path}.ics`)
      expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
      const [event] = new ICAL.Component(ICAL.parse(await response.text())).getAllSubcomponents('vevent')
      const start = event?.getFirstPropertyValue('dtstart') as ICAL.Time
      expect(start.isDate, path).toBe(item.dueDatePrecision === 'DATE')
    }
  })
})

describe('the page of an activity', () => {
  it('says what the activity is for and how it is measured, and links what belongs to it', async () => {
    const { folder } = await baked(STARTER)
    const service = openService(folder)
    const clock = () => Date.parse('2026-11-22T12:00:00Z')
    const pages = createPages(
      pageDeps(() => service, clock, BASE),
      FRAMES,
    )
    const { data, total } = service.readers.activities.list({ limit: 1_000, isDetailed: true }, clock())
    expect(total).toBe(322)
    const activities = (JSON.parse(data) as { detail: ActivityDetail }[]).map(({ detail }) => detail)
    let linked = 0
    for (const { id, title, description, metrics } of activities.filter((_, place) => place % 8 === 0)) {
      const response = await pages.request(`/activities/${id}`)
      const text = await response.text()
      expect([response.status, title], title).toEqual([200, title])
      expect(text).toContain(html`<p class="lead">${description}</p>`.text)
      // Some states gave one name to several metrics.
      for (const metric of metrics) expect(text.split(html`<li>${metric}</li>`.text).length, metric).toBe(2)
      expect(text, title).not.toMatch(/undefined|\bnull\b|NaN|\[object/)
      if (text.includes('id="awards"')) linked += 1
    }
    expect(linked).toBeGreaterThan(3)
    expect((await pages.request('/activities/nothing')).status).toBe(404)
  })
})
