import type { Publication } from '../ledger/shapes.ts'
import { inBackground } from './background.ts'
import type { ListDraft } from './export-lines.ts'
import { openExportPacker } from './export-packer.ts'
import type { PackedExports } from './exports-pack.ts'

/** The messages to the thread: each list, then the publication. */
export type ExportMessage = { draft: ListDraft } | { publication: Publication }

// Packs the files of a snapshot. The data of the thread is the pack to write.
inBackground<string, ExportMessage, PackedExports>((file, beat) => {
  const packer = openExportPacker(file, beat)
  return {
    take(message) {
      if ('publication' in message) return packer.finish(message.publication)
      packer.add(message.draft)
      return undefined
    },
    close: packer.close,
  }
})
