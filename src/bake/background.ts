import {
  MessageChannel,
  type MessagePort,
  parentPort,
  receiveMessageOnPort,
  Worker,
  workerData,
} from 'node:worker_threads'

/** Loads the script from the compile cache, which a thread has to enable for itself: it starts in half the time. */
const ENTRY = `
  require('node:module').enableCompileCache()
  import(require('node:worker_threads').workerData.script)
`

/** What a thread works with besides its own data. */
interface Line<Data> {
  script: string
  data: Data
  results: MessagePort
  beats: Int32Array
}

type Outcome<Result> = { result: Result } | { reason: string; code?: unknown }

/** What a thread works on is soon garbage. Without this limit, 100 MB of it gather, and the thread is no faster. */
const YOUNG_MB = 24

const BEAT_MS = 1_000
const BEATS_MISSED_MAX = 120

/**
 * Starts work on another thread, which is given messages and returns a result after the last one.
 * @param script calls `inBackground`
 */
export function startBackground<Message, Result>(script: URL, data: unknown) {
  const { port1: results, port2 } = new MessageChannel()
  const beats = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  const worker = new Worker(ENTRY, {
    eval: true,
    workerData: { script: script.href, data, results: port2, beats } satisfies Line<unknown>,
    transferList: [port2],
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
  })
  worker.unref()
  return {
    send: (message: Message): void => worker.postMessage(message),
    /** Waits for the result, because the bake is a single step for its caller. @throws the error that ended the work */
    result(): Result {
      const outcome = awaited(() => receiveMessageOnPort(results)?.message as Outcome<Result> | undefined, beats)
      if ('reason' in outcome) throw Object.assign(new Error(outcome.reason), { code: outcome.code })
      return outcome.result
    },
    /** Stops the work, finished or not. */
    close(): void {
      results.close()
      void worker.terminate()
    },
  }
}

function awaited<Result>(read: () => Result | undefined, beats: Int32Array): Result {
  for (let missed = 0; missed < BEATS_MISSED_MAX; ) {
    const beat = Atomics.load(beats, 0)
    const result = read()
    if (result !== undefined) return result
    Atomics.wait(beats, 0, beat, BEAT_MS)
    missed = Atomics.load(beats, 0) === beat ? missed + 1 : 0
  }
  throw new Error('A thread of the bake has stopped.')
}

/**
 * Works on this thread. There is one result: `beats` grows while there is progress, and is notified when it is sent.
 * @param open called with the first message: returns what handles messages, with the result after the last one
 */
export function inBackground<Data, Message, Result>(
  open: (data: Data, beat: () => void) => { take: (message: Message) => Result | undefined; close: () => void },
): void {
  const { data, results, beats } = workerData as Line<Data>
  const beat = (): void => void Atomics.add(beats, 0, 1)
  let work: ReturnType<typeof open> | null = null

  function end(outcome: Outcome<Result>): void {
    work?.close()
    results.postMessage(outcome)
    beat()
    Atomics.notify(beats, 0)
    parentPort?.close()
  }

  parentPort?.on('message', (message: Message) => {
    try {
      work ??= open(data, beat)
      const result = work.take(message)
      if (result !== undefined) end({ result })
    } catch (error) {
      const { message: reason, code } = error as NodeJS.ErrnoException
      end({ reason, code })
    }
  })
}
