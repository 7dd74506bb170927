import type Database from 'better-sqlite3'
import { SESSION_IDLE_MS, SESSION_MAX_MS, type Session, type StoredLink } from '../../account/person.ts'
import type { SecretHash } from '../../account/secrets.ts'
import { insert, select } from './columns.ts'

/** Links and sessions on SQLite, step by step. Each is called inside a transaction. */
export function embeddedPeople(db: Database.Database) {
  const sessionsOf = {
    hash: db.prepare<[string], Session>(`${select('sessions')} WHERE hash = ?`),
    email: db.prepare<[string], Session>(`${select('sessions')} WHERE email = ?`),
  }
  const touch = db.prepare(`UPDATE sessions SET seen_at = @seenAt WHERE hash = @hash`)

  return {
    addLink(link: StoredLink, now: number): void {
      db.prepare(`DELETE FROM links WHERE expires_at <= ?`).run(now)
      db.prepare(insert('links')).run(link)
    },
    link: (hash: SecretHash): StoredLink | null =>
      db.prepare<[string], StoredLink>(`${select('links')} WHERE hash = ?`).get(hash) ?? null,
    removeLink: (hash: SecretHash): boolean => db.prepare(`DELETE FROM links WHERE hash = ?`).run(hash).changes > 0,

    addSession(session: Session, now: number): void {
      db.prepare(`DELETE FROM sessions WHERE seen_at <= ? OR created_at <= ?`).run(
        now - SESSION_IDLE_MS,
        now - SESSION_MAX_MS,
      )
      db.prepare(insert('sessions')).run(session)
    },
    sessionsBy: (search: { hash: SecretHash } | { email: string }): Session[] =>
      'hash' in search ? sessionsOf.hash.all(search.hash) : sessionsOf.email.all(search.email),
    touchSession: (session: Session): void => void touch.run(session),
    removeSessions(sessions: readonly Session[]): void {
      const remove = db.prepare(`DELETE FROM sessions WHERE hash = ?`)
      for (const { hash } of sessions) remove.run(hash)
    },
  }
}
