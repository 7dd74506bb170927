import type Database from 'better-sqlite3'
import type { ActionName, Actor, Entry } from '../../account/actions.ts'

/** Writes one change of the account in that row. */
export type Note = (
  account: number,
  at: number,
  by: Actor,
  action: ActionName,
  subject: string,
  detail?: string,
) => void

/** The trail of each account on SQLite: who changed what. `note` is called in the transaction of the change. */
export function embeddedTrail(db: Database.Database): {
  note: Note
  read(account: number, limit: number, before?: number): Entry[]
} {
  const add = db.prepare(
    `INSERT INTO entries (account, number, at, by, action, subject, detail)
     SELECT @account, coalesce(max(number), 0) + 1, @at, @by, @action, @subject, @detail
     FROM entries WHERE account = @account`,
  )
  const newest = db.prepare<[number, number, number], Entry>(
    `SELECT number, at, by, action, subject, detail FROM entries WHERE account = ? AND number < ?
     ORDER BY number DESC LIMIT ?`,
  )
  return {
    note: (account, at, by, action, subject, detail = '') => void add.run({ account, at, by, action, subject, detail }),
    read: (account, limit, before = Number.MAX_SAFE_INTEGER) => newest.all(account, before, limit),
  }
}
