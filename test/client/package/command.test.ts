import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { describe, expect, it } from 'vitest'
import { COMMANDS } from '../../../packages/client/src/cli/commands.generated.ts'
import { ACTORS } from '../../../src/account/actions.ts'
import { generateId, generateKey } from '../../../src/metering/keys.ts'
import { RESOURCES } from '../../../src/resources/index.ts'
import { scratch } from '../../api.ts'
import { SINGLES } from '../../http/examples.ts'
import { running } from '../service.ts'
import { installedClient } from './example.ts'
import { type Ended, finish, ownNode, runHere, start } from './process.ts'

const service = running()
const { example: cwd } = await installedClient()
const RHP = path.join(cwd, 'node_modules', '.bin', 'rhp')

const settings = async () => ({ RHP_BASE_URL: service.faults.address, RHP_API_KEY: await service.key() })

/** Runs the command within this process. Its output must never contain the key. */
async function rhp(args: string[], env?: Record<string, string>): Promise<Ended> {
  const environment = env ?? (await settings())
  const ended = await runHere(args, environment)
  if (environment.RHP_API_KEY) expect(ended.out + ended.err).not.toContain(environment.RHP_API_KEY)
  return ended
}

/** Runs the installed command as a process. */
const installed = async (args: string[], env?: Record<string, string>): Promise<Ended> =>
  finish(process.execPath, [RHP, ...args], { cwd, env: env ?? (await settings()) })

const MORE: [string, string[]][] = [
  ['JSON', ['opportunities', '--state', 'ne', '--json']],
  ['CSV', ['awards', '--csv']],
  ['a missing command', ['states', 'ZZ']],
  ['no response', ['awards', '--awardee', 'nobody of that name']],
]

describe('the installed command', () => {
  it.each<[string, string[]]>([
    ['a table', ['states']],
    ['a mistake', ['awards', '--stat', 'NE']],
    ...(process.env.LONG ? MORE : []),
  ])('prints the same as within this process: %s', async (_, args) => {
    expect(await installed(args)).toEqual(await rhp(args))
  })

  it.each([['--help'], ['--version']])('responds to %s without settings', async (option) => {
    expect(await installed([option], {})).toEqual(await rhp([option], {}))
  })
})

const toPath = (command: string) => `/api/v1/${command === 'changes' ? 'activity' : command}`
const readData = async (target: string): Promise<{ [field: string]: unknown }[]> =>
  (await service.api.ask(target)).body.data

describe.each(COMMANDS.map(({ name }) => name))('rhp %s', (name) => {
  it('prints a table, JSON and CSV of the same records', async () => {
    const all = name === 'changes' ? '?type=ALL' : ''
    const records = await readData(toPath(name) + all)
    const [table, json, csv] = await Promise.all([rhp([name]), rhp([name, '--json']), rhp([name, '--csv'])])
    expect([table.code, json.code, csv.code]).toEqual([0, 0, 0])
    expect(JSON.parse(json.out)).toEqual(records)
    expect(table.out.trimEnd().split('\n')).toHaveLength(records.length + 1)
    expect(csv.out).toBe((await service.api.ask(`${toPath(name)}.csv${all}`)).text)
  })

  it('has help that lists every filter', async () => {
    const { code, out } = await rhp([name, '--help'], {})
    expect(code).toBe(0)
    const resource = RESOURCES[(name === 'changes' ? 'activity' : name) as keyof typeof RESOURCES]()
    for (const filter of Object.keys(resource.filters)) {
      expect(out).toContain(`--${filter.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`)
    }
  })
})

describe('rhp', () => {
  it('filters', async () => {
    const args = [
      'opportunities',
      '--state',
      'ne',
      '--state',
      'TX',
      '--status',
      'OPEN,CLOSED',
      '--limit',
      '3',
      '--json',
    ]
    const { out, err } = await rhp(args)
    expect(JSON.parse(out)).toEqual(await readData('/api/v1/opportunities?state=NE,TX&status=OPEN,CLOSED&limit=3'))
    expect(err).toMatch(/^Showing 3 of \d+\. Use --all to print all of them\.\n$/)
    const inactive = await rhp(['events', '--include-inactive', '--json'])
    expect(JSON.parse(inactive.out)).toEqual(await readData('/api/v1/events?includeInactive=true'))
  })

  it('prints every record with --all, and as many as requested with --limit', async () => {
    const all = await readData('/api/v1/opportunities?limit=100')
    expect(JSON.parse((await rhp(['opportunities', '--all', '--json'])).out)).toEqual(all)
    expect(JSON.parse((await rhp(['opportunities', '--limit', '150', '--json'])).out)).toEqual(all)
    expect(JSON.parse((await rhp(['opportunities', '--limit', '1', '--json'])).out)).toEqual(all.slice(0, 1))
  })

  it.each(['states', 'documents', 'opportunities'])('%s prints a single record', async (name) => {
    const record = SINGLES[name] ?? ''
    const { body } = await service.api.ask(`/api/v1/${name}/${record}`)
    expect(JSON.parse((await rhp([name, record, '--json'])).out)).toEqual(body)
    expect((await rhp([name, record])).out).toContain(body.title ?? body.name)
    expect((await rhp([name, record, '--csv'])).out).toBe((await service.api.ask(`/api/v1/${name}/${record}.csv`)).text)
    expect(await rhp([name, 'get', record])).toEqual(await rhp([name, record]))
  })

  it('has the columns of the requested fields', async () => {
    const csv = await rhp(['awards', '--fields', 'id,sourceDocument', '--csv'])
    expect(csv.out).toBe((await service.api.ask('/api/v1/awards.csv?fields=id,sourceDocument')).text)
  })

  it('says that it waits, and until when, on standard error alone', async () => {
    service.faults.plan({ status: 429, headers: { 'Retry-After': '1' }, body: '{"code":"RATE_LIMITED","detail":"x"}' })
    const { code, out, err } = await rhp(['states', '--json'])
    expect([code, JSON.parse(out).length > 0]).toEqual([0, true])
    expect(err).toMatch(/^The requests of this minute are used up\. Waiting 1 second, until \d{2}:\d{2}:\d{2} UTC\.\n$/)
  })

  it('tells the change feed and the program activities apart', async () => {
    const help = (await rhp(['--help'], {})).out
    expect(help).toMatch(/activities .*program activities: the states' initiatives/)
    expect(help).toMatch(/changes\|activity .*change feed/)
    expect((await rhp(['changes', '--help'], {})).out).toContain('rhp activities')
    expect((await rhp(['activities', '--help'], {})).out.replace(/\s+/g, ' ')).toContain('rhp changes')
    expect((await rhp(['activity', '--json'])).out).toBe((await rhp(['changes', '--json'])).out)
    expect(JSON.parse((await rhp(['changes', '--type', 'NEW_DOCUMENT', '--json'])).out)).toEqual(
      await readData('/api/v1/activity?type=NEW_DOCUMENT'),
    )
  })

  it('searches', async () => {
    const json = { query: 'telehealth rural', states: ['NE'], limit: 2 }
    const { out } = await rhp(['search', 'telehealth', 'rural', '--state', 'NE', '--limit', '2', '--json'])
    expect(JSON.parse(out)).toEqual((await service.api.ask('/api/v1/search', { json })).body)
  })

  it('prints an AI answer with its numbered sources, and says so when there is none', async () => {
    const { body } = await service.api.ask('/api/v1/search', { json: { query: 'telehealth', aiAnswer: true } })
    const answered = await rhp(['search', 'telehealth', '--ai-answer'])
    expect(answered.code).toBe(0)
    expect(body.citations.length).toBeGreaterThan(0)
    for (const { number, title, url } of body.citations)
      expect(answered.out).toContain(`[${number}] ${title}, ${url}\n`)
    expect(answered.out.startsWith(body.aiAnswer)).toBe(true)
    const none = await rhp(['search', 'nothing of that kind', '--ai-answer'])
    expect(none).toMatchObject({ code: 0, out: '' })
    expect(none.err).toMatch(/^There is no AI answer: NO_EVIDENCE\.\nNo matches\.\n$/)
  })

  it('prints the usage, the stats and the health', async () => {
    const usage = await rhp(['usage'])
    expect(usage.out).toMatch(/^Test, plan FEATURED_VENDOR\n/)
    expect(usage.out).toMatch(/Requests, this month {4}\[-{20}\] +0 of 20,000 {2}until 2026-12-01 00:00Z/)
    expect(JSON.parse((await rhp(['usage', '--json'])).out).plan).toBe('FEATURED_VENDOR')
    const { RHP_BASE_URL } = await settings()
    expect(JSON.parse((await rhp(['stats', '--json'], { RHP_BASE_URL })).out)).toEqual(
      (await service.api.ask('/api/stats')).body,
    )
    expect((await rhp(['health'], { RHP_BASE_URL })).out).toContain('ok')
  })

  it('syncs a copy of everything into a folder, and reports what it did', async () => {
    const folder = path.join(scratch(), 'copy')
    const first = await rhp(['sync', folder])
    expect(first.code).toBe(0)
    expect(first.err).toMatch(/^(Downloaded \w+: [\d,]+ records?\.\n){10}$/)
    expect(first.out).toMatch(
      /^List +Records +Written +Removed\n(\w+ +\d+ +\d+ +0\n){10}Now at version \w{16} of .+; 10 requests spent\.\n$/,
    )
    expect(readFileSync(path.join(folder, 'awards.ndjson'), 'utf8').trim().split('\n')).toHaveLength(
      service.api.publication.awards.filter(({ isHeld }) => !isHeld).length,
    )
    const { code, out, err } = await rhp(['sync', folder])
    expect([code, err]).toEqual([0, ''])
    expect(out).toMatch(/^Up to date: version \w{16} of .+; 0 requests spent\.\n$/)
    const again = JSON.parse((await rhp(['sync', folder, '--json'])).out)
    expect(again).toMatchObject({
      folder,
      version: service.api.service.manifest.datasetVersion,
      requests: 0,
      lists: {},
    })
  })

  it('says how to resume a sync when the service is unreachable', async () => {
    const folder = path.join(scratch(), 'copy')
    service.faults.plan('pass', { status: 403, body: '{"code":"API_KEY_REVOKED","detail":"The key was revoked."}' })
    const { code, out, err } = await rhp(['sync', folder])
    expect([code, out]).toEqual([3, ''])
    expect(err).toBe(`Run "rhp sync ${folder}" again to continue.\nerror: The key was revoked.\n`)
  })

  it('says so when nothing matches, and prints an empty list', async () => {
    const none = ['awards', '--awardee', 'nobody of that name']
    expect(await rhp(none)).toEqual({ code: 0, out: '', err: expect.stringMatching(/^No matches\./) })
    expect((await rhp([...none, '--json'])).out).toBe('[]\n')
    expect((await rhp([...none, '--csv'])).out).toMatch(/^id,state,[\w,.]+\r\n$/)
  })

  it('reports the default filters if none was given and nothing matches', async () => {
    expect((await rhp(['awards', '--awardee', 'nobody of that name'])).err).toBe(
      'No matches. Without --verification, only VERIFIED is included; use --verification ALL for every verification.\n',
    )
    expect((await rhp(['changes', '--since', '2030-01-01'])).err).toBe('No matches.\n')
  })

  it('shows when a rotated key ends', async () => {
    const { store, key, now } = service.api
    const { secret, keyId } = await key()
    const { secret: _, ...successor } = generateKey()
    await store.rotateKey(keyId, { ...successor, id: generateId('key') }, now(), ACTORS.maintainer)
    const { RHP_BASE_URL } = await settings()
    const env = { RHP_BASE_URL, RHP_API_KEY: secret }
    const { keys } = JSON.parse((await rhp(['usage', '--json'], env)).out)
    const ends: string[] = keys.flatMap(({ expiresAt }: { expiresAt: string | null }) => expiresAt ?? [])
    expect(ends).toHaveLength(1)
    const { out } = await rhp(['usage'], env)
    expect(out).toContain(` until ${ends[0]?.slice(0, 16).replace('T', ' ')}Z\n`)
    expect(out).toMatch(/ active\n/)
  })

  it("runs under this machine's Node", async () => {
    const { code, out } = await finish(ownNode(), [RHP, 'states', '--json'], { cwd, env: await settings() })
    expect(code).toBe(0)
    expect(JSON.parse(out)).toEqual(await readData('/api/v1/states'))
  })

  it('ends quietly when the reader of its pipe closes it', async () => {
    const line = `{ "$0" "$1" awards --all --json; echo "code $?" >&2; } | head -c 1`
    const env = { ...(await settings()), PATH: '/usr/bin:/bin' }
    const { err } = await finish('/bin/sh', ['-c', line, process.execPath, RHP], { cwd, env })
    expect(err).toBe('code 0\n')
  })

  it.each([['--help'], ['help', 'search'], ['--version']])('answers %s without settings', async (...args) => {
    const { code, out, err } = await rhp(args, {})
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).not.toBe('')
  })
})

describe('rhp changes --follow', () => {
  it('prints events as they are published, and resumes where it was interrupted', async () => {
    const env = await settings()
    const follow = (since: string) =>
      start(process.execPath, [RHP, 'changes', '--follow', '--json', '--interval', '1', '--since', since], { cwd, env })
    const take = async (since: string, count: number): Promise<{ ids: string[]; since: string }> => {
      const { child, ended } = follow(since)
      const lines: string[] = []
      for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
        lines.push(line)
        if (lines.length === count) break
      }
      child.kill('SIGINT')
      await once(child, 'close')
      void ended.catch(() => {})
      const events = lines.map((line) => JSON.parse(line))
      return { ids: events.map(({ id }) => id), since: events.at(-1).occurredAt }
    }
    const before = service.events()
    const first = await take('2020-01-01', before.length - 2)
    const following = take(first.since, 4)
    const later = await service.publish(2)
    const second = await following
    expect([...first.ids, ...second.ids]).toEqual([...before, ...later].map(({ id }) => id))
  })
})

const fault = (status: number, headers: { [name: string]: string } = {}) => ({ status, headers })

describe('errors', () => {
  it.each<[string, string[], number, RegExp, Record<string, string>?]>([
    ['no URL', ['states'], 2, /^error: Set RHP_BASE_URL to the URL/, {}],
    ['no key', ['states'], 3, /^error: Set RHP_API_KEY to your API key\.\n$/, { RHP_BASE_URL: 'http://127.0.0.1:9' }],
    [
      'a malformed key',
      ['states'],
      3,
      /^error: RHP_API_KEY contains characters/,
      { RHP_BASE_URL: 'http://127.0.0.1:9', RHP_API_KEY: 'a b' },
    ],
    ['a malformed URL', ['stats'], 2, /^error: RHP_BASE_URL must be an http/, { RHP_BASE_URL: 'example.org' }],
    [
      'an unreachable service',
      ['stats'],
      6,
      /^error: The service sent no usable response: .+\.\n$/,
      { RHP_BASE_URL: 'http://127.0.0.1:9' },
    ],
    ['no command', [], 2, /Usage: rhp/],
    [
      'an unknown command',
      ['opportunity'],
      2,
      /^error: unknown command 'opportunity'\n\(Did you mean opportunities\?\)\n$/,
    ],
    [
      'an unknown option',
      ['awards', '--stat', 'NE'],
      2,
      /^error: unknown option '--stat'\n\(Did you mean --state\?\)\n$/,
    ],
    [
      'two output formats',
      ['awards', '--json', '--csv'],
      2,
      /^error: option '--\w+' cannot be used with option '--\w+'\n$/,
    ],
    ['an invalid limit', ['awards', '--limit', '0'], 2, /whole number of at least 1/],
    [
      'an invalid value',
      ['opportunities', '--status', 'OPN'],
      2,
      /^error: status: "OPN" is not .+ Did you mean "OPEN"\?\n$/,
    ],
    ['two invalid values', ['awards', '--state', 'ZZ', '--category', 'X'], 2, /^error: .+\nerror: .+\n$/],
    ['two records', ['states', 'NE', 'TX'], 2, /^error: only one record can be printed; "TX" is too much\n$/],
    ['an unknown record', ['states', 'ZZ'], 4, /^error: No state has the code "ZZ"\.\n$/],
  ])('%s', async (_, args, code, message, env) => {
    const ended = await rhp(args, env)
    expect(ended.err).toMatch(message)
    expect({ code: ended.code, out: ended.out }).toEqual({ code, out: '' })
  })

  it.each([
    ['a rejected key', fault(403), 3],
    ['a used-up allowance', fault(429, { 'Retry-After': '900000' }), 5],
    ['a failing service', fault(500, { 'X-Request-Id': 'abc-1' }), 1],
  ])('%s', async (_, fault, code) => {
    service.faults.plan(fault)
    const ended = await rhp(['awards'])
    expect({ code: ended.code, out: ended.out }).toEqual({ code, out: '' })
    expect(ended.err).toMatch(code === 1 ? /^error: .+ \(request abc-1\)\n$/ : /^error: .+\n$/)
  })
})
