import cluster, { type Worker } from 'node:cluster'
import type { LogLine } from '../http/log.ts'

/** Messages between the primary process and its workers. Metrics are null when they could not be collected. */
type Message = { say: 'stop' } | { say: 'metrics?'; id: number } | { say: 'metrics'; id: number; text: string | null }

// A worker that dies sooner would probably die again immediately, so its replacement waits.
const SETTLED_AFTER_MS = 5_000
const WAIT_MS = 250
const WAIT_MAX_MS = 30_000
const KILL_AFTER_MS = 2_000

/**
 * Runs the service in several processes that share one port. A dead worker is replaced; a stop signal goes to all workers.
 * Exits when all workers have exited, or when the first one cannot start.
 */
export function runWorkers(options: {
  program: string
  count: number
  stopTimeoutMs: number
  log: (line: LogLine) => void
  metrics: () => Promise<string>
}): void {
  const { program, count, stopTimeoutMs, log, metrics } = options
  cluster.setupPrimary({ exec: program, args: [] })
  let isStopping = false
  let isServing = false
  let deaths = 0

  const fork = (): void => {
    if (isStopping) return
    const startedAt = performance.now()
    const worker = cluster.fork({ [GREETS]: isServing ? '' : '1' })
    worker.on('message', async (message: Message) => {
      if (message.say !== 'metrics?') return
      tell(worker, { say: 'metrics', id: message.id, text: await metrics().catch(() => null) })
    })
    // A message to a dying worker fails; its exit is reported below. Without a listener, it would end this process.
    worker.on('error', () => {})
    worker.on('listening', () => {
      if (isServing) return
      isServing = true
      // The first worker has started, so the others can too.
      for (let number = 1; number < count; number += 1) fork()
    })
    worker.on('exit', (code, signal) => {
      if (isStopping) return endWhenAlone()
      // The worker has printed the reason.
      if (!isServing) return end(1)
      log({ level: 'error', event: 'worker_died', worker: worker.id, code, signal })
      deaths = performance.now() - startedAt < SETTLED_AFTER_MS ? deaths + 1 : 0
      setTimeout(fork, deaths === 0 ? 0 : Math.min(WAIT_MAX_MS, WAIT_MS * 2 ** deaths))
    })
  }

  const listAlive = (): Worker[] => Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
  const end = (code: number): void => {
    process.exitCode = code
    stop()
  }
  const endWhenAlone = (): void => {
    if (listAlive().every((worker) => worker.isDead())) process.exit()
  }
  function stop(): void {
    if (isStopping) return
    isStopping = true
    for (const worker of listAlive()) tell(worker, { say: 'stop' })
    setTimeout(() => {
      for (const worker of listAlive()) worker.process.kill('SIGKILL')
    }, stopTimeoutMs + KILL_AFTER_MS).unref()
    endWhenAlone()
  }

  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop)
  fork()
}

/** Environment variable of the one worker that prints the address and the key. */
const GREETS = 'RHP_WORKER_GREETS'
export const greets = (env: Readonly<Record<string, string | undefined>>): boolean =>
  cluster.isPrimary || env[GREETS] === '1'

/** Calls back when the primary process asks this worker to stop. */
export function onStop(stop: () => void): void {
  if (!cluster.isWorker) return
  process.on('message', (message: Message) => {
    if (message.say === 'stop') stop()
  })
  // The primary process is gone, so nothing else would stop this worker.
  process.on('disconnect', stop)
  cluster.worker?.on('error', () => {})
}

const pending = new Map<number, (text: string | null) => void>()

/** Asks the primary process for the combined metrics of all workers. @throws Error when they cannot be collected */
export function askPrimary(): Promise<string> {
  if (pending.size === 0 && process.listenerCount('message', receive) === 0) process.on('message', receive)
  return new Promise((resolve, reject) => {
    const id = pending.size === 0 ? 1 : Math.max(...pending.keys()) + 1
    pending.set(id, (text) => (text === null ? reject(new Error('no metrics')) : resolve(text)))
    process.send?.({ say: 'metrics?', id } satisfies Message)
  })
}

function receive(message: Message): void {
  if (message.say !== 'metrics') return
  pending.get(message.id)?.(message.text)
  pending.delete(message.id)
}

function tell(worker: Worker, message: Message): void {
  if (worker.isConnected()) worker.send(message)
}
