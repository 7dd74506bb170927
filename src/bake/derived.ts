import { createHash, hash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { crc32 } from 'node:zlib'
import Database from 'better-sqlite3'

/**
 * Caches beside the manifest of the values that the last bake derived from its records, keyed by the hash of the
 * inputs, so the next bake derives only what is new. They are never served and can be deleted at any time.
 */
export const DERIVED_FILES = { history: 'derived.sqlite', passages: 'derived-passages.sqlite' } as const

/** Where a cache is read and written. */
export interface DerivedFiles {
  /** The file that the last bake wrote. */
  last: string
  /** The new file. */
  next: string
  /** Identifies the deriving code: values derived by other code are never reused. Null disables reuse. */
  code: string | null
}

export type Derived = ReturnType<typeof openDerived>

/**
 * Derives texts and bytes, or reuses what the last bake derived from the same input. A cache that is missing, foreign,
 * damaged, or written by other code counts as empty.
 */
export function openDerived({ last, next, code }: DerivedFiles) {
  rmSync(next, { force: true })
  const kept = code === null ? NOTHING_KEPT : openKept(last, code)
  const db = new Database(next)
  db.pragma('journal_mode = OFF')
  db.pragma('synchronous = OFF')
  db.exec('BEGIN')
  db.exec('CREATE TABLE code (name TEXT NOT NULL) STRICT')
  db.prepare('INSERT INTO code VALUES (?)').run(code ?? '')
  db.exec('CREATE TABLE derived (key BLOB NOT NULL, value BLOB NOT NULL, checksum INTEGER NOT NULL) STRICT')
  const insert = db.prepare('INSERT INTO derived VALUES (?, ?, ?)')

  /** @param make pure: its result depends only on the input and the code */
  function bytes(kind: string, input: Buffer | string, make: () => Buffer): Buffer {
    const key =
      typeof input === 'string'
        ? hash('sha256', `${kind} ${input}`, 'buffer')
        : createHash('sha256').update(`${kind} `).update(input).digest()
    const value = kept.get(key) ?? make()
    insert.run(key, value, checksumOf(key, value))
    return value
  }

  return {
    bytes,
    text: (kind: string, input: string, make: () => string): string =>
      bytes(kind, input, () => Buffer.from(make())).toString(),
    /** Stores everything that was requested. */
    finish(): void {
      db.exec('CREATE INDEX derived_by_key ON derived (key)')
      db.exec('COMMIT')
    },
    close(): void {
      kept.close()
      db.close()
    },
  }
}

interface Kept {
  get: (key: Buffer) => Buffer | undefined
  close: () => void
}

const NOTHING_KEPT: Kept = { get: () => undefined, close: () => {} }

function openKept(file: string, code: string): Kept {
  let db: Database.Database | undefined
  try {
    db = new Database(file, { readonly: true, fileMustExist: true })
    if (db.prepare<[], string>('SELECT name FROM code').pluck().get() !== code) throw new Error('other code')
    const select = db
      .prepare<[Buffer], [value: Buffer, checksum: number]>(
        'SELECT value, checksum FROM derived INDEXED BY derived_by_key WHERE key = ?',
      )
      .raw()
    const { close } = db
    return { get: (key) => soundValue(key, () => select.get(key)), close: close.bind(db) }
  } catch {
    db?.close()
    return NOTHING_KEPT
  }
}

/** A cached value; undefined if there is none or its checksum fails. */
function soundValue(key: Buffer, read: () => [value: Buffer, checksum: number] | undefined): Buffer | undefined {
  try {
    const [value, checksum] = read() ?? []
    return value && checksum === checksumOf(key, value) ? value : undefined
  } catch {
    return undefined
  }
}

const checksumOf = (key: Buffer, value: Buffer): number => crc32(value, crc32(key))

/** The folders of the deriving code, below `src`. */
const ROOMS = ['bake', 'formats', 'records', 'resources', 'rules', 'schema']
const SOURCE = path.join(import.meta.dirname, '..')

/** Identifies the deriving code, its platform and its libraries; null if the code cannot be read. */
export function derivingCode(): string | null {
  try {
    const files = ROOMS.flatMap((room) =>
      readdirSync(path.join(SOURCE, room), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.ts'))
        .sort()
        .map((name) => path.join(SOURCE, room, name)),
    )
    const texts = [...files, path.join(SOURCE, '..', 'package-lock.json')].map((file) => readFileSync(file))
    return hash('sha256', [JSON.stringify(process.versions), ...texts.map((text) => hash('sha256', text))].join('\n'))
  } catch {
    return null
  }
}
