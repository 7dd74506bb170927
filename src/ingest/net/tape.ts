import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import * as z from 'zod'
import { FAILINGS, type FetchRequest, type Hop, NetworkFailure, toFailure } from './exchange.ts'
import type { Tape } from './network.ts'

const Recording = z.object({
  now: z.iso.datetime(),
  sources: z.array(z.string()),
  /** Settings that lead to the APIs, so a replay asks for the same URLs. */
  env: z.record(z.string(), z.string()),
})
export type Recording = z.infer<typeof Recording>
const RECORDING_FILE = 'recording.json'

const Exchange = z.object({
  request: z.object({ method: z.string(), url: z.string(), body: z.unknown() }),
  at: z.iso.datetime(),
  response: z
    .object({
      status: z.int(),
      mediaType: z.string(),
      headers: z.record(z.string(), z.string()),
      location: z.string().nullable(),
      /** The file with the body, beside this one; null if it is empty. */
      body: z.string().nullable(),
    })
    .nullable(),
  failure: z
    .object({
      failing: z.enum(FAILINGS),
      message: z.string(),
      status: z.int().nullable(),
      transient: z.boolean(),
      retryAfter: z.number(),
    })
    .nullable(),
})
type Exchange = z.infer<typeof Exchange>

/** Headers that the ingest reads. No other is kept: they may set cookies. */
const KEPT_HEADERS = ['age', 'content-type', 'date', 'etag', 'last-modified'] as const

/**
 * Keeps every exchange of a run in a folder: `NNNNN-HOST.json` with the request and the response, and the body in a file
 * beside it. Request headers are not kept, because they may contain keys.
 * @throws Error when the folder is not empty
 */
export function recordTo(folder: string, recording: Recording): Tape {
  mkdirSync(folder, { recursive: true })
  if (readdirSync(folder).length > 0) throw new Error(`The folder ${folder} is not empty; record into a new one.`)
  writeFileSync(path.join(folder, RECORDING_FILE), `${JSON.stringify(recording, null, 1)}\n`)
  let count = 0
  const keep = (
    url: string,
    ask: FetchRequest,
    rest: Omit<Exchange, 'request' | 'at'>,
    at: number,
    bytes?: Uint8Array,
  ) => {
    count += 1
    const name = `${String(count).padStart(5, '0')}-${URL.canParse(url) ? new URL(url).hostname.replace(/[^\w.-]/g, '_') : 'unknown'}`
    const body = bytes?.length ? `${name}.body` : null
    if (body && bytes) writeFileSync(path.join(folder, body), bytes)
    const response = rest.response && { ...rest.response, body }
    const request = { method: ask.method ?? 'GET', url, body: ask.body ?? null }
    const exchange = { request, at: new Date(at).toISOString(), ...rest, response }
    writeFileSync(path.join(folder, `${name}.json`), `${JSON.stringify(exchange, null, 1)}\n`)
  }
  return {
    isLive: true,
    play: async (url, ask, live, now) => {
      try {
        const hop = await live()
        const { status, mediaType, location, bytes, at } = hop
        const headers = Object.fromEntries(
          KEPT_HEADERS.flatMap((name) => [[name, hop.headers.get(name)]]).filter(isSet),
        )
        keep(url, ask, { response: { status, mediaType, headers, location, body: null }, failure: null }, at, bytes)
        return hop
      } catch (error) {
        const { failing, message, status, transient, retryAfter } = toFailure(error)
        keep(url, ask, { response: null, failure: { failing, message, status, transient, retryAfter } }, now())
        throw error
      }
    },
  }
}

const isSet = (entry: (string | null | undefined)[]): entry is [string, string] => typeof entry[1] === 'string'

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
    ({ request: { method, url, body } }) => getName(method, url, body),
  )
  const tape: Tape = {
    isLive: false,
    play: async (url, ask) => {
      const recorded = exchanges.get(getName(ask.method ?? 'GET', url, ask.body ?? null)) ?? []
      // Sources that share a host may ask for its robots.txt once more or less than then.
      const exchange = recorded.length > 1 ? recorded.shift() : recorded[0]
      if (!exchange) throw new NetworkFailure('network', 'was not recorded')
      const { response, failure, at } = exchange
      if (failure) {
        const { status, ...more } = failure
        throw new NetworkFailure(failure.failing, failure.message, { ...more, ...(status !== null && { status }) })
      }
      if (!response) throw new NetworkFailure('network', 'was not recorded')
      const { status, mediaType, headers, location, body } = response
      const bytes = body === null ? new Uint8Array() : readFileSync(path.join(folder, path.basename(body)))
      return {
        status,
        url,
        mediaType,
        headers: new Headers(headers),
        location,
        bytes,
        at: Date.parse(at),
      } satisfies Hop
    },
  }
  return { recording, tape }
}

const getName = (method: string, url: string, body: unknown): string => JSON.stringify([method, url, body])
