import { columnInstants, columnNumbers } from '../bake/blobs.ts'
import type { Resource } from '../resources/define.ts'
import { Bits } from './bits.ts'
import type { Dataset } from './dataset.ts'

/** The numbers for range filters, and other sort orders of a list; read on first use and kept. */
export interface Numbers {
  /** The number of a row; NaN if it has none. */
  of: (column: string) => (row: number) => number
  rowsWhere: (column: string, isWanted: (number: number) => boolean) => Bits
  /** All rows in an order of the list. */
  order: (name: string) => Uint32Array
}

export function openNumbers({ db, manifest }: Dataset, resource: Resource): Numbers {
  const { name: table } = resource
  const all = manifest.counts[table] ?? 0
  const numbers = keptBlobs(
    db.prepare<[string], Buffer>(`SELECT numbers FROM ${table}_numbers WHERE name = ?`).pluck(),
    (blob) => columnInstants(resource, blob),
  )
  const orders = keptBlobs(
    db.prepare<[string], Buffer>(`SELECT rows FROM ${table}_orders WHERE name = ?`).pluck(),
    (blob) => columnNumbers(resource, blob),
  )
  return {
    of(column) {
      const own = numbers(column)
      return (row) => own[row - 1] as number
    },
    rowsWhere(column, isWanted) {
      const own = numbers(column)
      const bits = Bits.none(all)
      for (let row = 1; row <= all; row += 1) if (isWanted(own[row - 1] as number)) bits.add(row)
      return bits
    },
    order: orders,
  }
}

function keptBlobs<Content>(
  select: { get: (name: string) => Buffer | undefined },
  read: (blob: Buffer) => Content,
): (name: string) => Content {
  const known = new Map<string, Content>()
  return (name) => {
    const kept = known.get(name)
    if (kept) return kept
    const blob = select.get(name)
    if (!blob) throw new Error(`The bake has no numbers of ${name}.`)
    const content = read(blob)
    known.set(name, content)
    return content
  }
}
