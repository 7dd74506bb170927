import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { type StoreSettings, storeKind } from '../../src/storage/open.ts'

const UPSTASH = { UPSTASH_REDIS_REST_URL: 'https://store.example.org', UPSTASH_REDIS_REST_TOKEN: 'token' }
const REDIS = { REDIS_URL: 'redis://127.0.0.1:1' }

describe('the settings select', () => {
  it.each<[string, StoreSettings]>([
    ['embedded', {}],
    ['embedded', { STORE_PATH: 'elsewhere.sqlite' }],
    ['redis', REDIS],
    ['upstash', UPSTASH],
    ['upstash', { ...UPSTASH, ...REDIS, STORE_PATH: 'x' }],
    ['embedded', { UPSTASH_REDIS_REST_URL: '', REDIS_URL: '' }],
  ])('%s for %j', (kind, settings) => {
    expect(storeKind(settings)).toBe(kind)
  })

  it('nothing if the token is missing', () => {
    expect(() => storeKind({ UPSTASH_REDIS_REST_URL: 'https://store.example.org' })).toThrow('UPSTASH_REDIS_REST_TOKEN')
  })
})

describe('opening a store loads only its own adapter', () => {
  const loadedFor = async (settings: StoreSettings): Promise<string[]> => {
    const none = { UPSTASH_REDIS_REST_URL: '', REDIS_URL: '', STORE_PATH: '' }
    const { stdout } = await promisify(execFile)(process.execPath, [join(import.meta.dirname, 'loaded.ts')], {
      env: { ...process.env, ...none, ...settings },
    })
    return JSON.parse(stdout)
  }
  const ADAPTERS = ['better-sqlite3', '@redis/client', '@upstash/redis']
  const folder = mkdtempSync(join(tmpdir(), 'store-'))

  it.each<[string, StoreSettings]>([
    ['better-sqlite3', { STORE_PATH: join(folder, 'store.sqlite') }],
    ['@redis/client', REDIS],
    ['@upstash/redis', UPSTASH],
  ])('%s', async (library, settings) => {
    const loaded = await loadedFor(settings)
    expect(loaded.filter((name) => ADAPTERS.includes(name))).toEqual([library])
    rmSync(folder, { recursive: true, force: true })
  })
})
