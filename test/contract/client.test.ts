import { execFile } from 'node:child_process'
import { symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import openapiTypescript, { astToString } from 'openapi-typescript'
import ts from 'typescript'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openApi as documentOf } from '../../src/contract/document.ts'
import { openApi, scratch, type TestApi } from '../api.ts'
import { type Listening, listen } from './listening.ts'

const ROOT = path.join(import.meta.dirname, '..', '..')
const run = promisify(execFile)

/** The document; by default without response headers, which are two thirds of the types and which no program uses. */
const contract = (): object =>
  JSON.parse(JSON.stringify(documentOf({ servers: [] })), (name, value) =>
    name === 'headers' && !process.env.LONG ? undefined : value,
  )

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
    const program = ts.createProgram([path.join(folder, 'program.ts')], {
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      target: ts.ScriptTarget.ES2024,
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      allowImportingTsExtensions: true,
      types: [],
    })
    expect(ts.getPreEmitDiagnostics(program).map(({ messageText }) => messageText)).toEqual([])
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
