import { rmSync } from 'node:fs'
import type { Resource } from '../resources/define.ts'
import { RESOURCE_NAMES } from '../resources/index.ts'
import type { AnyRow } from '../resources/row.ts'
import { startBackground } from './background.ts'
import { draftList } from './export-draft.ts'
import { exportedList } from './export-lines.ts'
import { type ExportPacker, openExportPacker } from './export-packer.ts'
import type { ExportMessage } from './export-worker.ts'
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

/** Packs in the background. */
function packOnThread(file: string): ExportPacker {
  const script = new URL('./export-worker.ts', import.meta.url)
  const { send, result, close } = startBackground<ExportMessage, PackedExports>(script, file)
  return {
    add: (draft) => send({ draft }),
    finish(publication) {
      send({ publication })
      return result()
    },
    close,
  }
}
