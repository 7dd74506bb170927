import { existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { readSites } from '../../src/bake/folder/kept.ts'
import { FRESHNESS_FILE, readManifest } from '../../src/bake/folder/manifest.ts'
import type { App } from '../../src/http/app.ts'
import { createLiveSite } from '../../src/http/pages/site.ts'
import { runNight } from '../../src/nightly/run.ts'
import { commandHere } from '../command.ts'
import { anotherNotice, datasetFolder, FIRST_NIGHT, NEXT_NIGHT, rewrite } from './folders.ts'

const THIRD_NIGHT = new Date('2026-11-22T08:00:00.000Z')

/** A site of one page and one file, which contain the version and the run they were built for. */
const siteFor = (now: Date) => async (bake: string, target: string) => {
  expect(existsSync(path.join(bake, FRESHNESS_FILE))).toBe(true)
  mkdirSync(path.join(target, '_astro'), { recursive: true })
  writeFileSync(path.join(target, 'index.html'), `${readManifest(bake)?.datasetVersion} ${now.toISOString()}`)
  writeFileSync(path.join(target, '_astro', `${now.getTime()}.css`), 'body {}')
  utimesSync(target, now, now)
}

function machine() {
  const folders = datasetFolder()
  const site = path.join(folders.data, 'by-hand')
  let now = FIRST_NIGHT.getTime()
  const fetch = createLiveSite({
    site,
    sites: () => readSites(folders.out),
    app: new Hono() as unknown as App,
    records: () => new Hono() as unknown as App,
    version: () => readManifest(folders.out)?.datasetVersion ?? null,
    clock: () => now,
  })
  const get = async (place: string) => {
    now += 2_000
    const answer = await fetch(new Request(`http://localhost${place}`))
    return answer.status === 200 ? answer.text() : answer.status
  }
  const run = (at: Date, more: { number?: number; build?: ReturnType<typeof siteFor> | null; breaks?: boolean } = {}) =>
    runNight({
      ...folders,
      now: at,
      allowed: [],
      progress: () => {},
      buildSite: more.build === undefined ? siteFor(at) : more.build,
      ingest: async (staged) => {
        const { number, breaks } = more
        if (number) rewrite(staged, 'notices', (rows) => [...rows, anotherNotice(staged, number)])
        if (breaks) rewrite(staged, 'notices', () => [])
        return { results: [], skewMs: null }
      },
    })
  return { ...folders, site, get, run }
}

describe('the site of a machine', () => {
  it('changes with what is published, and files of the previous pages are still found', async () => {
    const { get, run } = machine()
    const first = await run(FIRST_NIGHT)
    expect(await get('/')).toBe(`${first.datasetVersion} ${FIRST_NIGHT.toISOString()}`)
    const next = await run(NEXT_NIGHT, { number: 1 })
    expect(next.datasetVersion).not.toBe(first.datasetVersion)
    expect(await get('/')).toBe(`${next.datasetVersion} ${NEXT_NIGHT.toISOString()}`)
    expect(await get(`/_astro/${FIRST_NIGHT.getTime()}.css`)).toBe('body {}')
    expect(await get('/nowhere')).toBe(404)
  })

  it('is rebuilt after a run without changes, and after a refused one', async () => {
    const { get, run, out } = machine()
    const { datasetVersion } = await run(FIRST_NIGHT)
    expect(await run(NEXT_NIGHT)).toMatchObject({ outcome: 'unchanged', siteFault: null })
    expect(await get('/')).toBe(`${datasetVersion} ${NEXT_NIGHT.toISOString()}`)
    expect(await run(THIRD_NIGHT, { breaks: true })).toMatchObject({ outcome: 'refused', siteFault: null })
    expect(await get('/')).toBe(`${datasetVersion} ${THIRD_NIGHT.toISOString()}`)
    expect(readSites(out)).toHaveLength(2)
  })

  it('that cannot be built stays unchanged, and the run is published and says so', async () => {
    const { get, run, data } = machine()
    await run(FIRST_NIGHT)
    const before = await get('/')
    const build = () => Promise.reject(new Error('the build broke'))
    expect(await run(NEXT_NIGHT, { number: 1, build })).toMatchObject({
      outcome: 'published',
      siteFault: 'the build broke',
    })
    expect(await get('/')).toBe(before)
    const report = JSON.parse(readFileSync(path.join(data, 'history/reports/2026-11-21.json'), 'utf8'))
    expect(report.siteFault).toBe('the build broke')
  })

  it('that was built by hand later than the run is shown, also if runs build none', async () => {
    const { get, run, site } = machine()
    await run(FIRST_NIGHT, { build: null })
    expect(await get('/')).toBe(404)
    await run(NEXT_NIGHT)
    mkdirSync(site)
    writeFileSync(path.join(site, 'index.html'), 'by hand')
    utimesSync(path.join(site, 'index.html'), FIRST_NIGHT, FIRST_NIGHT)
    expect(await get('/')).toContain(NEXT_NIGHT.toISOString())
    utimesSync(path.join(site, 'index.html'), THIRD_NIGHT, THIRD_NIGHT)
    expect(await get('/')).toBe('by hand')
  })
})

it('a night that would rebuild the site for no address is refused before it begins', async () => {
  const { data, out } = datasetFolder()
  const site = path.join(data, 'by-hand')
  mkdirSync(site)
  writeFileSync(path.join(site, 'index.html'), '<html></html>')
  const args = ['--data', data, '--out', out, '--no-ingest', '--no-commit', '--dry-run']
  const env = { DATASET_PATH: out, SITE_PATH: site }
  const refused = await commandHere('scripts/nightly.ts', args, env)
  expect([refused.code, refused.stdout]).toEqual([1, ''])
  expect(refused.stderr).toMatch(/^nightly: set BASE_URL to the public address.*--no-site\.\n$/)
  expect((await commandHere('scripts/nightly.ts', [...args, '--no-site'], env)).stderr).not.toContain('address')
})
