import type { Publication } from '../../src/bake/publish/publish.ts'
import { RESOURCE_NAMES } from '../../src/resources/index.ts'

type Row = { item: { id?: string }; names?: string[] }

/** A publication in which every record with an id is repeated under other ids. */
export function scaled(publication: Publication, times: number): Publication {
  const copies = (row: Row): Row[] => {
    const { id } = row.item
    if (id === undefined) return [row]
    return Array.from({ length: times }, (_, copy) => {
      if (copy === 0) return row
      const rename = (name: string) => `${copy}-${name}`
      return { ...row, item: { ...row.item, id: rename(id) }, ...(row.names && { names: row.names.map(rename) }) }
    })
  }
  const lists = RESOURCE_NAMES.map((name) => [name, (publication[name] as Row[]).flatMap(copies)])
  return { ...publication, ...Object.fromEntries(lists) }
}
