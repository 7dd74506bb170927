import { deflateRawSync } from 'node:zlib'
import type Database from 'better-sqlite3'

// A larger dictionary takes twice the time to pack with, and packs by a tenth better.
const DICTIONARY_BYTES = 8 * 1024
const SAMPLES_MAX = 32
const SPEED = { level: 6, memLevel: 4 } as const

/**
 * Packs texts that are many and alike, each by itself, so that a single one can be read: a dictionary of samples holds
 * what they have in common. It is written into `dictionaries` under a name, with which `unpacked(name, value)` reads them.
 */
export function packerOf<Row>(
  db: Database.Database,
  name: string,
  rows: readonly Row[],
  textOf: (row: Row) => string,
): (text: string) => Buffer {
  const step = Math.ceil(rows.length / SAMPLES_MAX)
  const samples = rows
    .filter((_, index) => index % step === 0)
    .map(textOf)
    .join('')
  const dictionary = Buffer.from(samples).subarray(-DICTIONARY_BYTES)
  db.exec('CREATE TABLE IF NOT EXISTS dictionaries (name TEXT PRIMARY KEY, bytes BLOB NOT NULL) WITHOUT ROWID, STRICT')
  db.prepare('INSERT INTO dictionaries VALUES (?, ?)').run(name, dictionary)
  return (text) => deflateRawSync(text, { ...SPEED, dictionary })
}
