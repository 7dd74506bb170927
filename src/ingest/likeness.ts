import { parseWords } from '../rules/text/words.ts'
import type { Given, GivenEntry } from './given.ts'
import { getId } from './kinds.ts'
import type { Fields } from './settle.ts'
import type { Draft, IngestKind } from './source.ts'

/** An existing record that a row is about, and the source's earlier values for it. */
export interface Match {
  present: Fields | undefined
  known: GivenEntry | undefined
}

type ReadonlyRows = ReadonlyMap<string, Fields>

/** Names are compared by words, everything else exactly. */
const NAMES: ReadonlySet<string> = new Set(['awardeeName', 'projectTitle'])

const comparable = (field: string, value: unknown): unknown =>
  NAMES.has(field) && typeof value === 'string' ? parseWords(value).join(' ') : (value ?? null)

const fingerprint = (fields: readonly string[], record: Fields): string =>
  JSON.stringify(fields.map((field) => comparable(field, record[field])))

/**
 * Finds the existing record for a row that is seen for the first time: the one with its id, otherwise the one that fits
 * the earliest entry of `like`. Each record is matched to at most one row of a source; a record whose row is gone is
 * available.
 */
export class Recognizer {
  readonly #rows: ReadonlyMap<IngestKind, ReadonlyRows>
  readonly #taken = new Set<string>()
  /** The earlier values of records whose rows are gone. */
  readonly #freed = new Map<string, GivenEntry>()
  readonly #indexes = new Map<string, Map<string, string[]>>()

  /** @param gone names of rows that the source no longer lists */
  constructor(source: string, given: Given, gone: ReadonlySet<string>, rows: ReadonlyMap<IngestKind, ReadonlyRows>) {
    this.#rows = rows
    for (const [name, entry] of given) {
      if (entry.source !== source) continue
      if (gone.has(name)) this.#freed.set(entry.id, entry)
      else this.#taken.add(entry.id)
    }
  }

  match(draft: Draft): Match {
    const id = this.#idFor(draft)
    if (id === undefined) return { present: undefined, known: undefined }
    this.#taken.add(id)
    return { present: this.#rows.get(draft.kind)?.get(id), known: this.#freed.get(id) }
  }

  #idFor({ kind, key, like = [] }: Draft): string | undefined {
    const own = getId(kind, key)
    if (this.#rows.get(kind)?.has(own) && !this.#taken.has(own)) return own
    for (const fields of like as readonly Fields[]) {
      const names = Object.keys(fields).sort()
      const found = this.#index(kind, names).get(fingerprint(names, fields))
      const free = found?.find((id) => !this.#taken.has(id))
      if (free !== undefined) return free
    }
    return undefined
  }

  #index(kind: IngestKind, fields: readonly string[]): Map<string, string[]> {
    const name = `${kind} ${fields.join(' ')}`
    const known = this.#indexes.get(name)
    if (known) return known
    const index = new Map<string, string[]>()
    for (const [id, record] of this.#rows.get(kind) ?? []) {
      const print = fingerprint(fields, record)
      index.set(print, [...(index.get(print) ?? []), id])
    }
    this.#indexes.set(name, index)
    return index
  }
}
