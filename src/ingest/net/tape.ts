import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import * as z from 'zod'
import { type FetchRequest, type Hop, NetworkFailure, toFailure } from './exchange.ts'
import type { Tape } from './network.ts'

const Recording = z.object({
  now: z.iso.datetime(),
  sources: z.array(z.string()),
  /** Settings that lead to the APIs, so a replay asks for the same URLs. */
  env: z.record(z.string(), z.string()),
})
export type Recording = z.infer<typeof Recording>
const RECORDING_FILE = 'recording.json'

const RecordedResponse = z.object({
  status: z.int(),
  mediaType: z.string(),
  headers: z.record(z.string(), z.string()),
  location: z.string().nullable(),
  /** The file with the body, beside this one; null if it is empty. */
  body: z.string().nullable(),
})
const RecordedFailure = z.object({
  failing: z.custom<NetworkFailure['failing']>(),
  message: z.string(),
  status: z.int().nullable(),
  transient: z.boolean(),
  retryAfter: z.number(),
})
const RecordedRequest = z.object({ method: z.string(), url: z.string(), body: z.unknown() })
const Exchange = z.object({ request: RecordedRequest, at: z.iso.datetime(), response: RecordedResponse.nullable(), failure: RecordedFailure.nullable() })
type Exchange = z.infer<typeof Exchange>

/** Headers that the ingest reads. No other is kept: they may set cookies. */
const KEPT_HEADERS: ReadonlySet<string> = new Set(['age', 'content-type', 'date', 'etag', 'last-modified'])

const toRequest = (url: string, ask: FetchRequest) => ({ method: ask.method ?? 'GET', url, body: ask.body ?? null })

/**
 * Keeps every exchange of a run in a folder: `NNNNN-HOST.json` with the request and the response, and the body in a file
 * beside it. Request headers are not kept, because they may contain keys.
 * @throws Error when the folder is not empty
 */
export function recordTo(folder: string, recording: Recording): Tape {
  mkdirSync(folder, { recursive: true })
  if (readdirSync(folder).length > 0) throw new Error(`The folder ${folder} is not empty; record into a new one.`)
  const write = (name: string, value: object) =>
    writeFileSync(path.join(folder, name), `${JSON.stringify(value, null, 1)}\n`)
  write(RECORDING_FILE, recording)
  let count = 0
  return {
    isLive: true,
    async play(url, ask, live, now) {
      const hop = await live().catch(toFailure)
      count += 1
      const host = URL.parse(url)?.hostname.replace(/[^\w.-]/g, '_') ?? 'unknown'
      const name = `${String(count).padStart(5, '0')}-${host}`
      const keep = (at: number, outcome: Pick<Exchange, 'response' | 'failure'>) =>
        write(`${name}.json`, { request: toRequest(url, ask), at: new Date(at).toISOString(), ...outcome })
      if (hop instanceof NetworkFailure) {
        keep(now(), { response: null, failure: RecordedFailure.parse({ ...hop, message: hop.message }) })
        throw hop
      }
      const body = hop.bytes.length > 0 ? `${name}.body` : null
      if (body) writeFileSync(path.join(folder, body), hop.bytes)
      const headers = Object.fromEntries([...hop.headers].filter(([header]) => KEPT_HEADERS.has(header)))
      keep(hop.at, { response: RecordedResponse.parse({ ...hop, headers, body }), failure: null })
      return hop
    },
  }
}

/**
 * Answers the requests of a run from a recording, each with the responses it got then, in their order.
 * @throws Error when the folder has no recording
 */
export function replayFrom(folder: string): { recording: Recording; tape: Tape } {
  const read = <Value>(schema: z.ZodType<Value>, name: string): Value => {
    try {
      return schema.parse(JSON.parse(readFileSync(path.join(folder, name), 'utf8')))
    } catch {
      throw new Error(`${path.join(folder, name)} is not part of a recording made with --record.`)
    }
  }
  const recording = read(Recording, RECORDING_FILE)
  const files = readdirSync(folder).filter((name) => /^\d{5,}-.*\.json$/.test(name))
  const exchanges = Map.groupBy(
    files.sort().map((name) => read(Exchange, name)),
    ({ request: { method, url, body } }) => JSON.stringify({ method, url, body }),
  )
  const tape: Tape = {
    isLive: false,
    async play(url, ask) {
      const recorded = exchanges.get(JSON.stringify(toRequest(url, ask))) ?? []
      // Sources that share a host may ask for its robots.txt once more or less than then.
      const exchange = recorded.length > 1 ? recorded.shift() : recorded[0]
      if (exchange?.failure)
        throw new NetworkFailure(exchange.failure.failing, exchange.failure.message, exchange.failure)
      if (!exchange?.response) throw new NetworkFailure('network', 'was not recorded')
      const { body, headers, ...response } = exchange.response
      const bytes = body === null ? new Uint8Array() : readFileSync(path.join(folder, path.basename(body)))
      return { ...response, url, headers: new Headers(headers), bytes, at: Date.parse(exchange.at) } satisfies Hop
    },
  }
  return { recording, tape }
}
