import type Database from 'better-sqlite3'
import { CODE_LENGTH, MARK, numberAt } from '../bake/pieces.ts'
import { once } from '../rules/once.ts'

/** Expands stored JSON: inserts the pieces that it has in common with other records. */
export type Expand = (stored: string) => string

/** Pieces are read on first use and kept. */
export function openPieces(db: Database.Database): Expand {
  const select = once(() => db.prepare<[number], string>('SELECT text FROM pieces WHERE number = ?').pluck())
  const pieces = once(() => {
    const count = db.prepare<[], number>('SELECT count(*) FROM pieces').pluck().get() ?? 0
    return new Array<string | undefined>(count)
  })

  function read(number: number): string {
    const text = select().get(number)
    if (text === undefined) throw new Error(`The bake has no piece ${number}.`)
    pieces()[number] = text
    return text
  }

  return (stored) => {
    let at = stored.indexOf(MARK)
    if (at < 0) return stored
    const known = pieces()
    let whole = ''
    let from = 0
    while (at >= 0) {
      const number = numberAt(stored, at)
      whole += stored.slice(from, at) + (known[number] ?? read(number))
      from = at + CODE_LENGTH
      at = stored.indexOf(MARK, from)
    }
    return whole + stored.slice(from)
  }
}
