import { hash } from 'node:crypto'
import { cpSync, rmSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import Database from 'better-sqlite3'
import { parse } from 'csv-parse/sync'
import { beforeAll, describe, expect, it } from 'vitest'
import { RESOURCE_NAMES } from '../../../src/resources/index.ts'
import { getPublishedCounts } from '../../../src/store/open/dataset.ts'
import { openService } from '../../../src/store/service.ts'
import { baked, openApi, scratch, type TestApi, walk } from '../../api.ts'

interface File {
  name: string
  url: string
  resource: string | null
  format: string
  compression: string | null
  records: number | null
  fields: string[]
  bytes: number
  sha256: string
}

let api: TestApi
let secret: string
let files: File[]
beforeAll(async () => {
  api = await openApi()
  secret = (await api.key()).secret
  files = (await api.ask('/api/v1/exports', { key: secret })).body.files
})

const get = (name: string, headers: { [name: string]: string } = {}) =>
  api.app.request(`/api/v1/exports/${name}`, { headers: { Authorization: `Bearer ${secret}`, ...headers } })
const readContent = async (name: string) => Buffer.from(await (await get(name)).arrayBuffer())

describe('GET /api/v1/exports', () => {
  it('lists every list in each format, one SQLite file, the dictionary and the description, unmetered', async () => {
    const plain = RESOURCE_NAMES.flatMap((name) => [`${name}.ndjson`, `${name}.csv`])
    const names = [...plain, 'dataset.sqlite', 'dictionary.csv', 'datapackage.json'].flatMap((name) => [
      name,
      `${name}.gz`,
    ])
    const typed = RESOURCE_NAMES.flatMap((name) => [`${name}.xlsx`, `${name}.parquet`])
    expect(files.map(({ name }) => name).sort()).toEqual([...names, ...typed].sort())
    const key = (await api.key()).secret
    const { headers, body } = await api.ask('/api/v1/exports', { key })
    expect(headers.get('X-Quota-Remaining')).toBe('20000')
    expect(body.datasetVersion).toBe(api.service.manifest.datasetVersion)
  })

  it('gives the true size and SHA-256 of each file', async () => {
    for (const { name, bytes, sha256, compression } of files) {
      const content = await readContent(name)
      expect([name, content.length, hash('sha256', content)]).toEqual([name, bytes, sha256])
      if (compression) {
        const plain = files.find((file) => `${file.name}.gz` === name)
        expect(hash('sha256', gunzipSync(content))).toBe(plain?.sha256)
      }
    }
  })
})

describe('a snapshot file', () => {
  it.each(['awards', 'documents', 'opportunities', 'events', 'activities', 'activity'])(
    'of %s has every record, as lines, as a table, and in SQLite',
    async (list) => {
      const query = { activity: '?type=ALL', events: '?includeInactive=true' }[list] ?? ''
      const all = (await walk(api, `/api/v1/${list}${query}`, 100)) as { id: string }[]
      const ids = all.map(({ id }) => id).sort()
      const lines = (await readContent(`${list}.ndjson`)).toString().trimEnd().split('\n')
      const records = lines.map((line) => JSON.parse(line)) as { id: string; updatedAt: string }[]
      expect(records.map(({ id }) => id)).toEqual(ids)
      const file = files.find(({ name }) => name === `${list}.ndjson`)
      for (const record of records) {
        expect(Object.keys(record)).toEqual(file?.fields.filter((field) => Object.hasOwn(record, field)))
      }
      const rows = parse(await readContent(`${list}.csv`), { columns: true }) as { id: string }[]
      expect(rows.map(({ id }) => id).sort()).toEqual(ids)
      const db = new Database(await readContent('dataset.sqlite'))
      expect(db.prepare(`SELECT id FROM "${list}" ORDER BY id`).pluck().all()).toEqual(ids)
      db.close()
      expect(file?.records).toBe(ids.length)
    },
  )

  it('describes the others as a data package with license, counts and hashes', async () => {
    const description = JSON.parse((await readContent('datapackage.json')).toString())
    expect(description).toMatchObject({
      name: 'rural-health-program-data',
      version: api.service.manifest.datasetVersion,
      licenses: [{ name: 'CC0-1.0' }],
    })
    for (const { path, bytes, hash: sum, records } of description.resources) {
      const file = files.find(({ name }) => name === path)
      expect([bytes, sum, records]).toEqual([file?.bytes, `sha256:${file?.sha256}`, file?.records])
    }
  })

  it('is served in ranges that add up to the whole', async () => {
    const whole = await readContent('awards.ndjson.gz')
    const parts: Buffer[] = []
    for (let first = 0; first < whole.length; first += 300) {
      const response = await get('awards.ndjson.gz', { Range: `bytes=${first}-${first + 299}` })
      expect(response.status).toBe(206)
      const last = Math.min(first + 299, whole.length - 1)
      expect(response.headers.get('Content-Range')).toBe(`bytes ${first}-${last}/${whole.length}`)
      parts.push(Buffer.from(await response.arrayBuffer()))
    }
    expect(Buffer.concat(parts).equals(whole)).toBe(true)
    const tail = await get('awards.ndjson.gz', { Range: 'bytes=-10' })
    expect(Buffer.from(await tail.arrayBuffer()).equals(whole.subarray(-10))).toBe(true)
  })

  it('returns 416 for a range beyond its end, unmetered, and the whole file for a range of another version', async () => {
    const response = await get('awards.csv', { Range: 'bytes=99999999-' })
    const file = files.find(({ name }) => name === 'awards.csv')
    expect([response.status, response.headers.get('Content-Range')]).toEqual([416, `bytes */${file?.bytes}`])
    const key = (await api.key()).secret
    const refused = await api.ask('/api/v1/exports/awards.csv', { key, headers: { Range: 'bytes=99999999-' } })
    expect([refused.status, refused.headers.get('X-Quota-Remaining')]).toEqual([416, '20000'])
    const other = await get('awards.csv', { Range: 'bytes=0-9', 'If-Range': '"other"' })
    expect([other.status, other.headers.get('Accept-Ranges')]).toEqual([200, 'bytes'])
    const tag = other.headers.get('ETag') ?? ''
    expect((await get('awards.csv', { Range: 'bytes=0-9', 'If-Range': tag })).status).toBe(206)
  })

  it('returns 304 for its tag, and costs one request otherwise', async () => {
    const key = (await api.key()).secret
    const first = await api.ask('/api/v1/exports/datapackage.json', { key })
    expect(first.headers.get('X-Quota-Remaining')).toBe('19999')
    const headers = { 'If-None-Match': first.headers.get('ETag') ?? '' }
    const again = await api.ask('/api/v1/exports/datapackage.json', { key, headers })
    expect([again.status, again.headers.get('X-Quota-Remaining')]).toEqual([304, '19999'])
  })

  it('redirects to the site where the files are static, and is charged once', async () => {
    const { publication, folder } = await baked()
    const bake = scratch()
    cpSync(folder, bake, { recursive: true })
    rmSync(path.join(bake, 'snapshot'), { recursive: true })
    const other = await openApi({ published: { publication, folder: bake } })
    const key = (await other.key()).secret
    const { status, headers, text } = await other.ask('/api/v1/exports/awards.csv', { key })
    expect([status, text, headers.get('Location')]).toEqual([307, '', '/data/awards.csv'])
    expect(headers.get('X-Quota-Remaining')).toBe('19999')
    const held = { 'If-None-Match': headers.get('ETag') ?? '' }
    expect((await other.ask('/api/v1/exports/awards.csv', { key, headers: held })).status).toBe(304)
    expect((await other.ask('/api/v1/exports/awards.csv', { key: null })).status).toBe(401)
  })

  it('is read to its end after the publication was replaced', async () => {
    const place = scratch()
    cpSync((await baked()).folder, place, { recursive: true })
    const { exports, close } = openService(place)
    const started = await Promise.all(exports.files.map(async (file) => ({ file, handle: await exports.open(file) })))
    close()
    rmSync(place, { recursive: true })
    for (const { file, handle } of started) {
      const content = await handle.readFile()
      await handle.close()
      expect([file.name, hash('sha256', content)]).toEqual([file.name, file.sha256])
    }
  })

  it('returns 404 for an unknown name, and costs nothing', async () => {
    const key = (await api.key()).secret
    const { status, body, headers } = await api.ask('/api/v1/exports/award.csv', { key })
    expect([status, body.code, headers.get('X-Quota-Remaining')]).toEqual([404, 'NOT_FOUND', '20000'])
  })
})

describe('GET /api/v1/meta', () => {
  it('returns versions, counts, taxonomy, vocabularies, limits and the next publication, unmetered', async () => {
    const key = (await api.key()).secret
    const { body, headers } = await api.ask('/api/v1/meta', { key })
    expect(headers.get('X-Quota-Remaining')).toBe('20000')
    expect(body.dataset.version).toBe(api.service.manifest.datasetVersion)
    expect(Date.parse(body.dataset.nextPublication)).toBeGreaterThan(api.now())
    expect(body.dataset.nextPublication).toMatch(/T08:17:00\.000Z$/)
    expect(body.counts).toEqual(getPublishedCounts(api.service.manifest))
    expect(body.taxonomy.categories).toContainEqual({
      id: 'WORKFORCE_DEVELOPMENT',
      label: 'Workforce Development',
      alias: 'WORKFORCE',
    })
    expect(body.plans).toContainEqual({
      ...{ name: 'PRO', label: 'Pro', perMinute: 60, perMonth: 2000, aiAnswersPerMonth: 250 },
      ...{ keys: 3, webhooks: 2, subscriptions: 10 },
    })
    expect(body.vocabularies.opportunityStatus).toContain('CLOSING_SOON')
    expect(body.vocabularies.statusBasis).toContain('UNCONFIRMED')
  })
})
