import { execFile } from 'node:child_process'
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { promisify } from 'node:util'
import openapiTypescript, { astToString } from 'openapi-typescript'
import type TS from 'typescript'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { generated } from '../../packages/client/scripts/generate.ts'
import { openApi, scratch, type TestApi } from '../api.ts'
import { type Listening, listen } from '../contract/listening.ts'
import { CONTRACT } from '../contract/whole.ts'
import { installedClient } from './package/example.ts'
import { PROGRAM as INSTALLED_PROGRAM } from './package/program.ts'
import { programsIn } from './package/readme.ts'

// An import would read its nine megabytes once more to find out which kind of module it is.
const ts: typeof TS = createRequire(import.meta.url)('typescript')

const NODE_NEXT = { module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext }
const STRICT: TS.CompilerOptions = {
  ...NODE_NEXT,
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  target: ts.ScriptTarget.ES2022,
  lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts', 'lib.dom.asynciterable.d.ts'],
  types: [],
}
const OF_LANGUAGE = /\/typescript\/lib\/lib\.[\w.]+\.d\.ts$/
const read = new Map<string, TS.SourceFile | undefined>()

/** What strict TypeScript reports on some files. It reads the declarations of the language once. */
function errorsIn(files: string[], options: TS.CompilerOptions = {}): unknown[] {
  const all = { ...STRICT, ...options }
  const host = ts.createCompilerHost(all)
  const parse = host.getSourceFile
  host.getSourceFile = (file, ...how) => {
    if (!OF_LANGUAGE.test(file)) return parse(file, ...how)
    if (!read.has(file)) read.set(file, parse(file, ...how))
    return read.get(file)
  }
  return ts.getPreEmitDiagnostics(ts.createProgram(files, all, host)).map(({ messageText }) => messageText)
}

/** The files with the types of a package, as resolved from a file by each of the two ways of current tools. */
function resolveTypes(name: string, file: string): (string | undefined)[] {
  const bundler = { module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler }
  return [NODE_NEXT, bundler].map((options) => {
    const mode = options === NODE_NEXT ? ts.ModuleKind.ESNext : undefined
    return ts.resolveModuleName(name, file, options, ts.sys, undefined, undefined, mode).resolvedModule
      ?.resolvedFileName
  })
}

/** All that is compiled, in one file: the compiler and the declarations of the language are loaded once. */

const ROOT = path.join(import.meta.dirname, '..', '..')
const { example } = await installedClient()
const run = promisify(execFile)

describe('what is generated', () => {
  it('is up to date; otherwise run `npm run generate -w packages/client`', async () => {
    for (const [file, text] of await generated()) expect(readFileSync(file, 'utf8') === text, file).toBe(true)
  })
})

describe('the readme', () => {
  it('has examples that compile under strict TypeScript', () => {
    const programs = programsIn(example)
    for (const { file, program } of programs) writeFileSync(file, program)
    const typeRoots = [path.join(ROOT, 'node_modules', '@types')]
    const files = programs.map(({ file }) => file)
    expect(errorsIn(files, { types: ['node'], typeRoots })).toEqual([])
  })
})

describe('a project with the package installed', () => {
  it('compiles under strict TypeScript, whether it resolves as nodenext or as bundler', () => {
    const file = path.join(example, 'program.ts')
    writeFileSync(file, INSTALLED_PROGRAM)
    // The same declarations are found both ways, so they need to be checked once.
    const [first, ...others] = resolveTypes('rural-health-program-client', file)
    expect(first).toMatch(/\.d\.m?ts$/)
    expect(others).toEqual([first])
    // The declarations of the package are checked, those of the language are not.
    expect(errorsIn([file], { skipLibCheck: false, skipDefaultLibCheck: true })).toEqual([])
  })
})

/** The document; by default without response headers, which are two thirds of the types and which no program uses. */
const contract = (): object =>
  JSON.parse(JSON.stringify(CONTRACT), (name, value) => (name === 'headers' && !process.env.LONG ? undefined : value))

/** A program that a caller might write with the generated types. */
const PROGRAM = `
import createClient from 'openapi-fetch'
import type { components, paths } from './service.ts'

declare const process: { env: { [name: string]: string | undefined } }

const client = createClient<paths>({
  baseUrl: process.env.BASE_URL ?? '',
  headers: { Authorization: \`Bearer \${process.env.RHP_API_KEY}\` },
})

const list = await client.GET('/api/v1/opportunities', {
  params: { query: { state: ['NE', 'NY'], status: ['OPEN', 'CLOSED'], limit: 2 } },
  querySerializer: { array: { style: 'form', explode: false } },
})
const opportunities: components['schemas']['Opportunity'][] = list.data?.data ?? []
const deadline: string | null | undefined = opportunities[0]?.dueDate

const state = await client.GET('/api/v1/states/{code}', { params: { path: { code: 'NE' } } })
const search = await client.POST('/api/v1/search', { body: { query: 'rural', limit: 1, aiAnswer: false } })
const refused = await client.GET('/api/v1/awards', { params: { query: { limit: 0 } } })
const code: components['schemas']['Problem']['code'] | undefined = refused.error?.code
const stats = await client.GET('/api/stats')

// @ts-expect-error the list has no such parameter
await client.GET('/api/v1/awards', { params: { query: { colour: 'red' } } })

console.log(
  JSON.stringify({
    states: opportunities.map(({ state }) => state),
    total: list.data?.pagination.total,
    deadline,
    name: state.data?.name,
    count: search.data?.count,
    code,
    stats: stats.data?.states,
  }),
)
`

let folder: string
let api: TestApi
let server: Listening

beforeAll(async () => {
  folder = scratch()
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'))
  writeFileSync(path.join(folder, 'package.json'), '{"type":"module"}')
  writeFileSync(
    path.join(folder, 'service.ts'),
    astToString(await openapiTypescript(contract() as never, { defaultNonNullable: false })),
  )
  writeFileSync(path.join(folder, 'program.ts'), PROGRAM)
  api = await openApi()
  server = await listen(api.app)
})

afterAll(() => server.close())

describe('a client generated from the document', () => {
  it('compiles under strict TypeScript, and rejects what the service does not accept', () => {
    expect(errorsIn([path.join(folder, 'program.ts')], { allowImportingTsExtensions: true })).toEqual([])
  })

  it('runs against the service', async () => {
    const { secret } = await api.key()
    const { stdout } = await run(process.execPath, [path.join(folder, 'program.ts')], {
      env: { PATH: process.env.PATH, BASE_URL: server.address, RHP_API_KEY: secret },
    })
    const { body: list } = await api.ask('/api/v1/opportunities?state=NE,NY&status=OPEN,CLOSED&limit=2')
    expect(JSON.parse(stdout)).toEqual({
      states: list.data.map(({ state }: { state: string }) => state),
      total: list.pagination.total,
      deadline: list.data[0].dueDate,
      name: 'Nebraska',
      count: 1,
      code: 'INVALID_PARAMETER',
      stats: 5,
    })
  })
})
