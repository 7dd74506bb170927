import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import * as z from 'zod'
import { findProgram } from './tools.ts'

/** One request of a workload. */
export interface Call {
  method?: 'GET' | 'POST'
  path: string
  body?: string
}

/** The results of a run, as the caller saw them. Times are in milliseconds. */
const Seen = z.strictObject({
  requests: z.int(),
  seconds: z.number(),
  p50: z.number(),
  p99: z.number(),
  longest: z.number(),
  /** Responses with status 400 or above, and requests without a response. */
  failed: z.int(),
})
export type Seen = z.infer<typeof Seen>

/** How to send requests to a server. */
export interface Run {
  port: number
  headers: { [name: string]: string }
  /** File of requests, as written by `writeCalls`. */
  calls: string
  /** The request after which to start. */
  from: number
  connections: number
  seconds: number
}

/** The load generators, best first. Our own needs more CPU for the same load. */
const PROGRAMS = {
  wrk: (run: Run) => [
    findProgram('wrk') as string,
    ['-t1', `-c${run.connections}`, `-d${run.seconds}s`, '--timeout', '30s']
      .concat(Object.entries(run.headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]))
      .concat('-s', path.join(import.meta.dirname, 'load.lua'), `http://127.0.0.1:${run.port}`)
      .concat('--', run.calls, String(run.from)),
  ],
  'own client': (run: Run) => [
    process.execPath,
    [path.join(import.meta.dirname, 'load-client.ts'), JSON.stringify(run)],
  ],
} as const satisfies { [name: string]: (run: Run) => readonly [string, readonly string[]] }
export type LoadProgram = keyof typeof PROGRAMS

export const loadProgram = (): LoadProgram => (findProgram('wrk') ? 'wrk' : 'own client')

/** Writes the requests of a workload, one per line. */
export function writeCalls(file: string, calls: readonly Call[]): void {
  const lines = calls.map(({ method = 'GET', path: target, body = '' }) => `${method}\t${target}\t${body}\n`)
  writeFileSync(file, lines.join(''))
}

/** Sends requests to a server for some time, one at a time per connection. */
export async function load(program: LoadProgram, run: Run, pin: readonly string[]): Promise<Seen> {
  const [command, args] = PROGRAMS[program](run)
  const [first, ...rest] = [...pin, command, ...args] as [string, ...string[]]
  const { stdout } = await promisify(execFile)(first, rest)
  return readSeen(stdout)
}

/** Reads the output of a load generator. @throws Error if it contains no figures */
export function readSeen(printed: string): Seen {
  const line = printed.split('\n').findLast((text) => text.startsWith('{'))
  if (line === undefined) throw new Error(`The load generator printed no figures: ${printed}`)
  return Seen.parse(JSON.parse(line))
}
