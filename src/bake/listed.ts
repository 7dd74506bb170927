import { createHash } from 'node:crypto'
import type { Facts, ListedRecord } from '../ledger/content.ts'
import type { Resource } from '../resources/define.ts'
import { type AnyRow, idOf } from '../resources/row.ts'
import { compare } from '../rules/compare.ts'

/** The rows of a list as the ledger compares them. */
export function listedRecords(resource: Resource, rows: readonly AnyRow[]): ListedRecord[] {
  const { derived = [], detail } = resource
  return rows.map((row) => {
    const id = idOf(row)
    const all: Facts = { ...row.item, ...ownOf(row) }
    const names = (row.names ?? []).filter((name) => name !== id)
    const absorbed = row.merged ?? []
    return {
      id,
      state: (row.item.state ?? row.item.code ?? null) as string | null,
      content: { facts: without(all, derived), ...(row.phases && { phases: row.phases }) },
      derived: only(all, derived),
      names,
      absorbed,
      formerIds: detail ? absorbed.filter((former) => !names.includes(former)) : [],
      dated: row.dated ?? null,
    }
  })
}

/** The fields that the detail of a record adds to its item. */
function ownOf({ item, detail = {} }: AnyRow): Facts {
  return Object.fromEntries(Object.entries(detail).filter(([name]) => !Object.hasOwn(item, name)))
}

const without = (facts: Facts, names: readonly string[]): Facts =>
  names.length === 0 ? facts : Object.fromEntries(Object.entries(facts).filter(([name]) => !names.includes(name)))

const only = (facts: Facts, names: readonly string[]): Facts =>
  Object.fromEntries(names.filter((name) => Object.hasOwn(facts, name)).map((name) => [name, facts[name]]))

const HASH_LENGTH = 22

/** The hash of what is searchable in documents but not shown. */
export function textsHash(documents: readonly { id: string; text?: string | undefined }[]): string {
  const all = createHash('sha256')
  for (const { id, text } of documents.toSorted((a, b) => compare(a.id, b.id))) {
    if (text !== undefined) all.update(`${id} ${text}\n`)
  }
  return all.digest('base64url').slice(0, HASH_LENGTH)
}
