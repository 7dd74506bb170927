import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { Call } from '../load.ts'
import type { Material } from '../material.ts'
import type { Asks, Questions, Workload } from '../workloads.ts'

/** What a contender is given to run with. */
export interface Place {
  material: Material
  /** A folder for its files. */
  folder: string
  port: number
  /** Prefix for the server's command that pins it to its core. */
  pin: readonly string[]
}

/** A running contender. */
export interface Running {
  /** The server processes, without their children. */
  roots: readonly number[]
  headers: { [name: string]: string }
  /** The requests for a workload's questions; null if it cannot answer them. */
  findCalls: (workload: Workload) => Call[] | null
  stop: () => Promise<void>
}

/** A service, or something that users might use instead. */
export interface Contender {
  label: string
  /** @returns why it cannot run, as a phrase for the table, or the running contender */
  start: (place: Place) => Promise<Running | { missing: string }>
}

/** How to ask a contender each kind of question. */
export type Asking = { [Kind in Asks]?: (question: Questions[Kind]) => Call }

/** The requests of a workload, from a table by kind of question. */
export const createCalls =
  (asking: Asking) =>
  ({ asks, questions }: Workload): Call[] | null => {
    const ask = asking[asks] as ((question: unknown) => Call) | undefined
    return ask ? questions.map(ask) : null
  }

/** The service's own paths, which the bare servers also use. */
export const SERVICE_CALLS = {
  states: () => ({ path: '/api/v1/states' }),
  awards: (question) => ({ path: `/api/v1/awards?${formatQuery(question)}` }),
  opportunities: (question) => ({ path: `/api/v1/opportunities?${formatQuery(question)}` }),
  search: (question) => ({ method: 'POST', path: '/api/v1/search', body: JSON.stringify(question) }),
  document: ({ id }) => ({ path: `/api/v1/documents/${id}` }),
} as const satisfies Asking

export const formatQuery = (values: { [name: string]: string | number }): string =>
  new URLSearchParams(Object.entries(values).map(([name, value]) => [name, String(value)])).toString()

const START_MS = 60_000
const LOOK_MS = 20
const STOP_MS = 10_000

interface Command {
  command: readonly string[]
  port: number
  env?: { [name: string]: string }
  cwd?: string
  uid?: number
  gid?: number
}

/** A running server. */
export type ServerProcess = ChildProcess & { pid: number }

// No server outlives the bench, however it ends.
const servers = new Set<ChildProcess>()
process.once('exit', () => {
  for (const server of servers) server.kill('SIGKILL')
})

/** Starts a server and waits until its port accepts requests. @throws Error with its output if it exits first */
export async function startServer({ command, port, env, cwd, uid, gid }: Command): Promise<ServerProcess> {
  const [first, ...rest] = command as [string, ...string[]]
  const child = spawn(first, rest, {
    cwd,
    uid,
    gid,
    env: { ...process.env, ...env },
    // The access log is written to /dev/null.
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  servers.add(child)
  child.once('exit', () => servers.delete(child))
  let said = ''
  child.stderr?.on('data', (chunk) => {
    said = `${said}${chunk}`.slice(-2_000)
  })
  const fault = once(child, 'error').then(([error]) => {
    said += String(error)
  })
  for (const end = performance.now() + START_MS; performance.now() < end; await Promise.race([wait(LOOK_MS), fault])) {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) break
    if (await isListening(port)) return child as ServerProcess
  }
  child.kill('SIGKILL')
  throw new Error(`"${command.join(' ')}" is not listening on port ${port}: ${said.trim()}`)
}

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const tell = (is: boolean) => () => {
      socket.destroy()
      resolve(is)
    }
    socket.on('connect', tell(true)).on('error', tell(false))
  })

/** Stops processes, the most recently started first. */
export async function stopAll(...children: ChildProcess[]): Promise<void> {
  for (const child of children.toReversed()) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await Promise.race([ended, wait(STOP_MS, null, { ref: false }).then(() => child.kill('SIGKILL'))])
  }
}
