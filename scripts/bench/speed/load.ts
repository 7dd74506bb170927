import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import { found } from './tools.ts'

/** One request of a workload. */
export interface Call {
  method?: 'GET' | 'POST'
  path: string
  body?: string
}

/** What the caller of a run saw. Times are in milliseconds. */
const Seen = z.strictObject({
  requests: z.int(),
  seconds: z.number(),
  p50: z.number(),
  p99: z.number(),
  longest: z.number(),
  /** Answers with a status of 400 and above, and requests without an answer. */
  failed: z.int(),
})
export type Seen = z.infer<typeof Seen>

/** How a server is asked. */
export interface Run {
  port: number
  headers: { [name: string]: string }
  /** File of calls, as `writeCalls` makes it. */
  calls: string
  /** The call to begin after. */
  from: number
  connections: number
  seconds: number
}

/** The programs that can ask, best first. Ours needs more of a processor for the same load. */
const PROGRAMS = {
  wrk: (run: Run) => [
    found('wrk') as string,
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

export const loadProgram = (): LoadProgram => (found('wrk') ? 'wrk' : 'own client')

/** Writes the calls of a workload, one a line. */
export function writeCalls(file: string, calls: readonly Call[]): void {
  const lines = calls.map(({ method = 'GET', path: target, body = '' }) => `${method}\t${target}\t${body}\n`)
  writeFileSync(file, lines.join(''))
}

/** Asks a server for some time with as many requests at once as there are connections. */
export async function load(program: LoadProgram, run: Run, pin: readonly string[]): Promise<Seen> {
  const [command, args] = PROGRAMS[program](run)
  const [first, ...rest] = [...pin, command, ...args] as [string, ...string[]]
  const { stdout } = await promisify(execFile)(first, rest)
  return readSeen(stdout)
}

/** Reads what a load program printed. @throws an error when it holds no figures */
export function readSeen(printed: string): Seen {
  const line = printed.split('\n').findLast((text) => text.startsWith('{'))
  if (line === undefined) throw new Error(`The load program printed no figures: ${printed}`)
  return Seen.parse(JSON.parse(line))
}
