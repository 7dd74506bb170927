import type Database from 'better-sqlite3'
import type { Item } from '../items.ts'
import type { AccountWrite } from '../port.ts'

/** The writes that migrations and the store share. Each is called inside a transaction. */
export function prepareWrites(db: Database.Database) {
  const insertAccount = db.prepare(
    `INSERT OR IGNORE INTO accounts (id, version, document, summary) VALUES (@id, 1, @document, @summary)`,
  )
  const updateAccount = db.prepare(
    `UPDATE accounts SET version = version + 1, document = @document, summary = @summary
     WHERE id = @id AND version = @loaded`,
  )
  const insertMeter = db.prepare(`INSERT INTO meters (account, meter) VALUES (?, ?)`)
  const findKey = db.prepare(`SELECT 1 FROM keys WHERE hash = ?`)
  const putKey = db.prepare(
    `INSERT INTO keys (hash, account, access) VALUES (?, ?, ?) ON CONFLICT (hash) DO UPDATE SET access = excluded.access`,
  )
  const setLastUse = db.prepare(`UPDATE keys SET last_minute = ? WHERE hash = ?`)
  const dropKey = db.prepare(`DELETE FROM keys WHERE hash = ?`)
  const findTerm = db.prepare(`SELECT 1 FROM terms WHERE term = ?`)
  const putTerm = db.prepare(`INSERT OR IGNORE INTO terms (term, account) VALUES (?, ?)`)
  const dropTerm = db.prepare(`DELETE FROM terms WHERE term = ? AND account = ?`)
  const addEntry = db.prepare(`INSERT INTO trail (account, number, entry) VALUES (?, ?, ?)`)
  const findItem = db.prepare(`SELECT 1 FROM items WHERE kind = ? AND id = ?`)
  const dropExpired = db.prepare(`DELETE FROM items WHERE kind = ? AND expires_at <= ?`)
  const insertItem = db.prepare(
    `INSERT OR IGNORE INTO items (kind, id, owner, created_at, expires_at, due_at, turn, item)
     VALUES (@kind, @id, @owner, @createdAt, @expiresAt, @dueAt, @turn, @item)`,
  )

  /** Adds an item if it is new, and deletes those of its kind that have been kept long enough. */
  function addItem(item: Item): void {
    const { kind, id, owner, createdAt, keptMs, dueAt, turn } = item
    dropExpired.run(kind, createdAt)
    const expiresAt = keptMs === null ? null : createdAt + keptMs
    insertItem.run({ kind, id, owner, createdAt, expiresAt, dueAt, turn, item: JSON.stringify(item) })
  }

  /** Writes an account, unless a condition fails; then false, with nothing changed. */
  function writeAccount(write: AccountWrite): boolean {
    const { id, loaded, document, summary, keys, terms, items, unlessFound } = write
    if (unlessFound !== undefined && findTerm.get(unlessFound)) return false
    if (keys.added.some((hash) => findKey.get(hash))) return false
    for (const { kind, createdAt } of items) dropExpired.run(kind, createdAt)
    if (items.some((item) => findItem.get(item.kind, item.id))) return false
    const made = loaded === null ? insertAccount : updateAccount
    if (made.run({ id, document, summary, ...(loaded !== null && { loaded }) }).changes === 0) return false
    if (write.meter !== undefined) insertMeter.run(id, write.meter)
    for (const [hash, access] of keys.put) putKey.run(hash, id, access)
    for (const hash of keys.drop) dropKey.run(hash)
    for (const [hash, minute] of write.lastUsed ?? []) setLastUse.run(minute, hash)
    for (const term of terms.put) putTerm.run(term, id)
    for (const term of terms.drop) dropTerm.run(term, id)
    for (const [place, entry] of write.trail.entries()) addEntry.run(id, write.trailFrom + place, entry)
    for (const item of items) addItem(item)
    return true
  }

  return { addItem, writeAccount }
}
