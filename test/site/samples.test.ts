import { execFile, execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { isDeepStrictEqual, promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createExampleCall } from '../../src/contract/examples.ts'
import { ROUTES } from '../../src/contract/routes.ts'
import { readProgram } from '../../src/site/docs/programs.ts'
import { callUrl, formatSamples, KEY_VARIABLE, LANGUAGES, type Sample } from '../../src/site/docs/samples.ts'
import { openApi, STARTER, scratch, type TestApi } from '../api.ts'
import { type Listening, listen } from '../contract/listening.ts'
import { BASE_URL, builtProject } from './built.ts'

/** Every sample of the reference, run as it stands against the service on the starter dataset. */

const run = promisify(execFile)

/** Separates what samples print. */
const END = '\u001e'

/** How the samples of a language are run one after another by one process, and how its runner is found. */
const RUNNERS = {
  curl: {
    command: 'bash',
    probe: ['curl', '--version'],
    program: (files) => files.map((file) => `bash '${file}' || exit\nprintf '\\036'`).join('\n'),
  },
  typescript: {
    command: process.execPath,
    probe: null,
    program: (files) => files.map((file) => `await import('${file}')\nprocess.stdout.write('\\x1e')`).join('\n'),
  },
  python: {
    command: 'python3',
    probe: ['python3', '--version'],
    program: (files) =>
      ['import runpy', ...files.map((file) => `runpy.run_path('${file}')\nprint('\\x1e', end='')`)].join('\n'),
  },
  r: {
    command: 'Rscript',
    probe: ['Rscript', '-e', 'find.package(c("httr2", "jsonlite"))'],
    program: (files) => files.map((file) => `source('${file}', new.env())\ncat('\\036')`).join('\n'),
  },
} as const satisfies Record<
  Sample['language'],
  { command: string; probe: readonly [string, ...string[]] | null; program: (files: readonly string[]) => string }
>

const NEEDS = { curl: 'curl', typescript: 'Node', python: 'Python 3', r: 'R with httr2 and jsonlite' } as const

function isThere(language: Sample['language']): boolean {
  const [command, ...rest] = RUNNERS[language].probe ?? []
  try {
    if (command) execFileSync(command, rest, { stdio: 'ignore' })
    return true
  } catch {
    console.log(`SKIPPED: samples in ${LANGUAGES[language].label}: ${NEEDS[language]} was not found on this machine.`)
    return false
  }
}

let api: TestApi
let server: Listening
let folder: string

beforeAll(async () => {
  api = await openApi({ data: STARTER })
  server = await listen(api.app)
  folder = scratch()
})

afterAll(() => server.close())

// Deleted things are gone, and a signed address cannot be an example.
const REPEATABLE = ROUTES.filter(({ method, endpoint }) => method !== 'DELETE' && !endpoint?.isSigned)

const languages = Object.keys(LANGUAGES) as Sample['language'][]
/** Each endpoint in one language, in turn; in all of them in the long run. */
const routesIn = (language: Sample['language']) =>
  REPEATABLE.filter((_, place) => process.env.LONG || languages[place % languages.length] === language)

/** Runs the samples of a language. Returns the output of each, and why they ended early if they did. */
async function outputs(language: Sample['language']): Promise<{ texts: string[]; fault: string }> {
  const { command, program } = RUNNERS[language]
  const { ending } = LANGUAGES[language]
  const files = routesIn(language).map((route) => {
    const samples = formatSamples(route, createExampleCall(route, api.service, api.now()), server.address)
    const file = path.join(folder, `${route.operationId}.${ending}`)
    writeFileSync(file, samples.find((sample) => sample.language === language)?.code ?? '')
    return file
  })
  const all = path.join(folder, `all.${language === 'typescript' ? 'mjs' : ending}`)
  writeFileSync(all, program(files))
  const { secret } = await api.key()
  const { stdout, fault } = await run(command, [all], {
    // R writes what its locale cannot as codes.
    env: { ...process.env, LC_ALL: 'C.UTF-8', [KEY_VARIABLE]: secret },
    maxBuffer: 64 * 1024 * 1024,
  }).then(
    ({ stdout }) => ({ stdout, fault: '' }),
    (error: Error & { stdout: string }) => ({ stdout: error.stdout, fault: error.message }),
  )
  return { texts: stdout.split(END), fault }
}

describe.each(languages)('the samples in %s', (language) => {
  const routes = routesIn(language)
  const isRun = isThere(language)
  let printed: Awaited<ReturnType<typeof outputs>>
  beforeAll(async () => {
    if (isRun) printed = await outputs(language)
  })

  it.runIf(isRun).each(routes.map((route, place) => [`${route.method} ${route.path}`, route, place] as const))(
    'print what %s returns',
    async (_, route, place) => {
      const { texts, fault } = printed
      expect(fault && texts.length <= place + 1 ? fault : '').toBe('')
      const { secret } = await api.key()
      const call = createExampleCall(route, api.service, api.now())
      const target = callUrl(route, call, '')
      const ask = async () => (await api.ask(target, { key: secret, ...(call.body && { json: call.body }) })).body
      const [body, again] = [await ask(), await ask()]
      // Responses that change with each call can only be compared in shape.
      const compared = isDeepStrictEqual(body, again) ? comparable : getShape
      expect(compared(JSON.parse(texts[place] ?? ''))).toEqual(compared(body))
    },
  )
})

describe('the programs of the guides', () => {
  /** Runs a program with some lines after it, and returns what these print. */
  async function outcome(program: string, lines: string, key: string): Promise<unknown> {
    const file = path.join(folder, `${program.length}-${lines.length}.mjs`)
    writeFileSync(file, `${program}\n${lines}`)
    const { stdout } = await run(process.execPath, [file], { env: { ...process.env, [KEY_VARIABLE]: key } })
    return JSON.parse(stdout)
  }

  it('read all awards to the end', async () => {
    const { secret } = await api.key()
    const lines = 'console.log(JSON.stringify((await allAwards()).map(({ id }) => id)))'
    const ids = (await outcome(readProgram('read-all-awards.mjs', server.address), lines, secret)) as string[]
    expect(ids.toSorted()).toEqual(
      api.publication.awards
        .filter(({ isHeld }) => !isHeld)
        .map(({ item }) => item.id)
        .toSorted(),
    )
  })

  it('restart a list if the dataset is updated between two pages', async () => {
    const versions = ['old', 'old', 'new', 'new', 'new', 'new']
    const renewed = await answering(({ url }) => {
      const version = versions.shift() ?? 'none'
      const data = [`${version} ${new URL(url).searchParams.get('page')}`]
      return Response.json({ data, pagination: { pages: 3 } }, { headers: { 'X-Dataset-Version': version } })
    })
    const lines = 'console.log(JSON.stringify(await allAwards()))'
    expect(await outcome(readProgram('read-all-awards.mjs', renewed.address), lines, 'any')).toEqual([
      'new 1',
      'new 2',
      'new 3',
    ])
    await renewed.close()
  })

  it.each([
    ['a list', 'read-all-awards.mjs', 'allAwards()'],
    ['the change feed', 'follow-changes.mjs', "follow('2026-01-01', () => {})"],
  ])('report why %s is rejected', async (_, program, call) => {
    const lines = `await ${call}.catch(({ message }) => console.log(message))`
    expect(await outcome(readProgram(program, server.address), lines, 'rhp_live_mistaken')).toMatchObject({
      status: 403,
      code: 'API_KEY_INVALID',
    })
  })

  it('follow the change feed from any event on, losing and repeating nothing', async () => {
    const { secret } = await api.key()
    const ids = api.publication.activity.map(({ item }) => item.id)
    const from = api.publication.activity[ids.length - 250]?.item.occurredAt
    const lines = `const seen = []
      const last = await follow(${JSON.stringify(from)}, (event) => seen.push(event.id))
      console.log(JSON.stringify({ seen, last }))`
    const { seen, last } = (await outcome(readProgram('follow-changes.mjs', server.address), lines, secret)) as Record<
      string,
      unknown
    >
    expect(seen).toEqual(ids.slice(-249))
    expect(last).toBe(api.publication.activity.at(-1)?.item.occurredAt)
  })

  it('wait as long as they are told, and retry', async () => {
    const { waits, asked } = await waited('1')
    expect({ waits, asked }).toEqual({ waits: [1_000], asked: 2 })
  })

  it('also wait for the end of a month, which is longer than a timer can run', async () => {
    const { waits, asked } = await waited('2600000')
    expect(waits.reduce((sum, wait) => sum + wait, 0)).toBe(2_600_000_000)
    expect(Math.max(...waits)).toBeLessThan(2 ** 31)
    expect(asked).toBe(2)
  })

  /** How long the program that waits does so, in milliseconds, when it is refused once. */
  async function waited(retryAfter: string): Promise<{ waits: number[]; asked: number }> {
    let asked = 0
    const refusing = await answering(() => {
      asked += 1
      return asked === 1
        ? new Response('{}', { status: 429, headers: { 'Retry-After': retryAfter } })
        : new Response('{"count":1}')
    })
    // The promises of the program are told by their resumers, so that the timers of fetch run as ever.
    const lines = `const waits = []
      const timer = globalThis.setTimeout
      globalThis.setTimeout = (resume, ms, ...rest) => {
        if (resume.name !== '' || resume.length !== 1) return timer(resume, ms, ...rest)
        waits.push(ms)
        return timer(resume, 0)
      }
      const answer = await (await ask('/states')).json()
      console.log(JSON.stringify({ waits, answer }))`
    const { waits, answer } = (await outcome(readProgram('wait-and-retry.mjs', refusing.address), lines, 'any')) as {
      waits: number[]
      answer: unknown
    }
    expect(answer).toEqual({ count: 1 })
    await refusing.close()
    return { waits, asked }
  }
})

/** A service that answers so. */
const answering = (fetch: (request: Request) => Response): Promise<Listening> => listen({ fetch } as never)

describe('every call shown on the pages', () => {
  it('gets the response shown', async () => {
    const site = path.join(await builtProject(), 'dist', 'client')
    const texts = readdirSync(site, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.md'))
      .map((file) => readFileSync(path.join(site, file), 'utf8'))
    const shown = texts.flatMap((text) => [...text.matchAll(CALL)].map(([, call = '']) => call))
    // Calls that write, and URLs that contain a secret, are tested elsewhere.
    const elsewhere = /\/search$|^\/api\/(account|v1\/signed|v1\/subscriptions)\//
    const calls = [...new Set(shown)].filter((call) => !call.includes('${') && !elsewhere.test(call))
    const refused: string[] = []
    for (const call of calls) {
      const { status } = await api.ask(call)
      // The guides show one mistake.
      if (status !== (call.includes('stat=') ? 400 : 200)) refused.push(`${call}: ${status}`)
    }
    expect(refused).toEqual([])
    expect(calls.length).toBeGreaterThan(400)
  })
})

const CALL = new RegExp(`${BASE_URL.replaceAll('.', '\\.')}(/api/[^\\s"'\`<)]+)`, 'g')

/** Normalizes what one language writes differently. */
function comparable(value: unknown): unknown {
  if (typeof value === 'number') return Number(value.toPrecision(4))
  if (Array.isArray(value)) return value.map(comparable)
  // R has no empty object, and writes one as an empty list.
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value)
  return entries.length === 0 ? [] : Object.fromEntries(entries.map(([key, part]) => [key, comparable(part)]))
}

const getShape = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).map(([key, part]) => [key, getShape(part)]))
    : typeof value
