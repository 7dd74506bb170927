import type { Resource } from '../resources/define.ts'
import type { AnyRow } from '../resources/row.ts'
import { compare } from '../rules/compare.ts'
import type { AddColumn } from './column-table.ts'
import { valueColumns } from './columns.ts'

/**
 * Writes the values of a list: for each filter that compares values, the values, and those of each row as positions
 * among them; those of row r begin at `starts[r - 1]`. If each row has exactly one, the starts are left out. Requests
 * filter and count rows by these numbers in memory.
 */
export function writeValues(add: AddColumn, resource: Resource, rows: readonly AnyRow[]): void {
  for (const { name, read } of valueColumns(resource)) {
    const found = new Map<string, number>()
    const starts = new Uint32Array(rows.length + 1)
    const codes: number[] = []
    rows.forEach((row, index) => {
      const own = read(row)
      for (const value of Array.isArray(own) ? new Set(own) : [own]) {
        if (value === null) continue
        const label = String(value)
        const code = found.get(label) ?? found.size
        if (code === found.size) found.set(label, code)
        codes.push(code)
      }
      starts[index + 1] = codes.length
    })
    const labels = [...found.keys()].sort(compare)
    const placeOf = new Uint32Array(labels.length)
    labels.forEach((label, place) => {
      placeOf[found.get(label) as number] = place
    })
    const places = Uint32Array.from(codes, (code) => placeOf[code] as number)
    add('value', name, places, labels)
    if (starts.some((start, index) => start !== index)) add('start', name, starts)
  }
}
