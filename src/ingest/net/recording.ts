import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type FetchRequest, NetworkFailure, parseUrl, type Sent } from './exchange.ts'

/** Stands between the network and the servers: records what they send, or answers in their place. */
export type Tape = (url: string, ask: FetchRequest, live: () => Promise<Sent>) => Promise<Sent>

/** When a night was recorded, and which sources it asked. */
export interface Recording {
  now: string
  sources: string[]
}

interface Recorded {
  request: ReturnType<typeof toRequest>
  at: number
  status: number
  headers: Record<string, string>
}

const RECORDING_FILE = 'recording.json'
/** Headers that the ingest reads. No other is kept: they may set cookies. */
const KEPT_HEADERS = ['age', 'content-type', 'date', 'etag', 'last-modified', 'location', 'retry-after']
const toRequest = (url: string, { method = 'GET', body = null }: FetchRequest) => ({ method, url, body })

/**
 * Keeps every response of a run in a folder: `NNNNN-HOST.json` with the request and the headers, and the body in a file
 * beside it. Request headers are not kept.
 * @throws Error when the folder is not empty
 */
export function recordTo(folder: string, recording: Recording): Tape {
  mkdirSync(folder, { recursive: true })
  if (readdirSync(folder).length > 0) throw new Error(`The folder ${folder} is not empty; record into a new one.`)
  const write = (name: string, value: object) =>
    writeFileSync(path.join(folder, name), `${JSON.stringify(value, null, 1)}\n`)
  write(RECORDING_FILE, recording)
  let count = 0
  return async (url, ask, live) => {
    const { bytes, headers, status, at } = await live()
    count += 1
    const name = `${String(count).padStart(5, '0')}-${parseUrl(url).hostname}`
    const kept = KEPT_HEADERS.flatMap((header) => (headers.has(header) ? [[header, headers.get(header)]] : []))
    write(`${name}.json`, { request: toRequest(url, ask), at, status, headers: Object.fromEntries(kept) })
    writeFileSync(path.join(folder, `${name}.body`), bytes)
    return { bytes, headers, status, at }
  }
}

/**
 * Answers the requests of a run from a recording, each with the responses it got then, in their order. One that got none
 * gets none again.
 * @throws Error when the folder has no recording
 */
export function replayFrom(folder: string): { recording: Recording; tape: Tape } {
  const read = (name: string) => JSON.parse(readFileSync(path.join(folder, name), 'utf8'))
  if (!existsSync(path.join(folder, RECORDING_FILE))) {
    throw new Error(`The folder ${folder} is not a recording made with --record.`)
  }
  const names = readdirSync(folder).filter((name) => /^\d{5,}-.*\.json$/.test(name))
  const all = names.sort().map((name) => ({ ...(read(name) as Recorded), body: name.replace(/json$/, 'body') }))
  const responses = Map.groupBy(all, ({ request }) => JSON.stringify(request))
  const tape: Tape = async (url, ask) => {
    const recorded = responses.get(JSON.stringify(toRequest(url, ask))) ?? []
    // Sources that share a host may ask for its robots.txt once more or less than then.
    const response = recorded.length > 1 ? recorded.shift() : recorded[0]
    if (!response) throw new NetworkFailure('network', 'was not recorded')
    const { status, at, headers, body } = response
    return { status, at, headers: new Headers(headers), bytes: readFileSync(path.join(folder, body)) }
  }
  return { recording: read(RECORDING_FILE) as Recording, tape }
}
