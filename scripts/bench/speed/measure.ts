import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { getMedian } from '../../../src/rules/awards/totals.ts'
import type { Running } from './contenders/contender.ts'
import { type Call, type LoadProgram, load, type Run, type Seen, writeCalls } from './load.ts'
import { listTree, readMemory, readProcessorTime } from './processes.ts'
import type { Workload, WorkloadName } from './workloads.ts'

/** The figures of one run, or of several rounds combined. */
export interface Figures {
  /** Responses per second. */
  rate: number
  /** CPU time per request in microseconds, over all server processes; null where the system does not report it. */
  processorUs: number | null
  /** Milliseconds, as seen by the caller. */
  p50: number
  p99: number
  longest: number
  /** Responses with status 400 or above, and requests without a response. */
  failed: number
}

/** A workload for one contender. */
interface Prepared {
  workload: WorkloadName
  headers: { [name: string]: string }
  calls: string
  /** Null if requests are sent sequentially. */
  connections: number | null
  asked: readonly Call[]
  /** The last request sent, so a round continues where the previous one ended. */
  at: number
}

/** How to run the measurement. */
export interface Manner {
  program: LoadProgram
  pin: readonly string[]
  seconds: number
  warmupSeconds: number
}

/** A contender in the comparison, and its workloads. */
export interface Runner {
  running: Running
  port: number
  prepared: ReadonlyMap<WorkloadName, Prepared>
}

export const CONNECTIONS = 32
/** Requests slower than this are sent sequentially; concurrent ones would not finish within the round. */
const SLOW_MS = 250
const PROBE_MS = 60_000
/** A warm-up is repeated until this many requests were answered, so that questions are known and the code is compiled. */
const WARMUP_REQUESTS = 5_000
const WARMUP_TURNS = 5

/** Sends one request of each workload to a contender. Excludes workloads that it cannot answer correctly. */
export async function prepare(
  running: Running,
  { folder, port }: { folder: string; port: number },
  workloads: readonly Workload[],
): Promise<Runner> {
  const prepared = new Map<WorkloadName, Prepared>()
  for (const workload of workloads) {
    const { name, isHeld = false } = workload
    const calls = running.findCalls(workload)
    const [first] = calls ?? []
    if (!calls || !first) continue
    const tag = isHeld ? (await ask(port, first, running.headers)).tag : null
    if (isHeld && tag === null) continue
    const headers = tag === null ? running.headers : { ...running.headers, 'If-None-Match': tag }
    await ask(port, first, headers)
    const { status, ms } = await ask(port, calls[1] ?? first, headers)
    if (status !== (isHeld ? 304 : 200)) continue
    const file = path.join(folder, `calls-${name}.tsv`)
    writeCalls(file, calls)
    prepared.set(name, {
      workload: name,
      headers,
      calls: file,
      connections: ms > SLOW_MS ? null : CONNECTIONS,
      asked: calls,
      at: 0,
    })
  }
  return { running, port, prepared }
}

/** Sends a request and returns its result. */
export async function ask(port: number, { method = 'GET', path: target, body }: Call, headers: Running['headers']) {
  const began = performance.now()
  const response = await fetch(`http://127.0.0.1:${port}${target}`, {
    method,
    headers,
    body,
    signal: AbortSignal.timeout(PROBE_MS),
  })
  const text = await response.text()
  const { status } = response
  return { status, text, tag: response.headers.get('etag'), ms: performance.now() - began }
}

/** Measures one workload on one contender once; null if it is excluded or nothing was answered in time. */
export async function measure(runner: Runner, workload: WorkloadName, manner: Manner): Promise<Figures | null> {
  const { running, prepared } = runner
  const asked = prepared.get(workload)
  if (!asked) return null
  const send = (seconds: number) => sendWorkload(runner, asked, { ...manner, seconds })
  if (manner.warmupSeconds > 0 && asked.connections !== null) {
    for (let requests = 0, turn = 0; requests < WARMUP_REQUESTS && turn < WARMUP_TURNS; turn += 1)
      requests += (await send(manner.warmupSeconds)).requests
  }
  const pids = listTree(running.roots)
  const before = readProcessorTime(pids)
  const { requests, seconds, p50, p99, longest, failed } = await send(manner.seconds)
  if (requests === 0) return null
  await waitForQuiet(pids)
  const after = readProcessorTime(pids)
  const spent = before === null || after === null ? null : after - before
  return {
    rate: requests / seconds,
    processorUs: spent === null || requests === 0 ? null : spent / requests,
    p50,
    p99,
    longest,
    failed,
  }
}

/** Sends the requests of a workload for some time, continuing after the last one sent. */
async function sendWorkload({ port }: Runner, asked: Prepared, { program, pin, seconds }: Manner): Promise<Seen> {
  const { headers, calls, connections } = asked
  const run = { port, headers, calls, from: asked.at, seconds }
  const seen =
    connections === null ? await sendAlone(run, asked.asked) : await load(program, { ...run, connections }, pin)
  asked.at = (asked.at + seen.requests + (connections ?? 0)) % asked.asked.length
  return seen
}

/** The same for slow requests: sequentially, at least one. */
async function sendAlone({ port, headers, from, seconds }: Omit<Run, 'connections'>, calls: readonly Call[]) {
  const began = performance.now()
  const taken: number[] = []
  let failed = 0
  do {
    const { status, ms } = await ask(port, calls[(from + taken.length) % calls.length] as Call, headers)
    taken.push(ms)
    if (status >= 400) failed += 1
  } while (performance.now() - began < seconds * 1_000)
  const longest = Math.max(...taken)
  const passed = (performance.now() - began) / 1_000
  return { requests: taken.length, seconds: passed, p50: getMedian(taken), p99: longest, longest, failed }
}

const QUIET_LOOK_MS = 50
const QUIET_US = 10_000
const QUIET_MAX_MS = 30_000

/** Waits until processes have finished interrupted requests. */
async function waitForQuiet(pids: readonly number[]): Promise<void> {
  let last = readProcessorTime(pids)
  for (const end = performance.now() + QUIET_MAX_MS; performance.now() < end; ) {
    await wait(QUIET_LOOK_MS)
    const now = readProcessorTime(pids)
    if (now === null || last === null || now - last <= QUIET_US) return
    last = now
  }
}

/** The memory of a contender in MB, including child processes. */
export const readRunnerMemory = ({ running }: Runner): number | null => readMemory(listTree(running.roots))

/** Combines rounds: medians, and the maximum of the longest response and failures. */
export function combine(rounds: readonly Figures[]): Figures {
  const of = (pick: (figures: Figures) => number): number => getMedian(rounds.map(pick))
  // On a busy machine, a round may end before the first response.
  const spent = rounds.flatMap(({ processorUs }) => processorUs ?? [])
  return {
    rate: of(({ rate }) => rate),
    processorUs: spent.length === 0 ? null : getMedian(spent),
    p50: of(({ p50 }) => p50),
    p99: of(({ p99 }) => p99),
    longest: Math.max(...rounds.map(({ longest }) => longest)),
    failed: rounds.reduce((sum, { failed }) => sum + failed, 0),
  }
}
