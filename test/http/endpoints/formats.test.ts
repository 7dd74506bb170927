import { parseXml, type XmlElement } from '@rgrove/parse-xml'
import { parse } from 'csv-parse/sync'
import ICAL from 'ical.js'
import { beforeAll, describe, expect, it } from 'vitest'
import { FORMATS, type Format, getContentType, getFormats } from '../../../src/formats/formats.ts'
import { getColumns } from '../../../src/formats/table.ts'
import { getResource, RESOURCE_NAMES, type ResourceName } from '../../../src/resources/index.ts'
import { openApi, type TestApi } from '../../api.ts'

let api: TestApi
beforeAll(async () => {
  api = await openApi()
})

type Item = { [field: string]: unknown }
const offered = (name: ResourceName): Format[] => getFormats(getResource(name).formats)
const CASES = RESOURCE_NAMES.flatMap((name) => offered(name).map((format) => ({ name, format })))
/** Every field of a list, for every format. */
const getQuery = (name: ResourceName): string =>
  ({ activity: '?type=ALL&limit=100', events: '?includeInactive=true&limit=100' })[name as string] ??
  `?limit=${getResource(name).page.max}`

/** Queries to a list, with each of its filter and sort parameters. */
function listQueries(name: ResourceName): string[] {
  const { filters, orders } = getResource(name)
  const has = (parameter: string, query: string) => (parameter in filters ? [query] : [])
  return [
    `sort=${orders.sortable.map((field) => `-${field}`).join(',')}&limit=7`,
    ...has('state', 'state=NE&state=none&limit=20'),
    ...has('amountMin', 'amountMin=1000&amountMax=500000'),
    ...has('dueAfter', 'dueAfter=2026-11-20&dueBefore=2027-01-31'),
    ...has('from', 'from=2026-01-01&to=2026-12-31'),
    ...has('q', 'q=rural'),
    ...has('programCategory', 'programCategory=WORKFORCE&limit=5'),
    ...(orders.other && getResource(name).envelope === 'paged' ? ['page=2&limit=2'] : []),
  ]
}

const readItems = async (name: ResourceName): Promise<Item[]> =>
  (await api.ask(`/api/v1/${name}${getQuery(name)}`)).body.data
const children = (element: XmlElement, name: string): XmlElement[] =>
  element.children.filter(
    (child): child is XmlElement => child.type === 'element' && (child as XmlElement).name === name,
  )

/** Parses a response with an independent parser, and compares it with the records in JSON. */
const READERS: { [F in Format]: (name: ResourceName, text: string, items: Item[]) => void } = {
  json: (_, text, items) => expect(JSON.parse(text).data).toEqual(items),
  ndjson: (_, text, items) =>
    expect(
      text
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line)),
    ).toEqual(items),
  csv(name, text, items) {
    const rows = parse(text, { columns: true, record_delimiter: '\r\n' }) as { [column: string]: string }[]
    const columns = getColumns(getResource(name).item)
    expect(rows).toHaveLength(items.length)
    for (const [index, item] of items.entries()) {
      expect(Object.keys(rows[index] ?? {})).toEqual(columns.map((column) => column.name))
      for (const { name: column } of columns) {
        const value = valueAt(item, column.split('.'))
        const cell = rows[index]?.[column] ?? ''
        expect(/^'[=+\-@]/.test(cell) ? cell.slice(1) : cell, `${column} of ${name}`).toBe(formatText(value))
      }
    }
  },
  ics(name, text, items) {
    const calendar = new ICAL.Component(ICAL.parse(text))
    const entries = calendar.getAllSubcomponents('vevent')
    const make = getResource(name).formats.calendar
    const expected = items.flatMap((item) => make?.(item) ?? [])
    expect(entries.map((entry) => entry.getFirstPropertyValue('uid'))).toEqual(expected.map(({ uid }) => uid))
    expect(entries.map((entry) => entry.getFirstPropertyValue('summary'))).toEqual(expected.map(({ title }) => title))
    entries.forEach((entry, index) => {
      const { start, timeZone } = expected[index] as (typeof expected)[number]
      const property = entry.getFirstProperty('dtstart')
      expect(property?.type).toBe(start.precision === 'DATE' ? 'date' : 'date-time')
      if (start.precision === 'TIME') expect(property?.getParameter('tzid')).toBe(timeZone)
      expect(entry.getAllSubcomponents('valarm')).toEqual([])
    })
  },
  atom(_, text, items) {
    const entries = children(parseXml(text).root as XmlElement, 'entry')
    expect(entries.map((entry) => children(entry, 'id')[0]?.text)).toEqual(items.map(({ id }) => `urn:uuid:${id}`))
  },
  jsonfeed: (_, text, items) =>
    expect(JSON.parse(text).items.map(({ id }: Item) => id)).toEqual(items.map(({ id }) => `urn:uuid:${id}`)),
}

function valueAt(value: unknown, [field, ...rest]: string[]): unknown {
  if (field === undefined || value === null || value === undefined) return value
  if (Array.isArray(value)) return value.map((entry) => valueAt(entry, [field, ...rest]))
  return valueAt((value as Item)[field], rest)
}

const formatText = (value: unknown, separator = '; '): string =>
  Array.isArray(value) ? value.map((entry) => formatText(entry, ', ')).join(separator) : String(value ?? '')

describe.each(CASES)('$name as $format', ({ name, format }) => {
  const { mediaTypes } = FORMATS[format]

  it('read back, equals the list in JSON', async () => {
    const items = await readItems(name)
    expect(items.length).toBeGreaterThan(0)
    const { status, text, headers } = await api.ask(`/api/v1/${name}.${format}${getQuery(name)}`)
    expect([status, headers.get('Content-Type')]).toEqual([200, getContentType(format)])
    READERS[format](name, text, items)
  })

  it.each(listQueries(name))('follows the parameters like JSON: %s', async (query) => {
    const items: Item[] = (await api.ask(`/api/v1/${name}?${query}`)).body.data
    const { status, text } = await api.ask(`/api/v1/${name}.${format}?${query}`)
    expect(status).toBe(200)
    READERS[format](name, text, items)
  })

  it('is available by path and Accept, with a tag that includes the format', async () => {
    const byPath = await api.ask(`/api/v1/${name}.${format}?limit=3`, { headers: { Accept: 'text/html' } })
    const tag = byPath.headers.get('ETag') ?? ''
    expect(tag).toMatch(new RegExp(`^"${format}-`))
    expect(byPath.headers.get('Vary')).toBe('Authorization, X-Api-Key, Accept')
    for (const mediaType of mediaTypes) {
      const byAccept = await api.ask(`/api/v1/${name}?limit=3`, { headers: { Accept: mediaType } })
      expect([byAccept.status, byAccept.text]).toEqual([200, byPath.text])
      expect(byAccept.headers.get('ETag')).toBe(tag)
    }
    const held = await api.ask(`/api/v1/${name}.${format}?limit=3`, { headers: { 'If-None-Match': tag } })
    expect([held.status, held.text]).toEqual([304, ''])
  })

  it('reports errors as a problem document', async () => {
    const { status, headers, body } = await api.ask(`/api/v1/${name}.${format}?nonsense=1`)
    expect([status, body.code]).toEqual([400, 'UNKNOWN_PARAMETER'])
    expect(headers.get('Content-Type')).toMatch(/^application\/problem\+json/)
    expect((await api.ask(`/api/v1/${name}.${format}`, { key: null })).status).toBe(401)
  })

  it('costs one request, like JSON', async () => {
    const { secret } = await api.key()
    const cost = getResource(name).isFree ? 0 : 1
    const { headers } = await api.ask(`/api/v1/${name}.${format}?limit=1`, { key: secret })
    expect(headers.get('X-RateLimit-Monthly-Remaining')).toBe(String(20_000 - cost))
  })
})

describe('content negotiation', () => {
  it.each<[string, number, string | null]>([
    ['*/*', 200, 'application/json'],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 200, 'application/json'],
    ['application/json, text/plain, */*', 200, 'application/json'],
    ['text/csv, application/json;q=0.5', 200, 'text/csv'],
    ['application/json;q=0.1, text/calendar', 200, 'text/calendar'],
    ['text/*', 200, 'text/csv'],
    ['TEXT/CSV', 200, 'text/csv'],
    ['application/json;q=0, */*;q=0.5', 200, 'application/x-ndjson'],
    ['text/html', 406, null],
    ['application/json;q=0', 406, null],
    ['application/pdf', 406, null],
  ])('follows Accept: %s', async (accept, status, mediaType) => {
    const answer = await api.ask('/api/v1/events', { headers: { Accept: accept } })
    expect(answer.status).toBe(status)
    if (mediaType) expect(answer.headers.get('Content-Type')?.split(';')[0]).toBe(mediaType)
    else expect(answer.body).toMatchObject({ code: 'NOT_ACCEPTABLE', supportedValues: offeredTypes('events') })
  })

  const offeredTypes = (name: ResourceName) => offered(name).map((format) => FORMATS[format].mediaTypes[0])

  it.each(['/api/v1/awards.ics', '/api/v1/awards.atom', '/api/v1/awards.xlsx', '/api/v1/awards.pdf'])(
    'rejects %s, and lists what is offered',
    async (target) => {
      const { status, body } = await api.ask(target)
      expect([status, body.code]).toEqual([406, 'NOT_ACCEPTABLE'])
      expect(body.supportedValues).toEqual(offeredTypes('awards'))
      expect((await api.ask(target, { key: null })).status).toBe(401)
    },
  )

  it('also works for single records', async () => {
    const [event] = await readItems('events')
    const json = await api.ask(`/api/v1/events/${event?.id}.json`)
    expect(json.body).toEqual(event)
    const { text, headers } = await api.ask(`/api/v1/events/${event?.id}.ics`)
    expect(headers.get('Content-Type')).toBe(getContentType('ics'))
    READERS.ics('events', text, [event as Item])
    const csv = parse((await api.ask('/api/v1/states/NE.csv')).text, { columns: true }) as Item[]
    expect(csv).toMatchObject([{ code: 'NE', name: 'Nebraska' }])
    expect((await api.ask('/api/v1/states/NE.ics')).status).toBe(406)
    expect((await api.ask('/api/v1/events/nowhere.ics')).status).toBe(404)
  })

  it('lets only tables start with a byte-order mark', async () => {
    const plain = await api.app.request('/api/v1/awards.csv', { headers: { 'X-Api-Key': (await api.key()).secret } })
    const marked = await api.app.request('/api/v1/awards.csv?bom=true', {
      headers: { 'X-Api-Key': (await api.key()).secret },
    })
    const [bytes, markedBytes] = [new Uint8Array(await plain.arrayBuffer()), new Uint8Array(await marked.arrayBuffer())]
    expect([...markedBytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    expect(markedBytes.slice(3)).toEqual(bytes)
    expect((await api.ask('/api/v1/awards?bom=true')).body.errors).toMatchObject([{ parameter: 'bom' }])
  })

  it('includes removed records only in formats that can mark them', async () => {
    expect((await api.ask('/api/v1/awards.ndjson?includeRemoved=true')).status).toBe(200)
    for (const target of ['/api/v1/awards.csv', '/api/v1/events.ics', '/api/v1/events.atom']) {
      expect((await api.ask(`${target}?includeRemoved=true`)).body.errors).toMatchObject([
        { parameter: 'includeRemoved' },
      ])
    }
  })

  it('has a feed with its own URL', async () => {
    const feed = (await api.ask('/api/v1/opportunities.jsonfeed?state=NE&limit=2')).body
    expect(feed.feed_url).toBe('http://localhost/api/v1/opportunities.jsonfeed?state=NE&limit=2')
  })
})
