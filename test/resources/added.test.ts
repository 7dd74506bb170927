import { execFileSync } from 'node:child_process'
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { FIXTURE, scratch } from '../api.ts'

const ROOT = path.join(import.meta.dirname, '..', '..')

/** The one file of a list that the service does not have. */
const RECIPIENTS = `
import * as z from 'zod'
import { compare } from '../rules/text/words.ts'
import { string, updatedAt } from '../schema/wire/fields.ts'
import { StateCode } from '../schema/vocabularies.ts'
import { defineResource } from './define.ts'
import { place } from './filters.ts'

const Recipient = z
  .strictObject({ id: string, state: StateCode, name: string.describe('As its first award names it.'), updatedAt })
  .meta({ id: 'Recipient' })

export const recipients = defineResource<z.infer<typeof Recipient>>()({
  name: 'recipients',
  summary: 'Recipients',
  description: 'Who holds awards.',
  item: Recipient,
  example: { state: 'NE' },
  filters: { ...place },
  orders: { default: [['name', 'asc']], sortable: ['name'] },
  page: { default: 5, max: 10 },
  publish: ({ records }) =>
    records.awards
      .map(({ id, state, awardeeName: name }) => ({ item: { id, state, name } }))
      .sort((a, b) => compare(a.item.name, b.item.name)),
})
`

/** Queries the changed service in a separate process, from the records to the response. */
const ASK = `
import { prepare } from './src/bake/bake.ts'
import { release } from './src/bake/release.ts'
import { openService } from './src/store/service.ts'
import { createApp } from './src/http/app.ts'
import { openMeter } from './src/nightly/gate/service.ts'
import { generateKey } from './src/metering/keys.ts'

const now = Date.parse('2026-11-20T17:00:00.000Z')
const { publication } = await prepare(process.argv[2], () => {})
await release(publication, 'baked', now, () => {})
const service = openService('baked')
const app = createApp({ service: () => service, meter: openMeter, clock: () => now, log: () => {}, base: null })
const ask = async (target) => {
  const answer = await app.request(target, { headers: { Authorization: 'Bearer ' + generateKey().secret } })
  return { status: answer.status, body: await answer.json() }
}
console.log(
  JSON.stringify({
    all: await ask('/api/v1/recipients?limit=2'),
    some: await ask('/api/v1/recipients?state=NE&limit=10'),
    wrong: await ask('/api/v1/recipients?stat=NE'),
  }),
)
`

describe('adding a list', () => {
  it('takes one file in src/resources and a line in the index: it is baked, filtered, paged and checked like the others', () => {
    const project = scratch()
    cpSync(path.join(ROOT, 'src'), path.join(project, 'src'), { recursive: true })
    cpSync(path.join(ROOT, 'vocabulary'), path.join(project, 'vocabulary'), { recursive: true })
    cpSync(path.join(ROOT, 'content'), path.join(project, 'content'), { recursive: true })
    cpSync(path.join(ROOT, 'package.json'), path.join(project, 'package.json'))
    symlinkSync(path.join(ROOT, 'node_modules'), path.join(project, 'node_modules'))
    writeFileSync(path.join(project, 'src', 'resources', 'recipients.ts'), RECIPIENTS)
    const index = path.join(project, 'src', 'resources', 'index.ts')
    const text = readFileSync(index, 'utf8').replace(
      '  allotments: () => allotments,\n',
      '  allotments: () => allotments,\n  recipients: () => recipients,\n',
    )
    writeFileSync(index, `import { recipients } from './recipients.ts'\n${text}`)
    writeFileSync(path.join(project, 'ask.ts'), ASK)

    const { all, some, wrong } = JSON.parse(
      execFileSync(process.execPath, ['ask.ts', FIXTURE], { cwd: project, encoding: 'utf8' }),
    )
    expect(all.status).toBe(200)
    expect(all.body.data).toHaveLength(2)
    expect(all.body.pagination).toMatchObject({ page: 1, limit: 2 })
    expect(Object.keys(all.body.data[0]).sort()).toEqual(['id', 'name', 'state', 'updatedAt'])
    expect(some.body.data.length).toBeGreaterThan(0)
    expect(new Set(some.body.data.map(({ state }: { state: string }) => state))).toEqual(new Set(['NE']))
    expect(some.body.pagination.total).toBeLessThan(all.body.pagination.total)
    expect([wrong.status, wrong.body.code]).toEqual([400, 'UNKNOWN_PARAMETER'])
  })
})
