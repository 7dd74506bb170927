import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import type { Publication } from '../ledger/shapes.ts'
import type { ListDraft } from './export-draft.ts'
import { type ExportPacker, openExportPacker } from './export-packer.ts'
import type { PackedExports } from './exports-pack.ts'

/**
 * Packs the files of a snapshot on a separate thread. Each message carries a list, and the last one the publication.
 * There is one response: `beats` grows while there is progress, and is notified when the response is sent.
 */
export interface ExportThread {
  /** The pack to write. */
  file: string
  answers: MessagePort
  beats: Int32Array
}

/** The messages to the thread. */
export type ExportMessage = { draft: ListDraft } | { publication: Publication }

/** The response of the thread: the files, or an error. */
export type ExportAnswer = PackedExports | { reason: string; code?: unknown }

const { file, answers, beats } = workerData as ExportThread
let packer: ExportPacker | null = null

parentPort?.on('message', (message: ExportMessage) => {
  try {
    packer ??= openExportPacker(file, () => Atomics.add(beats, 0, 1))
    if ('draft' in message) packer.add(message.draft)
    else end(packer, packer.finish(message.publication))
  } catch (error) {
    const { message: reason, code } = error as NodeJS.ErrnoException
    end(packer, { reason, code })
  }
})

function end(open: ExportPacker | null, answer: ExportAnswer): void {
  open?.close()
  answers.postMessage(answer)
  Atomics.add(beats, 0, 1)
  Atomics.notify(beats, 0)
  parentPort?.close()
}
