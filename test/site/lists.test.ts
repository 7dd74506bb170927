import { truncateSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import ICAL from 'ical.js'
import { beforeAll, describe, expect, it } from 'vitest'
import type { LogLine } from '../../src/http/log.ts'
import { createPages } from '../../src/http/pages/pages.ts'
import { DAY_MS } from '../../src/rules/time/moments.ts'
import { STATE_NAMES } from '../../src/schema/vocabularies.ts'
import type { Opportunity } from '../../src/schema/wire/records.ts'
import { findTurnsAfter, parseItems } from '../../src/site/lists.ts'
import { openService } from '../../src/store/service.ts'
import { findTurnedTo, formatEntries } from '../../src/views/entries.ts'
import { html } from '../../src/views/html.ts'
import { getFileFormats } from '../../src/views/lists/list-page.ts'
import { SECTION_NAMES } from '../../src/views/lists/listing.ts'
import { byDeadline, toOpportunityEntry } from '../../src/views/lists/opportunities.ts'
import { BLANK_DATA, BLANK_MAIN, BLANKS } from '../../src/views/view.ts'
import { baked, openApi, pageDeps, putBake, STARTER, scratch, type TestApi } from '../api.ts'
import { databaseFile } from '../store/spoilt.ts'

const FRAME = `<title>${BLANKS.title}</title><meta name="description" content="${BLANKS.description}">${BLANK_DATA}<main>${BLANK_MAIN}</main>`
const BASE = 'https://rural.example.org'
const ALL = 'OPEN,CLOSING_SOON,AMENDED,UPCOMING,CLOSED'

let api: TestApi
let ask: (path: string) => Promise<{ status: number; text: string; headers: Headers }>

beforeAll(async () => {
  api = await openApi()
  const deps = pageDeps(() => api.service, api.now, BASE)
  const pages = createPages(deps, { record: FRAME, list: FRAME })
  ask = async (path) => {
    const response = await pages.request(path)
    return { status: response.status, text: await response.text(), headers: response.headers }
  }
})

const items = <Item>(name: (typeof SECTION_NAMES)[number], filters: object = {}): Item[] =>
  parseItems<Item>(api.service.readers[name].list({ filters: filters as never, limit: 10_000 }, api.now()))
const headingIn = (text: string) => /<h1>(.*?)<\/h1>/.exec(text)?.[1]
const totalIn = (text: string) => Number(/<strong>([\d,]+)/.exec(text)?.[1]?.replaceAll(',', '') ?? 0)
const slugsIn = (text: string) =>
  [...text.matchAll(/href="\/opportunities\/([^"/.]+)"/g)].map(([, slug]) => slug as string)
const optionsIn = (text: string, name: string): Map<string, number> => {
  const [, select = ''] = new RegExp(`<select name="${name}".*?>(.*?)</select>`, 's').exec(text) ?? []
  return new Map(
    [...select.matchAll(/<option value="([^"]*)"[^>]*>[^<]*\(([\d,]+)\)</g)].map(([, value, count]) => [
      value as string,
      Number(count),
    ]),
  )
}
const filesIn = (text: string) =>
  [...text.slice(text.indexOf('id="take"')).matchAll(/href="(\/\w+\.(?:csv|ics|atom)[^"]*)"/g)].map(([, path]) =>
    (path as string).replaceAll('&amp;', '&'),
  )

describe.each(SECTION_NAMES)('the list of %s', (name) => {
  const query = name === 'opportunities' ? `status=${ALL}&` : ''

  it('is complete without scripts: its pages together have every record once, and each but the last leads on', async () => {
    const all = items(name).length
    expect(all).toBeGreaterThan(5)
    const first = await ask(`/${name}?${query}`)
    expect(totalIn(first.text)).toBe(all)
    let shown = 0
    let path: string | undefined = `/${name}?${query}`
    while (path) {
      const { text }: { text: string } = await ask(path)
      const [, list = ''] = /<(?:ul class="entries"|tbody)>(.*?)<\/(?:ul|tbody)>/s.exec(text) ?? []
      shown += list.match(/<(?:li|tr)\b/g)?.length ?? 0
      path = /<a rel="next" href="([^"]+)"/.exec(text)?.[1]?.replaceAll('&amp;', '&')
    }
    expect(shown).toBe(all)
  })

  it('counts the choices of each filter over the records that the other filters leave', async () => {
    for (const state of ['NE', 'NONE']) {
      const { text } = await ask(`/${name}?${query}state=${state}`)
      const expected = items<{ state: string | null }>(name).filter((item) => (item.state ?? 'NONE') === state).length
      expect(optionsIn(text, 'state').get(state) ?? 0).toBe(expected)
      expect(totalIn(text)).toBe(expected)
      for (const [value, count] of optionsIn(text, 'type'))
        expect(totalIn((await ask(`/${name}?${query}state=${state}&type=${value}`)).text)).toBe(count)
    }
  })

  it('offers files of the list as filtered, whose rows are those of the page', async () => {
    const [firstState] = items<{ state: string | null }>(name).flatMap(({ state }) => state ?? [])
    const { text } = await ask(`/${name}?${query}state=${firstState}`)
    const files = filesIn(text)
    expect(files.map((file) => file.split('?')[0])).toEqual(getFileFormats(name).map((format) => `/${name}.${format}`))
    for (const file of files) expect(file).toContain(`state=${firstState}`)
    const table = await ask(files[0] ?? '')
    expect(table.headers.get('content-type')).toContain('text/csv')
    const rows = parse(table.text, { columns: true, bom: true }) as { state: string }[]
    expect(rows.length).toBe(totalIn(text))
    expect(rows.every(({ state }) => state === firstState)).toBe(true)
    const whole = parse((await ask(`/${name}.csv`)).text, { columns: true, bom: true }) as object[]
    expect(whole.length).toBe(items(name).length)
  })

  it('offers every state, also one without records among those that the other filters leave', async () => {
    const states = optionsIn((await ask(`/${name}?${query}q=xyzzy`)).text, 'state')
    expect([...states.keys()].toSorted()).toEqual(Object.keys(STATE_NAMES).toSorted())
    expect(new Set(states.values())).toEqual(new Set([0]))
  })

  it('tells what is wrong with a query, offers the rest, and ignores parameters of others', async () => {
    const wrong = await ask(`/${name}?state=XX&utm_source=mail`)
    expect(wrong.status).toBe(400)
    expect(wrong.text).toContain('role="alert"')
    expect(totalIn(wrong.text)).toBe(totalIn((await ask(`/${name}`)).text))
    expect((await ask(`/${name}?utm_source=mail`)).status).toBe(200)
    expect((await ask(`/${name}.csv?state=XX`)).status).toBe(400)
  })

  it('has the words of its search box from the same fields as the API', async () => {
    const words = 'rural'
    const { text } = await ask(`/${name}?${query}q=${words}`)
    const { body } = await api.ask(`/api/v1/${name}?${query}q=${words}&limit=1`)
    expect(totalIn(text)).toBe(body.pagination.total)
  })

  it('keeps the addresses of its earlier pages and files', async () => {
    expect((await ask(`/${name}/page/2`)).headers.get('location')).toBe(`/${name}?page=2`)
    for (const format of getFileFormats(name))
      expect((await ask(`/states/ne/${name}.${format}`)).headers.get('location')).toBe(`/${name}.${format}?state=NE`)
  })
})

describe('the list of opportunities', () => {
  it('shows what is open or announced; closed ones are behind a choice, which counts each record once', async () => {
    const { text } = await ask('/opportunities')
    const statuses = new Map(items<Opportunity>('opportunities').map(({ slug, status }) => [slug, status]))
    const [list = ''] = text.split('id="apart"')
    expect(slugsIn(list).length).toBeGreaterThan(0)
    for (const slug of slugsIn(list)) expect(statuses.get(slug)).not.toBe('CLOSED')
    for (const [value, count] of optionsIn(text, 'status')) {
      expect(totalIn((await ask(`/opportunities?status=${value}`)).text), value).toBe(count)
    }
  })

  it.each([
    ['', 'Open and announced calls'],
    ['status=open', 'Open calls'],
    ['status=OPEN,CLOSING_SOON,AMENDED&state=NE', 'Open calls in Nebraska'],
    ['state=US&closing=30', 'Open and announced calls in the nation, closing within 30 days'],
    ['category=BEHAVIORAL_HEALTH&status=CLOSED', 'Closed calls on Behavioral Health'],
    ['applicantType=TRIBAL&amountMin=100000', 'Open and announced calls (Tribal, at least $100,000)'],
    ['status=CLOSED&statusBasis=UNCONFIRMED&state=NE', 'Calls that may still be open in Nebraska'],
    ['statusBasis=unconfirmed', 'Calls that may still be open'],
    ['q=clinic&state=ne,tx', 'Open and announced calls in Nebraska and Texas matching “clinic”'],
  ])('says what %s selects in its heading, title and address', async (query, heading) => {
    const { text } = await ask(`/opportunities?${query}`)
    expect(headingIn(text)).toBe(heading)
    expect(/<title>(.*?)<\/title>/.exec(text)?.[1]).toContain(heading)
    expect(text.includes('Clear filters')).toBe(query !== '')
    if (!query.includes('state=NE')) return
    expect(text).toContain(`<meta property="og:image" content="${BASE}/states/ne/share.png">`)
    expect(text).toContain('<meta name="twitter:card" content="summary_large_image">')
  })

  it('shows calls that no source confirmed lately in a group of their own, with the same filters', async () => {
    const { folder } = await baked(STARTER)
    const service = openService(folder)
    const clock = () => Date.parse('2026-11-22T12:00:00Z')
    const pages = createPages(
      pageDeps(() => service, clock, BASE),
      { record: FRAME, list: FRAME },
    )
    const read = async (path: string) => (await pages.request(path)).text()
    const { data, total } = service.readers.opportunities.list(
      { filters: { statusBasis: ['UNCONFIRMED'] }, limit: 1_000 },
      clock(),
    )
    const unconfirmed = new Set((JSON.parse(data) as Opportunity[]).map(({ slug }) => slug))
    expect(total).toBeGreaterThan(10)
    const [list = '', apart = ''] = (await read('/opportunities')).split('id="apart"')
    expect(slugsIn(list).some((slug) => unconfirmed.has(slug))).toBe(false)
    expect(list).toContain(`<a href="#apart">${total} may still be open</a>`)
    expect(await read('/opportunities?type=RFP&state=DE')).toMatch(/content="[^"]* match\. \d+ may still be open\. /)
    expect(slugsIn(apart).length).toBe(25)
    expect(slugsIn(apart).every((slug) => unconfirmed.has(slug))).toBe(true)
    expect(apart).toContain(`All ${total} opportunities`)
    const [, path = ''] = /<p class="more"><a href="([^"]+)"/.exec(apart) ?? []
    expect(totalIn(await read(path.replaceAll('&amp;', '&')))).toBe(total)
    expect(totalIn(await read('/opportunities?statusBasis=UNCONFIRMED'))).toBe(total)
    expect(await read('/opportunities?status=CLOSED')).not.toContain('id="apart"')
  })

  it('leads from an empty list to closed calls where there are some, and else asks for fewer filters', async () => {
    const open = await ask('/opportunities?state=NE&status=CLOSING_SOON')
    expect(totalIn(open.text)).toBe(0)
    const [, path = '', count] = /<a href="(\/opportunities[^"]+)">(\d+) including closed ones/.exec(open.text) ?? []
    const all = await ask(path.replaceAll('&amp;', '&'))
    expect([headingIn(all.text), totalIn(all.text)]).toEqual(['All calls in Nebraska, including closed', Number(count)])
    const none = await ask(`/opportunities?status=${ALL}&q=xyzzy`)
    expect(none.text).toContain('Remove a filter')
    expect(none.text).not.toContain('including closed ones')
  })

  it('says which calls a filter leaves out because they do not state it', async () => {
    const left = 'Calls that do not say who can apply are left out.'
    expect((await ask('/opportunities?applicantType=TRIBAL')).text).toContain(left)
    expect((await ask('/opportunities')).text).not.toContain(left)
  })

  it('offers all kinds of applicants, also where no call for them matches', async () => {
    const kinds = optionsIn((await ask(`/opportunities?status=${ALL}`)).text, 'applicantType')
    const none = optionsIn((await ask('/opportunities?q=xyzzy')).text, 'applicantType')
    expect([...none.keys()].toSorted()).toEqual([...kinds.keys()].toSorted())
  })

  it('finds calls by who can apply', async () => {
    const { text } = await ask(`/opportunities?status=${ALL}`)
    const types = optionsIn(text, 'applicantType')
    expect(types.size).toBeGreaterThan(0)
    for (const [value, count] of types)
      expect(totalIn((await ask(`/opportunities?status=${ALL}&applicantType=${value}`)).text)).toBe(count)
  })

  it('sorts open ones by due date, then undated and announced ones, and ends with closed ones', () => {
    const call = (slug: string, status: Opportunity['status'], dueDate: string | null) => ({
      slug,
      status,
      dueDate,
      postedDate: null,
    })
    const entries = [
      call('over', 'CLOSED', '2026-01-02T00:00:00.000Z'),
      call('over-lately', 'CLOSED', '2026-09-02T00:00:00.000Z'),
      call('announced', 'UPCOMING', null),
      call('rolling', 'OPEN', null),
      call('later', 'OPEN', '2027-01-02T00:00:00.000Z'),
      call('soon', 'CLOSING_SOON', '2026-12-02T05:59:59.000Z'),
    ]
    expect(entries.sort(byDeadline).map(({ slug }) => slug)).toEqual([
      'soon',
      'later',
      'rolling',
      'announced',
      'over-lately',
      'over',
    ])
  })

  it("writes a day in the record's zone, counts the days to it there, and never shows an unknown amount as a number", () => {
    const [sample] = items<Opportunity>('opportunities')
    const call = (changes: Partial<Opportunity>): Opportunity => ({
      ...(sample as Opportunity),
      status: 'OPEN',
      budgetMax: null,
      budgetPerAward: null,
      timeZone: 'Pacific/Honolulu',
      dueDate: '2026-12-02T09:59:59.000Z',
      dueDatePrecision: 'DATE',
      ...changes,
    })
    const row = (changes: Partial<Opportunity>, now: string) =>
      formatEntries([toOpportunityEntry(call(changes), null, Date.parse(now))]).text
    // In Honolulu it is still November 19.
    expect(row({}, '2026-11-20T08:00:00Z')).toContain('closes in 12 days')
    expect(row({}, '2026-12-02T09:00:00Z')).toContain('closes today')
    expect(row({ dueDatePrecision: 'TIME' }, '2026-12-02T09:00:00Z')).toMatch(/closes today, 11:59\sPM HST/)
    expect(row({}, '2026-09-01T09:00:00Z')).not.toContain('closes')
    expect(row({}, '2026-11-20T08:00:00Z')).toContain('December 1, 2026')
    expect(row({}, '2026-11-20T08:00:00Z')).not.toContain('$')
    expect(row({ budgetMax: 2_000_000 }, '2026-11-20T08:00:00Z')).toContain('$2.0 million total')
    expect(row({ dueDate: null, rolling: true }, '2026-11-20T08:00:00Z')).toContain('rolling')
  })

  it('can be subscribed to as filtered', async () => {
    const { text } = await ask(`/opportunities?status=${ALL}&state=NE`)
    const [, webcal = ''] = /href="(webcal:[^"]+)"/.exec(text) ?? []
    expect(webcal.replaceAll('&amp;', '&')).toContain('/opportunities.ics?')
    expect(webcal).toContain('state=NE')
    const calendar = await ask(`/opportunities.ics?status=${ALL}&state=NE`)
    const name = new ICAL.Component(ICAL.parse(calendar.text)).getFirstPropertyValue('x-wr-calname')
    expect(name).toBe('Rural health: All calls in Nebraska, including closed')
  })
})

describe('the page of an alert', () => {
  it('has the list in its title, and in no other', async () => {
    const paths = ['/alerts', ...SECTION_NAMES.map((name) => `/alerts/${name}`), '/alerts/opportunities?state=NE']
    const titles = await Promise.all(paths.map(async (path) => /<title>(.*?)</.exec((await ask(path)).text)?.[1]))
    expect(new Set(titles).size).toBe(paths.length)
    expect(titles.at(-1)).toContain('in Nebraska')
  })
})

describe('a list of awards', () => {
  it('offers the counties of the chosen state alone, of which all states together have too many', async () => {
    const options = async (path: string) => {
      const { text } = await ask(path)
      const [, select = ''] = /<select name="county"[^>]*>(.*?)<\/select>/s.exec(text) ?? []
      return [...select.matchAll(/<option value="([^"]*)"/g)].map(([, value]) => value)
    }
    expect(await options('/awards')).toEqual([''])
    expect(await options('/awards?state=NE')).toContain('Hall County')
  })

  it('says and keeps a filter that its form does not offer', async () => {
    const { text } = await ask('/awards?near=Hall+County,+NE&within=25')
    expect(headingIn(text)).toBe('Awards within 25 miles of Hall County, NE')
    expect(text).toContain('<input type="hidden" name="near" value="Hall County, NE">')
    expect(text).toContain('Clear filters')
  })

  it('puts unknown amounts last and says that they are unpublished', async () => {
    const { text } = await ask('/awards')
    const amounts = [...text.matchAll(/data-label="Amount"><a[^>]*>([^<]+)</g)].map(([, amount]) => amount)
    const stated = amounts.filter((amount) => amount !== 'not published')
    expect(amounts).toEqual([...stated, ...amounts.slice(stated.length)])
    expect(text).not.toMatch(/\$0\b(?!\.)/)
  })
})

describe('the list of events', () => {
  it.each([
    ['status=CANCELLED', 'Canceled events'],
    ['status=RECORDING_AVAILABLE&state=NE', 'Events with a recording in Nebraska'],
    ['status=PAST&type=WEBINAR', 'Events: Webinar'],
  ])('says what %s selects in its heading', async (query, heading) => {
    expect(headingIn((await ask(`/events?${query}`)).text)).toBe(heading)
  })
})

describe('the pages of lists', () => {
  it('name each of several chosen values', async () => {
    expect((await ask('/opportunities?state=NE,TX')).text).toContain('selected>Nebraska, Texas<')
  })

  it('leave out removed records, which have nothing to show', async () => {
    const service = openService((await baked(STARTER)).folder)
    const deps = pageDeps(
      () => service,
      () => Date.parse('2026-11-22T12:00:00Z'),
      BASE,
    )
    const pages = createPages(deps, { record: FRAME, list: FRAME })
    const filters = { includeRemoved: true }
    expect(items('documents').length).toBeLessThan(service.readers.documents.list({ filters }, deps.clock()).total)
    for (const path of ['/documents?sort=title', '/documents.csv?sort=title']) {
      const [all, same] = [await pages.request(path), await pages.request(`${path}&includeRemoved=true`)]
      expect([same.status, await same.text()]).toEqual([200, await all.text()])
    }
    // From past the end they lead back to the last page.
    const last = Math.ceil(service.readers.documents.list({}, deps.clock()).total / 50)
    expect(await (await pages.request('/documents?page=999')).text()).toContain(
      `rel="prev" href="/documents?page=${last}"`,
    )
  })

  it('lead from each page to the next with all statuses where none is chosen', async () => {
    const { text } = await ask('/opportunities?status=&state=NE')
    expect(text).toBe((await ask(`/opportunities?status=${ALL}&state=NE`)).text)
    expect(filesIn(text)[0]).toContain('status=')
  })

  it.each(['/awards?verification=unverified', '/events?type=webinar&state=ne', '/documents?fileType=html'])(
    'know the values of their choices in any letter case: %s',
    async (path) => {
      const capitals = path.replaceAll(/=\w+/g, (value) => value.toUpperCase())
      expect((await ask(path)).text).toBe((await ask(capitals)).text)
    },
  )

  it('name a value as it was sent where it is the name of something else', async () => {
    for (const value of ['__proto__', 'constructor'])
      expect((await ask(`/events?state=${value}`)).text).toContain(`&quot;${value}&quot; is not a supported state code`)
  })

  it('are a 503 when the file of the data is damaged, and any other failure is logged under an id', async () => {
    const folder = scratch()
    await putBake(folder)
    const log: LogLine[] = []
    const service = openService(folder)
    const deps = {
      service: () => service,
      clock: api.now,
      base: BASE,
      contact: null,
      log: (line: LogLine) => log.push(line),
    }
    const pages = createPages(deps, { record: FRAME, list: FRAME })
    truncateSync(databaseFile(folder), 8192)
    const { status, headers } = await pages.request('/documents')
    expect([status, headers.get('Retry-After'), log]).toEqual([503, '60', []])
    const shown = await pages.request('/documents', { headers: { Accept: 'text/html,*/*' } })
    expect([shown.status, shown.headers.get('Retry-After')]).toEqual([503, '60'])
    expect(headingIn(await shown.text())).toBe('This page is not available right now.')
    const broken = createPages({ ...deps, service: () => ({}) as never }, { record: FRAME, list: FRAME })
    const failed = await broken.request('/documents')
    expect([failed.status, log]).toEqual([500, [expect.objectContaining({ level: 'error', event: 'failure' })]])
    expect(await failed.text()).toContain(String(log[0]?.id))
  })
})

describe('statuses on a page built earlier', () => {
  it.each(['opportunities', 'events'] as const)('of %s are those of the list at that moment', async (list) => {
    const { service, now } = await openApi()
    const statuses = (at: number) =>
      parseItems<{ id: string; status: string }>(
        service.readers[list].list({ limit: 1_000, fields: ['id', 'status'] }, at),
      )
    const made = new Map(statuses(now()).map(({ id, status }) => [id, status]))
    const turns = findTurnsAfter(service, now(), list)
    let turned = 0
    for (const days of [0, 0.5, 1, 3, 12, 14, 30, 45, 59]) {
      const at = now() + days * DAY_MS
      for (const { id, status } of statuses(at)) {
        const shown = findTurnedTo(turns.get(id), at) ?? made.get(id)
        expect(shown, `${id} after ${days} days`).toBe(status)
        if (shown !== made.get(id)) turned += 1
      }
    }
    expect(turned).toBeGreaterThan(0)
  })
})

describe('an entry of a list', () => {
  it('wraps neither within a date nor before a dot between its facts', () => {
    const { text } = formatEntries([{ title: 'A', path: null, facts: ['not confirmed since August 6, 2026', 'Texas'] }])
    expect(text).toContain('<p>not confirmed since August\u00a06,\u00a02026\u00a0· Texas</p>')
  })
})

describe('an HTML template', () => {
  it('escapes every text inserted into it, also in lists, and omits empty values', () => {
    expect(html`<b title="${'"x" <y>'}">${['&', html`<i>${"'"}</i>`]}${null}${false}${0}</b>`.text).toBe(
      '<b title="&quot;x&quot; &lt;y&gt;">&amp;<i>&#39;</i>0</b>',
    )
  })
})
