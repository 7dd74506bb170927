import { describe, expect, it } from 'vitest'
import { SOURCES } from '../../src/ingest/sources.ts'
import { commandHere, commandProcess } from '../command.ts'
import { grantsGovApi, opportunity, pointing } from './apis.ts'
import { dataset, readFiles, readRows } from './night.ts'
import { standIn } from './stand-in.ts'

const SCRIPT = 'scripts/ingest.ts'
const command = (words: string[], env: Record<string, string> = {}) => commandHere(SCRIPT, words, env)

describe('npm run ingest', () => {
  it('describes itself with --help', async () => {
    const { code, stdout: out } = await command(['--help'])
    expect(code).toBe(0)
    for (const option of ['--source', '--data', '--dry-run', '--json', '--help']) expect(out).toContain(option)
    expect(out.replace(/\s+/g, ' ')).toContain(SOURCES.map(({ name }) => name).join(', '))
  })

  it.each([
    ['an unknown source', ['--source', 'nobody'], /The sources are grants-gov/],
    ['an unknown option', ['--force'], /unknown option '--force'/],
  ])('rejects %s', async (_, words, message) => {
    const { code, stderr: err } = await command(words)
    expect(code).toBe(1)
    expect(err).toMatch(message)
  })

  it("merges a source's data and prints a table; progress goes to stderr", async () => {
    const data = await dataset()
    const server = await grantsGovApi([opportunity('1')])
    const { PATH, NODE_COMPILE_CACHE } = process.env
    const {
      code,
      stdout: out,
      stderr: err,
    } = await commandProcess(SCRIPT, ['--ungated', '--source', 'grants-gov', '--data', data], {
      PATH,
      NODE_COMPILE_CACHE,
      ...pointing({ grantsGov: server }),
    })
    expect({ code, lines: out.split('\n').length }).toEqual({ code: 0, lines: 3 })
    expect(out).toMatch(
      /^source +fetched +new +changed +unchanged +rejected +seconds +result\ngrants-gov +1 +1 +0 +0 +0 +\d+\.\d +ok\n$/,
    )
    expect(err).toBe('grants-gov: 0 of 1 notices\n')
    expect(await readRows(data, 'notices')).toHaveLength(1)
  })

  it('prints JSON, and writes nothing in a dry run', async () => {
    const data = await dataset()
    const before = await readFiles(data)
    const server = await grantsGovApi([opportunity('1')])
    const { code, stdout: out } = await command(
      ['--source', 'grants-gov', '--data', data, '--dry-run', '--json'],
      pointing({ grantsGov: server }),
    )
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject([{ source: 'grants-gov', fetched: 1, new: 1, rejected: [], failed: null }])
    expect(await readFiles(data)).toEqual(before)
  })

  it('exits with 0 if one of two sources succeeded, and names the other', async () => {
    const data = await dataset()
    const broken = await standIn(() => ({ status: 404 }))
    const env = pointing({ grantsGov: await grantsGovApi([]), federalRegister: broken })
    const { code, stdout: out } = await command(
      ['--ungated', '--source', 'grants-gov', '--source', 'federal-register', '--data', data],
      env,
    )
    expect(code).toBe(0)
    expect(out).toMatch(/federal-register .*FAILED: responded with 404/)
  })

  it('exits with 1 when all sources failed', async () => {
    const broken = await standIn(() => ({ status: 404 }))
    const { code, stdout: out } = await command(
      ['--ungated', '--source', 'grants-gov', '--data', await dataset()],
      pointing({ grantsGov: broken }),
    )
    expect(code).toBe(1)
    expect(out).toMatch(/grants-gov .*FAILED: responded with 404/)
  })

  it.each([
    [
      'a missing dataset',
      { words: ['--dry-run', '--data', 'nowhere'], env: pointing({}) },
      /^ingest: nowhere:0: folder: does not exist; set the folder with --data/,
    ],
    [
      'an invalid setting',
      { words: ['--dry-run'], env: { ...pointing({}), BASE_URL: 'nowhere' } },
      /^ingest: BASE_URL: "nowhere" is not/,
    ],
    ['a run without checks', { words: [], env: pointing({}) }, /^ingest: use "npm run nightly", .* add --ungated;/],
    ['no contact', { words: ['--ungated'], env: {} }, /^ingest: set BASE_URL and CONTACT_EMAIL: /],
  ])('exits with 1 and one sentence for %s', async (_, { words, env }, message) => {
    const { code, stderr: err } = await command(words, env)
    expect(code).toBe(1)
    expect(err).toMatch(message)
    expect(err.trim().split('\n')).toHaveLength(1)
  })
})
