import { randomBytes } from 'node:crypto'
import { cpSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { readManifest } from '../bake/folder/manifest.ts'
import { snapshotPath } from '../bake/snapshot/snapshot-list.ts'
import { STATIC_EXPORTS_FILE, type StaticExports, staticPath } from '../bake/snapshot/static-exports.ts'

const KEY_BYTES = 32

/**
 * Copies the snapshot files of a bake to the static files of the site.
 * @param bake folder of the bake, in which their location is recorded
 * @param site folder of the built site
 */
export function writeStaticExports(bake: string, site: string): void {
  const manifest = readManifest(bake)
  if (!manifest) throw new Error(`There is no bake in ${bake}.`)
  const place: StaticExports = {
    version: manifest.datasetVersion,
    key: randomBytes(KEY_BYTES).toString('base64url'),
  }
  for (const file of manifest.snapshot) {
    cpSync(path.join(bake, snapshotPath(file)), path.join(site, staticPath(place, file.name)))
  }
  writeFileSync(path.join(bake, STATIC_EXPORTS_FILE), `${JSON.stringify(place)}\n`)
}
