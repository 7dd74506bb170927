import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import {
  createClient,
  type RedisClientType,
  type RedisFunctions,
  type RedisModules,
  type RedisScripts,
} from '@redis/client'
import Database from 'better-sqlite3'
import type { AccountMeter } from '../../src/metering/decide.ts'
import { openEmbedded } from '../../src/storage/embedded/store.ts'
import { openStore } from '../../src/storage/open.ts'
import type { Store } from '../../src/storage/port.ts'
import * as at from '../../src/storage/redis/names.ts'
import { type Bridge, startBridge } from './bridge.ts'
import { type Engine, findRedisServer, startRedisServer, startValkey } from './engines.ts'

/** A storage under test: a location on which many stores can be opened. */
export interface Adapter {
  name: string
  /** Prepares the location. */
  start(): Promise<void>
  /** Empties the location. */
  clear(): Promise<void>
  /** Opens one more store on the location. */
  open(): Promise<Store>
  /** Writes an account's figures directly, to start near a limit. */
  preset(accountId: string, meter: Partial<AccountMeter>): Promise<void>
  /** The whole content of the location, as text. */
  dump(): Promise<string>
  stop(): Promise<void>
}

/** What a contract test works with. */
export interface Bench {
  store: Store
  /** A second client of the same place. */
  other: Store
  /** Writes an account's figures directly, to start near a limit. */
  preset: Adapter['preset']
}

// Many clients in one process with the server wait for each other; only the tests of faults use the service's time
// limit.
export const PATIENT_MS = 20_000
const TABLES = ['accounts', 'meters', 'keys', 'terms', 'trail', 'items']

/** A file in a folder of its own. */
export function embeddedAdapter(): Adapter & { path: string } {
  const folder = mkdtempSync(join(tmpdir(), 'store-'))
  const path = join(folder, 'deep', 'store.sqlite')
  return {
    name: 'embedded',
    path,
    start: async () => void openEmbedded(path).close(),
    clear: async () => {
      const db = new Database(path)
      for (const table of TABLES) db.exec(`DELETE FROM ${table}`)
      db.close()
    },
    open: async () => openEmbedded(path),
    preset: async (accountId, counts) => {
      const db = new Database(path)
      db.prepare(`UPDATE meters SET meter = json_patch(meter, ?) WHERE account = ?`).run(
        JSON.stringify(counts),
        accountId,
      )
      db.close()
    },
    dump: async () => {
      const files = readdirSync(dirname(path)).map((name) => readFileSync(join(dirname(path), name), 'latin1'))
      return files.join('\n')
    },
    stop: async () => rmSync(folder, { recursive: true }),
  }
}

/** Changes figures of an account in its meter. */
async function presetIn(send: (command: string[]) => Promise<unknown>, accountId: string, counts: object) {
  const meter = String(await send(['HGET', at.account(accountId), 'meter']))
  await send(['HSET', at.account(accountId), 'meter', JSON.stringify({ ...JSON.parse(meter), ...counts })])
}

const READ_BY_TYPE: Record<string, (key: string) => string[]> = {
  hash: (key) => ['HGETALL', key],
  set: (key) => ['SMEMBERS', key],
  string: (key) => ['GET', key],
  zset: (key) => ['ZRANGE', key, '0', '-1'],
  list: (key) => ['LRANGE', key, '0', '-1'],
}

async function readDump(send: (command: string[]) => Promise<unknown>): Promise<string> {
  const keys = (await send(['KEYS', '*'])) as string[]
  const values = keys.map(async (key) => {
    const type = String(await send(['TYPE', key]))
    return JSON.stringify([key, await send(READ_BY_TYPE[type]?.(key) ?? ['DUMP', key])])
  })
  return (await Promise.all(values)).join('\n')
}

/** A server over TCP. */
function redisAdapter(name: string, startEngine: () => Promise<Engine>): Adapter {
  let engine: Engine
  // For this file's own commands, with the protocol that the dump is written in.
  let client: RedisClientType<RedisModules, RedisFunctions, RedisScripts, 2>
  return {
    name,
    start: async () => {
      engine = await startEngine()
      client = createClient({ url: engine.url, RESP: 2 })
      await client.connect()
    },
    clear: async () => void (await client.sendCommand(['FLUSHALL'])),
    open: () => openStore({ REDIS_URL: engine.url }, PATIENT_MS),
    preset: (accountId, counts) => presetIn((command) => client.sendCommand(command), accountId, counts),
    dump: () => readDump((command) => client.sendCommand(command)),
    stop: async () => {
      await client.close()
      await engine.stop()
    },
  }
}

/** A server behind Upstash's REST API. */
function upstashAdapter(name: string, startEngine: () => Promise<Engine>): Adapter {
  let engine: Engine
  let bridge: Bridge
  return {
    name,
    start: async () => {
      engine = await startEngine()
      bridge = await startBridge(engine.url)
    },
    clear: async () => void (await bridge.command('FLUSHALL')),
    open: () => openStore({ UPSTASH_REDIS_REST_URL: bridge.url, UPSTASH_REDIS_REST_TOKEN: bridge.token }, PATIENT_MS),
    preset: (accountId, counts) => presetIn((command) => bridge.command(...command), accountId, counts),
    dump: () => readDump((command) => bridge.command(...command)),
    stop: async () => {
      await bridge.close()
      await engine.stop()
    },
  }
}

/**
 * Every storage that this machine can test. Valkey within this process takes a lot of its time: where there is a
 * redis-server, only the long run tries both.
 */
export function allAdapters(): Adapter[] {
  const program = findRedisServer()
  const redis = () => startRedisServer(program as string)
  const valkey = [upstashAdapter('Upstash (REST, Valkey)', startValkey), redisAdapter('Valkey (TCP)', startValkey)]
  const server = [upstashAdapter('Upstash (REST, redis-server)', redis), redisAdapter('redis-server (TCP)', redis)]
  if (!program) return [embeddedAdapter(), ...valkey]
  return [embeddedAdapter(), ...server, ...(process.env.LONG ? valkey : [])]
}
