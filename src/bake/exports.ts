import { rmSync } from 'node:fs'
import type { Publication as Published } from '../ledger/shapes.ts'
import { RESOURCE_NAMES, resource } from '../resources/index.ts'
import { startBackground } from './background.ts'
import { writeDraft } from './draft-file.ts'
import { exportedList, type ListDraft } from './export-lines.ts'
import { openExportPacker } from './export-packer.ts'
import type { ExportMessage } from './export-worker.ts'
import type { PackedExports } from './exports-pack.ts'
import { endsPart } from './made-files.ts'
import type { Publication } from './publish.ts'

/** The files of a snapshot: every list as NDJSON and CSV, all of them in one SQLite file, and a description. */
export interface Exports {
  /** Waits until the pack is complete. */
  finish: () => PackedExports
  /** Stops the work, finished or not, and removes temporary files. */
  close: () => void
}

/** With fewer rows than this, packing them takes less time than starting a thread. */
const THREAD_ROWS = 20_000

/**
 * Starts packing.
 * @param file the pack to write; temporary files are created beside it
 * @param threadRows from this many rows on, a thread packs them in the background
 */
export function startExports(publication: Publication, file: string, threadRows = THREAD_ROWS): Exports {
  const last = publication.step.ledger.publications.at(-1)
  if (!last) throw new Error('There is no publication to export.')
  const draftOf = (name: string): string => `${file}.${name}`
  const drafts = RESOURCE_NAMES.values().map((name): ListDraft => {
    const { records, ...list } = exportedList(resource(name), publication[name], Date.parse(last.at))
    return { name, ...list, ...writeDraft(draftOf(name), records(), endsPart) }
  })
  const rows = RESOURCE_NAMES.reduce((sum, name) => sum + publication[name].length, 0)
  const { finish, close } = rows < threadRows ? packHere(drafts, last, file) : packOnThread(drafts, last, file)
  return {
    finish,
    close() {
      close()
      for (const name of RESOURCE_NAMES) rmSync(draftOf(name), { force: true })
    },
  }
}

function packHere(drafts: Iterable<ListDraft>, published: Published, file: string): Exports {
  const packer = openExportPacker(file, () => {})
  return {
    finish() {
      for (const draft of drafts) packer.add(draft)
      return packer.finish(published)
    },
    close: packer.close,
  }
}

/** Packs in the background. This takes longer than writing the tables, so the thread is given everything at once. */
function packOnThread(drafts: Iterable<ListDraft>, publication: Published, file: string): Exports {
  const script = new URL('./export-worker.ts', import.meta.url)
  const { send, result, close } = startBackground<ExportMessage, PackedExports>(script, file)
  try {
    for (const draft of drafts) send({ draft })
    send({ publication })
  } catch (error) {
    close()
    throw error
  }
  return { finish: result, close }
}
