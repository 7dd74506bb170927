import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { prepare, writePublished } from '../../src/bake/bake.ts'
import type { PublishedLists } from '../../src/bake/publication.ts'
import { adopt, writeBake } from '../../src/bake/release.ts'
import { formatNdjson } from '../../src/records/ndjson.ts'
import type { RecordKind } from '../../src/schema/records.ts'
import { FIXTURE, scratch } from '../api.ts'

// biome-ignore lint/suspicious/noExplicitAny: records of all kinds are changed
type Line = any

/** A dataset that is published repeatedly, each time into its bake. */
export interface PublishedFolder {
  data: string
  out: string
  /** Changes the records of a kind. */
  edit: (kind: RecordKind, change: (records: Line[]) => Line[]) => void
  /** Changes one record of a kind. */
  set: (kind: RecordKind, id: string, fields: object) => void
  publish: (at: string) => Promise<PublishedLists>
}

/** A copy of the fixture that is not published yet. */
export function publishedFolder(): PublishedFolder {
  const data = path.join(scratch(), 'data')
  const out = scratch()
  cpSync(FIXTURE, data, { recursive: true })
  mkdirSync(path.join(data, 'history'), { recursive: true })
  const edit: PublishedFolder['edit'] = (kind, change) => {
    const file = path.join(data, 'records', `${kind}.ndjson`)
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
    writeFileSync(file, formatNdjson(change(lines.map((line) => JSON.parse(line)))))
  }
  return {
    data,
    out,
    edit,
    set: (kind, id, fields) =>
      edit(kind, (records) => {
        if (!records.some((record) => record.id === id)) throw new Error(`no ${kind} ${id}`)
        return records.map((record) => (record.id === id ? { ...record, ...fields } : record))
      }),
    async publish(at) {
      const now = Date.parse(at)
      const prepared = await prepare(data, () => {}, { pages: [], now })
      await writePublished(data, prepared)
      const folder = path.join(out, '.candidate')
      await writeBake(prepared.publication, folder, now, () => {})
      adopt(folder, out)
      return prepared.publication
    },
  }
}
