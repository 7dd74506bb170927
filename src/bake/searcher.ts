import { rmSync } from 'node:fs'
import Database from 'better-sqlite3'
import { startBackground } from './background.ts'
import { type DerivedFiles, openDerived } from './derived.ts'
import { writeSearch } from './search.ts'
import { draftSearch, type SearchDraft, type Searched } from './search-draft.ts'

export type Searcher = ReturnType<typeof startSearcher>

/** What the thread is given: where to write, from what, and what it may reuse. */
export interface SearchWork {
  file: string
  draft: SearchDraft
  derived: DerivedFiles
}

/** With fewer documents and awards than this, indexing them takes less time than starting a thread. */
const THREAD_ROWS = 10_000

/**
 * Starts writing the search tables of a publication.
 * @param file where the tables are written first; another temporary file is created beside it
 * @param threadRows from this many documents and awards on, a thread indexes them in the background
 */
export function startSearcher(searched: Searched, file: string, derived: DerivedFiles, threadRows = THREAD_ROWS) {
  const isOnThread = searched.documents.length + searched.awards.length >= threadRows
  const thread = isOnThread
    ? startBackground<SearchWork, true>(new URL('./search-worker.ts', import.meta.url), null)
    : null
  const work: SearchWork = { file, draft: draftSearch(`${file}.draft`, searched), derived }
  thread?.send(work)
  return {
    /** Waits until the search tables are complete, and adds them to a database. */
    writeTo(db: Database.Database): void {
      if (thread) {
        thread.result()
        copyTables(db, file)
      } else indexInto(db, work, () => {})
    },
    /** Stops the work, finished or not, and removes temporary files. */
    close(): void {
      thread?.close()
      for (const name of [file, `${file}.draft`]) rmSync(name, { force: true })
    },
  }
}

/** Writes the search tables into a database of their own. */
export function indexAlone(work: SearchWork, beat: () => void): void {
  rmSync(work.file, { force: true })
  const db = new Database(work.file)
  try {
    db.pragma('journal_mode = OFF')
    db.pragma('synchronous = OFF')
    db.pragma('temp_store = MEMORY')
    indexInto(db, work, beat)
  } finally {
    db.close()
  }
}

function indexInto(db: Database.Database, { draft, derived: files }: SearchWork, beat: () => void): void {
  const derived = openDerived(files)
  try {
    db.transaction(writeSearch)(db, draft, derived, beat)
    derived.finish()
  } finally {
    derived.close()
  }
}

/**
 * Copies all tables of a file into a database. A full-text table is created empty, and then filled by copying the tables
 * in which it keeps its content, which SQLite only allows in unsafe mode.
 */
function copyTables(db: Database.Database, file: string): void {
  db.prepare('ATTACH ? AS other').run(file)
  const tables = db
    .prepare<[], { name: string; sql: string }>(
      "SELECT name, sql FROM other.sqlite_schema WHERE type = 'table' AND sql IS NOT NULL ORDER BY rowid",
    )
    .all()
  const present = db.prepare<[string], 1>('SELECT 1 FROM main.sqlite_schema WHERE name = ?').pluck()
  db.unsafeMode(true)
  try {
    db.exec('BEGIN')
    for (const { name, sql } of tables) {
      if (present.get(name) === undefined) db.exec(sql)
      if (VIRTUAL.test(sql)) continue
      db.exec(`DELETE FROM main."${name}"; INSERT INTO main."${name}" SELECT * FROM other."${name}"`)
    }
    db.exec('COMMIT; DETACH other')
  } finally {
    db.unsafeMode(false)
  }
}

const VIRTUAL = /^CREATE VIRTUAL TABLE/
