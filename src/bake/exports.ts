import { rmSync } from 'node:fs'
import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads'
import type { Resource } from '../resources/define.ts'
import { RESOURCE_NAMES } from '../resources/index.ts'
import type { AnyRow } from '../resources/row.ts'
import { draftList } from './export-draft.ts'
import { exportedList } from './export-lines.ts'
import { type ExportPacker, openExportPacker } from './export-packer.ts'
import type { ExportAnswer, ExportMessage, ExportThread } from './export-worker.ts'
import type { PackedExports } from './exports-pack.ts'
import type { Publication } from './publish.ts'

/**
 * The files of the snapshot of a publication: every list as NDJSON and CSV, all of them in one SQLite file, and a
 * description.
 */
export interface Exports {
  /** Adds the rows of a list. */
  add: (list: Resource, rows: readonly AnyRow[]) => void
  /** Waits until the pack is complete. */
  finish: () => PackedExports
  /** Stops the work, finished or not, and removes temporary files. */
  close: () => void
}

/** With fewer rows than this, packing them takes less time than starting a thread. */
const THREAD_ROWS = 20_000

/**
 * @param file the pack to write; temporary files are created beside it
 * @param threadRows from this many rows on, a thread packs them in the background
 */
export function openExports(publication: Publication, file: string, threadRows = THREAD_ROWS): Exports {
  const last = publication.step.ledger.publications.at(-1)
  if (!last) throw new Error('There is no publication to export.')
  const rows = RESOURCE_NAMES.reduce((sum, name) => sum + publication[name].length, 0)
  const packer = rows < threadRows ? openExportPacker(file, () => {}) : packOnThread(file)
  return {
    add(list, own) {
      packer.add(draftList(exportedList(list, own, Date.parse(last.at)), `${file}.${list.name}`))
    },
    finish: () => packer.finish(last),
    close() {
      packer.close()
      for (const name of RESOURCE_NAMES) rmSync(`${file}.${name}`, { force: true })
    },
  }
}

const BEAT_MS = 1_000
const BEATS_MISSED_MAX = 120

/** Packs in the background. */
function packOnThread(file: string): ExportPacker {
  const { port1: answers, port2 } = new MessageChannel()
  const beats = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  const worker = new Worker(new URL('./export-worker.ts', import.meta.url), {
    workerData: { file, answers: port2, beats } satisfies ExportThread,
    transferList: [port2],
  })
  worker.unref()
  const send = (message: ExportMessage): void => worker.postMessage(message)
  return {
    add: (draft) => send({ draft }),
    finish(publication) {
      send({ publication })
      const answer = awaited(() => receiveMessageOnPort(answers)?.message as ExportAnswer | undefined, beats)
      if ('reason' in answer) throw Object.assign(new Error(answer.reason), { code: answer.code })
      return answer
    },
    close() {
      answers.close()
      void worker.terminate()
    },
  }
}

/** Waits for the response synchronously, because the bake is a single step for its caller. */
function awaited<Answer>(read: () => Answer | undefined, beats: Int32Array): Answer {
  for (let missed = 0; missed < BEATS_MISSED_MAX; ) {
    const beat = Atomics.load(beats, 0)
    const answer = read()
    if (answer !== undefined) return answer
    Atomics.wait(beats, 0, beat, BEAT_MS)
    missed = Atomics.load(beats, 0) === beat ? missed + 1 : 0
  }
  throw new Error('The thread that packs the snapshot files has stopped.')
}
