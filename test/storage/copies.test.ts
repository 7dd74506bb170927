import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exportAccounts, importAccounts, readExport } from '../../src/admin/copies.ts'
import { openEmbedded } from '../../src/storage/embedded/store.ts'
import { openStore } from '../../src/storage/open.ts'
import type { Store } from '../../src/storage/port.ts'
import { scratch } from '../api.ts'
import { PATIENT_MS } from './adapters.ts'
import { type Engine, startValkey } from './engines.ts'

/** Moving from a file to a server and back, with what an earlier release wrote. */

let engine: Engine
let server: Store
let file: Store
let text: string
beforeAll(async () => {
  engine = await startValkey()
  server = await openStore({ REDIS_URL: engine.url }, PATIENT_MS)
  const path = join(scratch(), 'store.sqlite')
  copyFileSync(join(import.meta.dirname, 'release-2', 'store.sqlite'), path)
  file = openEmbedded(path)
  ;({ text } = await exportAccounts(file))
})
afterAll(async () => {
  await file.close()
  await server.close()
  await engine.stop()
})

describe('accounts', () => {
  it('from a file are the same on a server, and again in another file', async () => {
    const copies = readExport(text)
    expect(copies.length).toBeGreaterThan(1)
    expect(await importAccounts(server, copies)).toEqual({ placed: copies.length, existing: [] })
    const back = openEmbedded(join(scratch(), 'back.sqlite'))
    const fromServer = readExport((await exportAccounts(server)).text)
    expect(await importAccounts(back, fromServer)).toEqual({ placed: copies.length, existing: [] })
    expect(readExport((await exportAccounts(back)).text)).toEqual(copies)
    await back.close()
  })

  it('that already exist are unchanged, so an import can be repeated', async () => {
    const copies = readExport(text)
    const existing = copies.map(({ record }) => record.account.id)
    expect(await importAccounts(file, copies)).toEqual({ placed: 0, existing })
    expect((await exportAccounts(file)).text).toBe(text)
  })
})

describe('an export', () => {
  const lines = () => text.trimEnd().split('\n')
  it.each<[string, () => string, string]>([
    ['truncated', () => lines().slice(0, -1).join('\n'), 'The file is truncated: it should have 3 accounts but has 2.'],
    ['of another kind', () => '{"accounts":[]}', 'Line 1: kind: '],
    ['that is not JSON', () => 'accounts', 'Line 1 is not JSON'],
    ['with an invalid plan', () => text.replace(/"plan":"\w+"/, '"plan":"GOLD"'), 'Line 2: record.account.plan: '],
    ['with an unknown field', () => text.replace('"billedAt"', '"x":1,"billedAt"'), 'Line 2: record: '],
  ])('%s is rejected with a sentence that says where', (_, spoilt, sentence) => {
    expect(() => readExport(spoilt())).toThrow(sentence)
  })
})
