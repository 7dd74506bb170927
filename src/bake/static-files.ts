import { randomBytes } from 'node:crypto'
import { createWriteStream, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import Database from 'better-sqlite3'
import { PARTS_MAX } from './exports-table.ts'
import { readManifest } from './release.ts'
import { STATIC_EXPORTS_FILE, type StaticExports, staticPath } from './static-exports.ts'

const KEY_BYTES = 32

/**
 * Writes the files of the snapshot, plain and packed, as static files.
 * @param bake folder of the bake, in which their location is recorded
 * @param site folder of the built site
 */
export async function writeStaticExports(bake: string, site: string): Promise<void> {
  const manifest = readManifest(bake)
  if (!manifest) throw new Error(`There is no bake in ${bake}.`)
  const place: StaticExports = { version: manifest.datasetVersion, key: randomBytes(KEY_BYTES).toString('base64url') }
  const fileOf = (name: string): string => {
    const file = path.join(site, staticPath(place, name))
    mkdirSync(path.dirname(file), { recursive: true })
    return file
  }
  const db = new Database(path.join(bake, manifest.database), { readonly: true })
  try {
    const parts = db
      .prepare<[number, number], Buffer>(
        'SELECT packed FROM exports_parts WHERE place >= ? AND place < ? ORDER BY place',
      )
      .pluck()
    for (const { file, name } of db.prepare<[], ExportRow>('SELECT file, name FROM exports').all()) {
      const packed = parts.all(file * PARTS_MAX, (file + 1) * PARTS_MAX)
      writeFileSync(fileOf(`${name}.gz`), Buffer.concat(packed))
      await pipeline(packed, createGunzip(), createWriteStream(fileOf(name)))
    }
  } finally {
    db.close()
  }
  writeFileSync(path.join(bake, STATIC_EXPORTS_FILE), `${JSON.stringify(place)}\n`)
}

interface ExportRow {
  file: number
  name: string
}
