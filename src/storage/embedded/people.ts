import type Database from 'better-sqlite3'
import { SESSION_IDLE_MS, SESSION_MAX_MS, type Session, type StoredLink } from '../../account/person.ts'
import type { SecretHash } from '../../account/secrets.ts'
import { insert, select } from './columns.ts'

/** The driver's operations on links and sessions, on SQLite. Each is called inside a transaction of its kind. */
export function embeddedPeople(db: Database.Database) {
  const linkOf = db.prepare<[string], StoredLink>(`${select('links')} WHERE hash = ?`)
  const sessionOf = db.prepare<[string], Session>(`${select('sessions')} WHERE hash = ?`)
  const sessionsOf = db.prepare<[string], Session>(`${select('sessions')} WHERE email = ?`)
  const touch = db.prepare(`UPDATE sessions SET seen_at = @seenAt WHERE hash = @hash`)

  return {
    reads: {
      link: (hash: SecretHash): StoredLink | null => linkOf.get(hash) ?? null,
      sessionsBy: (search: { hash: SecretHash } | { email: string }): Session[] =>
        'hash' in search ? sessionOf.all(search.hash) : sessionsOf.all(search.email),
    },
    writes: {
      addLink(link: StoredLink, now: number): void {
        db.prepare(`DELETE FROM links WHERE expires_at <= ?`).run(now)
        db.prepare(insert('links')).run(link)
      },
      removeLink: (hash: SecretHash): boolean => db.prepare(`DELETE FROM links WHERE hash = ?`).run(hash).changes > 0,
      addSession(session: Session, now: number): void {
        const ended = [now - SESSION_IDLE_MS, now - SESSION_MAX_MS]
        db.prepare(`DELETE FROM sessions WHERE seen_at <= ? OR created_at <= ?`).run(...ended)
        db.prepare(insert('sessions')).run(session)
      },
      touchSession: (session: Session): void => void touch.run(session),
      removeSessions(sessions: readonly Session[]): void {
        const remove = db.prepare(`DELETE FROM sessions WHERE hash = ?`)
        for (const { hash } of sessions) remove.run(hash)
      },
    },
  }
}
