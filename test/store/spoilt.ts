import { hash } from 'node:crypto'
import { copyFileSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import { addSeal } from '../../src/bake/folder/manifest.ts'

export const manifestFile = (folder: string): string => path.join(folder, 'manifest.json')
export const readManifestFile = (folder: string) => JSON.parse(readFileSync(manifestFile(folder), 'utf8'))
export const databaseFile = (folder: string): string => path.join(folder, readManifestFile(folder).database)

/** Changes one byte in the middle of the database. */
export function damage(folder: string): void {
  const bytes = readFileSync(databaseFile(folder))
  const middle = Math.floor(bytes.length / 2)
  bytes[middle] = (bytes[middle] as number) ^ 0xff
  writeFileSync(databaseFile(folder), bytes)
}

/** Changes the database with SQL, and updates the manifest to match. */
export function alter(folder: string, sql: string): void {
  const file = databaseFile(folder)
  const copy = `${file}.copy`
  // A server keeps its open file locked.
  copyFileSync(file, copy)
  const db = new Database(copy)
  db.exec(sql)
  db.close()
  renameSync(copy, file)
  rewriteManifest(folder, { sha256: hash('sha256', readFileSync(databaseFile(folder))) })
}

const rewriteManifest = (folder: string, fields: object): void =>
  writeFileSync(manifestFile(folder), JSON.stringify(addSeal({ ...readManifestFile(folder), ...fields })))

/** Every way in which a folder's bake cannot be served, with the message. */
export const SPOILT: [what: string, spoil: (folder: string) => void, said: RegExp][] = [
  ['a missing folder', (folder) => rmSync(folder, { recursive: true }), /no bake in .*manifest\.json is missing/],
  ['a missing manifest', (folder) => rmSync(manifestFile(folder)), /manifest\.json is missing/],
  ['a manifest that is not JSON', (folder) => writeFileSync(manifestFile(folder), '{'), /unreadable/],
  ['a manifest that lacks a key', (folder) => writeFileSync(manifestFile(folder), '{}'), /unreadable/],
  [
    'a manifest with another count',
    (folder) => {
      const { counts, ...rest } = readManifestFile(folder)
      writeFileSync(manifestFile(folder), JSON.stringify({ ...rest, counts: { ...counts, awards: counts.awards + 1 } }))
    },
    /unreadable/,
  ],
  ['a missing database', (folder) => rmSync(databaseFile(folder)), /cannot be read/],
  ['a damaged database', damage, /is damaged: its SHA-256/],
  ['an empty database', (folder) => writeFileSync(databaseFile(folder), ''), /is damaged/],
  [
    'a manifest that points out of the folder',
    (folder) => rewriteManifest(folder, { database: '../service-0123456789abcdef.sqlite' }),
    /unreadable/,
  ],
]
