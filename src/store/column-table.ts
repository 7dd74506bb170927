import { type ColumnKind, columnInstants, columnNumbers } from '../bake/column-table.ts'
import type { Resource } from '../resources/define.ts'
import type { Dataset } from './dataset.ts'

/** Reads the columns of a list. A column that the bake does not have is an error, unless it is asked whether it exists. */
export function openColumns({ db }: Dataset, resource: Resource) {
  const { name: list } = resource
  const select = db.prepare<[string, string, string], { labels: string | null; numbers: Buffer }>(
    'SELECT labels, numbers FROM columns WHERE list = ? AND kind = ? AND name = ?',
  )
  const exists = db
    .prepare<[string, string, string], 1>('SELECT 1 FROM columns WHERE list = ? AND kind = ? AND name = ?')
    .pluck()
  function read(kind: ColumnKind, name: string) {
    const found = select.get(list, kind, name)
    if (!found) throw new Error(`The bake has no ${kind} column ${name} of ${list}.`)
    return found
  }
  return {
    numbers: (kind: ColumnKind, name: string) => columnNumbers(resource, kind, read(kind, name).numbers),
    instants: (kind: ColumnKind, name: string) => columnInstants(resource, kind, read(kind, name).numbers),
    /** What the numbers of a column belong to. */
    labels: (kind: ColumnKind, name: string): string[] => JSON.parse(read(kind, name).labels ?? '[]'),
    has: (kind: ColumnKind, name: string): boolean => exists.get(list, kind, name) !== undefined,
  }
}
