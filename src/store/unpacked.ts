import { inflateRawSync } from 'node:zlib'
import type Database from 'better-sqlite3'

/** Adds `unpacked(name, value)` to the functions of a bake: the text of a value that was packed under a name. */
export function addUnpacked(db: Database.Database): void {
  const rows = db.prepare<[], [string, Buffer]>('SELECT name, bytes FROM dictionaries').raw().all()
  const dictionaries = new Map(rows)
  db.function('unpacked', { deterministic: true }, (name: unknown, value: unknown) => {
    const dictionary = dictionaries.get(String(name))
    if (!dictionary || !Buffer.isBuffer(value)) throw new Error(`Nothing was packed under the name "${name}".`)
    return inflateRawSync(value, { dictionary }).toString()
  })
}

/** The text of a column that holds packed values, and others as they are. */
export const textOf = (name: string, column: string): string =>
  `CASE typeof(${column}) WHEN 'blob' THEN unpacked('${name}', ${column}) ELSE ${column} END`

/** The JSON of a row of `changes`. What brought an event holds the event, which is kept once, in its own list. */
export const CHANGE_BODY = `CASE resource WHEN 'activity' THEN replace(unpacked('changes', body), '"record":null', '"record":' || (SELECT ${textOf('activity', 'e.head')} FROM activity_bodies AS e WHERE e.id = changes.id)) ELSE unpacked('changes', body) END`
