import { randomBytes } from 'node:crypto'
import { createWriteStream, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { STATIC_EXPORTS_FILE, type StaticExports, staticPath } from '../bake/static-exports.ts'
import { openService } from '../store/service.ts'

const KEY_BYTES = 32

/**
 * Writes the files of the snapshot, plain and packed, as static files.
 * @param bake folder of the bake, in which their location is recorded
 * @param site folder of the built site
 */
export async function writeStaticExports(bake: string, site: string): Promise<void> {
  const { exports, close } = openService(bake)
  try {
    const place: StaticExports = {
      version: exports.publication.version,
      key: randomBytes(KEY_BYTES).toString('base64url'),
    }
    for (const file of exports.files) {
      const target = path.join(site, staticPath(place, file.name))
      mkdirSync(path.dirname(target), { recursive: true })
      await pipeline(exports.read(file, 0, file.bytes - 1), createWriteStream(target))
    }
    writeFileSync(path.join(bake, STATIC_EXPORTS_FILE), `${JSON.stringify(place)}\n`)
  } finally {
    close()
  }
}
