import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { BAKE_ROOMS, bakeDataset, buildSite, type Surroundings } from '../../src/operations/build.ts'
import { openService } from '../../src/store/service.ts'
import { FIXTURE, scratch } from '../api.ts'
import { commandHere, commandProcess } from '../command.ts'
import { ROOMS } from '../rooms.ts'

const ROOT = path.join(import.meta.dirname, '..', '..')
const DATASET = 'data/baked'
const NOW = Date.parse('2026-11-20T17:00:00.000Z')

let root: string
let around: Surroundings
beforeEach(() => {
  root = scratch()
  for (const part of ['src', 'scripts', 'package.json']) symlinkSync(path.join(ROOT, part), path.join(root, part))
  cpSync(FIXTURE, path.join(root, 'data'), { recursive: true })
  mkdirSync(path.join(root, 'node_modules'))
  const { PATH, NODE_COMPILE_CACHE } = process.env
  around = { root, env: { PATH, NODE_COMPILE_CACHE }, now: NOW, isForced: false, isVerbose: false }
})

const notices = () => path.join(root, 'data', 'records', 'notices.ndjson')
const spoil = () => writeFileSync(notices(), readFileSync(notices(), 'utf8').replace('"title":"', '"title":7,"x":"'))

describe('the dataset', () => {
  it('is baked at the first start, and again only if a record has changed; the last good one stays while a record has an error', async () => {
    const first = await bakeDataset(around, DATASET)
    expect(first).toMatchObject({ isGood: true, canServe: true, text: expect.stringMatching(/records in [\d.]+ s$/) })
    const second = await bakeDataset(around, DATASET)
    expect(second.text).toMatch(/^unchanged, [0-9a-f]{16} of 20/)
    const { manifest } = openService(path.join(root, DATASET))
    expect(second.text).toContain(manifest.datasetVersion)

    const allotments = path.join(root, 'data', 'records', 'allotments.ndjson')
    writeFileSync(allotments, readFileSync(allotments, 'utf8').replace(/"sourceTitle":"/, '"sourceTitle":"Changed '))
    expect((await bakeDataset(around, DATASET)).text).toMatch(/records in/)

    // It stays the last good one while a record has an error, which is reported by file and line.
    const good = openService(path.join(root, DATASET)).manifest.datasetVersion
    spoil()
    const step = await bakeDataset(around, DATASET)
    expect(step).toMatchObject({ isGood: false, canServe: true })
    expect(step.text).toContain(`serving the last good bake, ${good}`)
    expect(step.errors.join('\n')).toMatch(/notices\.ndjson:1: /)
    expect(openService(path.join(root, DATASET)).manifest.datasetVersion).toBe(good)
  })

  it('with an error at the first start leaves nothing to serve', async () => {
    spoil()
    expect(await bakeDataset(around, DATASET)).toMatchObject({ isGood: false, canServe: false })
  })

  it('depends on the folders that the bake imports from', () => {
    expect(BAKE_ROOMS).toEqual(expect.arrayContaining(['bake', ...(ROOMS.bake?.mayImport ?? [])]))
  })
})

describe('the site', () => {
  /** Replaces Astro with a builder that builds a page with these words, or fails. */
  function builder(words: string, isFailing = false): void {
    const folder = path.join(root, 'node_modules', 'astro', 'bin')
    mkdirSync(folder, { recursive: true })
    const out = "path.join(process.argv[process.argv.indexOf('--outDir') + 1], 'client')"
    writeFileSync(
      path.join(folder, 'astro.mjs'),
      `import fs from 'node:fs'; import path from 'node:path'
fs.mkdirSync(${out}, { recursive: true }); fs.writeFileSync(path.join(${out}, 'index.html'), '${words}')
${isFailing ? "console.error('no such component'); process.exit(1)" : ''}`,
    )
  }
  const page = () => readFileSync(path.join(root, 'dist', 'client', 'index.html'), 'utf8')

  it('is built once for the same files, bake, settings and day', async () => {
    builder('one')
    expect((await buildSite(around, DATASET)).text).toMatch(/^built in/)
    builder('two')
    expect((await buildSite(around, DATASET)).text).toBe('unchanged')
    expect(page()).toBe('one')
  })

  it.each<[string, (made: Surroundings) => Surroundings]>([
    ['the public address', (made) => ({ ...made, env: { ...made.env, BASE_URL: 'https://a.example' } })],
    ['the day', (made) => ({ ...made, now: NOW + 24 * 60 * 60_000 })],
    ['a forced build', (made) => ({ ...made, isForced: true })],
    [
      'the bake',
      (made) => {
        mkdirSync(path.join(root, DATASET), { recursive: true })
        writeFileSync(path.join(root, DATASET, 'manifest.json'), '{}')
        return made
      },
    ],
  ])('is rebuilt after a change of %s', async (_, change) => {
    builder('one')
    await buildSite(around, DATASET)
    builder('two')
    expect((await buildSite(change(around), DATASET)).text).toMatch(/^built in/)
    expect(page()).toBe('two')
  })

  it('that cannot be built leaves the last one in place, and gives the reason', async () => {
    builder('one')
    await buildSite(around, DATASET)
    builder('broken', true)
    const step = await buildSite({ ...around, isForced: true }, DATASET)
    expect(step).toMatchObject({ isGood: false, canServe: true, text: 'FAILED; serving the last one' })
    expect(step.errors).toContain('no such component')
    expect(page()).toBe('one')
  })

  it('is served without build tools: an installation without them says so and continues', async () => {
    const step = await buildSite(around, DATASET)
    expect(step).toMatchObject({ isGood: true, text: expect.stringContaining('serving only the API') })
    expect(existsSync(path.join(root, 'dist'))).toBe(false)
  })
})

describe('settings that do not work', () => {
  const wrong: [sentence: string, env: Record<string, string>][] = [
    ['WEBHOOK_ALLOW_ORIGINS must only have loopback origins such as', { WEBHOOK_ALLOW_ORIGINS: 'example.org' }],
    ['SMTP_URL is set but BASE_URL is not.', { SMTP_URL: 'smtp://127.0.0.1', MAIL_FROM: 'a@example.org' }],
    ['PORT is not a whole number in digits.', { PORT: 'http' }],
  ]

  it.each(wrong)('are refused with a sentence before anything is built or served: %s', async (sentence, env) => {
    const out = path.join(root, 'baked')
    const settings = { ...env, DATASET_PATH: out, CONTACT_EMAIL: 'desk@example.org' }
    for (const args of [[], ['--no-build'], ['--no-serve', '--force', '--verbose']]) {
      const { code, stderr, stdout } = await commandHere('scripts/start.ts', args, settings)
      expect([code, stdout]).toEqual([1, ''])
      expect(stderr).toContain(sentence)
      expect(stderr.trim().split('\n')).toHaveLength(1)
    }
    const night = await commandHere('scripts/nightly.ts', ['--no-ingest', '--out', out, '--no-commit'], settings)
    expect([night.code, night.stderr.trim().split('\n').length]).toEqual([1, 1])
    expect(night.stderr).toContain(sentence)
    expect(existsSync(out)).toBe(false)
  })

  it('end the command itself with 1', async () => {
    const { PATH } = process.env
    const ended = await commandProcess('scripts/start.ts', ['--no-build', '--workers', 'many'], { PATH })
    expect(ended).toEqual({
      code: 1,
      stdout: '',
      stderr: 'Nothing was started: WORKERS is not a whole number in digits.\n',
    })
  })
})
