import type { Body } from '../contract.ts'
import type { CopiedRecord } from './port.ts'

/** A file of the snapshot, as listed by the service. */
export type SnapshotFile = Body<'/api/v1/exports'>['files'][number]

/** One change, as returned by the service. */
export type Change = Body<'/api/v1/changes'>['data'][number]

/** The id of the record of national scope. */
const NATIONAL = 'national'

/** The id of a record in its list, as in changes. */
export const getId = ({ id, code, state }: CopiedRecord): string => String(id ?? code ?? state ?? NATIONAL)

/** The order of the snapshot's lines: by UTF-16 code units. */
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** A record as in a snapshot: all fields of its list, with the timed fields at an instant. */
export function recordAt(record: CopiedRecord, { fields, timed }: SnapshotFile, at: string): CopiedRecord {
  const { timeline = [] } = record as { timeline?: readonly Phase[] }
  const phase = timeline.find(({ from, until }) => (from === null || from <= at) && (until === null || at < until))
  const shown = (field: string): unknown => {
    if (timed.includes(field)) return phase?.[field] ?? null
    return field === 'timeline' ? timeline : (record[field] ?? null)
  }
  return Object.fromEntries(fields.map((field) => [field, shown(field)]))
}

interface Phase {
  from: string | null
  until: string | null
  [field: string]: unknown
}

/** A record after a change; null when it was removed. */
export function recordAfter(before: CopiedRecord | null, change: Change): CopiedRecord | null {
  const { change: kind, changedAt, fields, record } = change
  switch (kind) {
    case 'CREATED':
      return { ...record, createdAt: changedAt, updatedAt: changedAt }
    case 'UPDATED': {
      const after: { [field: string]: unknown } = { ...before, updatedAt: changedAt }
      for (const [field, sides] of Object.entries(fields)) {
        if ('after' in sides) after[field] = sides.after
        else delete after[field]
      }
      return after
    }
    default:
      return null
  }
}

/** The lines of records, by id. */
export const formatLines = (records: readonly CopiedRecord[]): string =>
  records
    .toSorted((a, b) => compare(getId(a), getId(b)))
    .map((record) => `${JSON.stringify(record)}\n`)
    .join('')

/** Parses lines to records. */
export const parseRecords = (lines: string): CopiedRecord[] =>
  lines
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))

/** SHA-256 in hex. */
export async function sha256(content: string | Uint8Array): Promise<string> {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  const digest = await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>)
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
