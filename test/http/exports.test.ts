import { hash } from 'node:crypto'
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import Database from 'better-sqlite3'
import { parse } from 'csv-parse/sync'
import { beforeAll, describe, expect, it } from 'vitest'
import { writeStaticExports } from '../../src/platform/static-files.ts'
import { RESOURCE_NAMES } from '../../src/resources/index.ts'
import { publishedCounts } from '../../src/store/lists/published-counts.ts'
import { openService } from '../../src/store/service.ts'
import { baked, openApi, scratch, type TestApi, walk } from '../api.ts'

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
const contentOf = async (name: string) => Buffer.from(await (await get(name)).arrayBuffer())

describe('GET /api/v1/exports', () => {
  it('lists every list as NDJSON and CSV, one SQLite file and the description, plain and compressed, unmetered', async () => {
    const plain = RESOURCE_NAMES.flatMap((name) => [`${name}.ndjson`, `${name}.csv`])
    const names = [...plain, 'dataset.sqlite', 'datapackage.json'].flatMap((name) => [name, `${name}.gz`])
    expect(files.map(({ name }) => name).sort()).toEqual(names.sort())
    const key = (await api.key()).secret
    const { headers, body } = await api.ask('/api/v1/exports', { key })
    expect(headers.get('X-Quota-Remaining')).toBe('20000')
    expect(body.datasetVersion).toBe(api.service.manifest.datasetVersion)
  })

  it('gives the true size and SHA-256 of each file', async () => {
    for (const { name, bytes, sha256, compression } of files) {
      const content = await contentOf(name)
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
      const lines = (await contentOf(`${list}.ndjson`)).toString().trimEnd().split('\n')
      const records = lines.map((line) => JSON.parse(line)) as { id: string; updatedAt: string }[]
      expect(records.map(({ id }) => id)).toEqual(ids)
      const file = files.find(({ name }) => name === `${list}.ndjson`)
      for (const record of records) {
        expect(Object.keys(record)).toEqual(file?.fields.filter((field) => Object.hasOwn(record, field)))
      }
      const rows = parse(await contentOf(`${list}.csv`), { columns: true }) as { id: string }[]
      expect(rows.map(({ id }) => id).sort()).toEqual(ids)
      const db = new Database(await contentOf('dataset.sqlite'))
      expect(db.prepare(`SELECT id FROM "${list}" ORDER BY id`).pluck().all()).toEqual(ids)
      db.close()
      expect(file?.records).toBe(ids.length)
    },
  )

  it('describes the others as a data package with license, counts and hashes', async () => {
    const description = JSON.parse((await contentOf('datapackage.json')).toString())
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
    const whole = await contentOf('awards.ndjson.gz')
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

  it('redirects to a static file if the deployment has them, with a secret path, and is charged once', async () => {
    const { publication, folder } = await baked()
    const [bake, site] = [scratch(), scratch()]
    cpSync(folder, bake, { recursive: true })
    writeStaticExports(bake, site)
    const other = await openApi({ published: { publication, folder: bake } })
    const key = (await other.key()).secret
    const paths = new Set<string>()
    for (const { name, sha256 } of files) {
      const { status, headers, text } = await other.ask(`/api/v1/exports/${name}`, { key })
      expect([status, text]).toEqual([307, ''])
      const [, folder, signature, file] = (headers.get('Location') ?? '').split('/')
      expect([folder, file]).toEqual(['exports', name])
      expect(signature).toMatch(/^[\w-]{43}$/)
      paths.add(signature ?? '')
      expect(hash('sha256', readFileSync(path.join(site, headers.get('Location') ?? '')))).toBe(sha256)
    }
    expect(paths.size).toBe(files.length)
    const spent = await other.ask('/api/v1/exports/awards.csv', { key })
    expect(spent.headers.get('X-Quota-Remaining')).toBe(String(20_000 - files.length - 1))
    const headers = { 'If-None-Match': spent.headers.get('ETag') ?? '' }
    expect((await other.ask('/api/v1/exports/awards.csv', { key, headers })).status).toBe(304)
    expect((await other.ask('/api/v1/exports/awards.csv', { key: null })).status).toBe(401)
    const head = await other.ask('/api/v1/exports/awards.csv', { key, method: 'HEAD' })
    expect([head.status, head.headers.get('Location')]).toEqual([200, null])

    writeStaticExports(bake, site)
    const again = await openApi({ published: { publication, folder: bake } })
    const moved = await again.ask('/api/v1/exports/awards.csv')
    expect(moved.headers.get('Location')).not.toBe(spent.headers.get('Location'))
    // Files of another publication are not these.
    const place = path.join(bake, 'static-exports.json')
    writeFileSync(place, readFileSync(place, 'utf8').replace(/\w{16}/, '0123456789abcdef'))
    const fresh = await openApi({ published: { publication, folder: bake } })
    expect((await fresh.ask('/api/v1/exports/awards.csv')).status).toBe(200)
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
    expect(body.counts).toEqual(publishedCounts(api.service.manifest))
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
  })
})
