import { Worker } from 'node:worker_threads'

/** A run of text on a page: the left end of its baseline, in points from the lower left corner. */
export interface PdfText {
  text: string
  x: number
  y: number
  width: number
  size: number
}

export interface PdfBounds {
  pagesMax: number
  textsMax: number
  timeMs: number
  /** How much the memory of the process may grow while reading the file. */
  memoryBytes: number
}

const MIB = 1024 * 1024
const BOUNDS: PdfBounds = { pagesMax: 200, textsMax: 60_000, timeMs: 30_000, memoryBytes: 700 * MIB }
const HEAP_MIB = 512
const WATCH_MS = 20

const SIGNATURE = '%PDF-'
/** PDF readers look for the signature within this many bytes. */
const SIGNATURE_REACH = 1_024

type Answer = { pages: PdfText[][] } | { reason: string }

/**
 * The texts of each page of a PDF. PDF.js reads the file in a separate worker, which is terminated if it takes too much
 * time or memory, so a hostile file costs no more than its limits. Scripts in the file are never run, and nothing it
 * refers to is loaded.
 * @throws Error that says why it cannot be read
 */
export async function pdfPages(bytes: Uint8Array, bounds: Partial<PdfBounds> = {}): Promise<PdfText[][]> {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, SIGNATURE_REACH))
  if (!head.includes(SIGNATURE)) throw new Error('is not a PDF')
  const all = { ...BOUNDS, ...bounds }
  const worker = new Worker(new URL('./pdf-worker.ts', import.meta.url), {
    workerData: { bytes, ...all },
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MIB },
    stdout: true,
    stderr: true,
  })
  const watch = watching(all)
  try {
    const answer = await Promise.race([readAnswer(worker), watch.passed])
    if ('reason' in answer) throw new Error(answer.reason)
    return answer.pages
  } finally {
    watch.end()
    await worker.terminate()
  }
}

const readAnswer = (worker: Worker): Promise<Answer> =>
  new Promise((resolve) => {
    worker.once('message', resolve)
    worker.once('error', (error: NodeJS.ErrnoException) =>
      resolve({ reason: error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? TOO_LARGE : 'is damaged' }),
    )
  })

const TOO_LARGE = 'needs too much memory'

function watching({ timeMs, memoryBytes }: PdfBounds): { passed: Promise<Answer>; end: () => void } {
  const began = performance.now()
  const before = process.memoryUsage.rss()
  const { promise, resolve } = Promise.withResolvers<Answer>()
  const timer = setInterval(() => {
    if (performance.now() - began > timeMs) resolve({ reason: 'takes too long to read' })
    else if (process.memoryUsage.rss() - before > memoryBytes) resolve({ reason: TOO_LARGE })
  }, WATCH_MS)
  return { passed: promise, end: () => clearInterval(timer) }
}
