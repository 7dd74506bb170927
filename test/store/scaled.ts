import type { Publication } from '../../src/bake/publish.ts'
import { RESOURCE_NAMES } from '../../src/resources/index.ts'

type Row = { item: { id?: string }; names?: string[] }

/** A publication with every record that has an id as many times, each time under another id. */
export function scaled(publication: Publication, times: number): Publication {
  const copies = (row: Row): Row[] =>
    Array.from({ length: times }, (_, copy) => {
      const { id } = row.item
      if (id === undefined || copy === 0) return row
      const rename = (name: string) => `${copy}-${name}`
      return { ...row, item: { ...row.item, id: rename(id) }, ...(row.names && { names: row.names.map(rename) }) }
    })
  const lists = RESOURCE_NAMES.map((name) => {
    const rows = publication[name] as Row[]
    return [name, name === 'states' || name === 'coverage' ? rows : rows.flatMap(copies)]
  })
  return { ...publication, ...Object.fromEntries(lists) }
}
