import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'

/**
 * Where the files of a snapshot are served from as static files. Each has a path of its own that only the key gives, and
 * every build has a new key: whoever is told the path of one file knows no other, and none of the next publication.
 */
const StaticExports = z.strictObject({
  /** The publication that the files were made with. */
  version: z.string(),
  key: z.string(),
})
export type StaticExports = z.infer<typeof StaticExports>

/** Beside the manifest of the bake that the function carries. */
export const STATIC_EXPORTS_FILE = 'static-exports.json'

/** The folder of the site that they lie in. */
export const STATIC_EXPORTS = 'exports'

/** The path of a file of the snapshot, from the root of the site. */
export function staticPath({ version, key }: StaticExports, name: string): string {
  const signature = createHmac('sha256', key).update(`${version} ${name}`).digest('base64url')
  return `/${STATIC_EXPORTS}/${signature}/${name}`
}

/** The static files of the bake in a folder; null when it has none. */
export function readStaticExports(folder: string): StaticExports | null {
  try {
    return StaticExports.parse(JSON.parse(readFileSync(path.join(folder, STATIC_EXPORTS_FILE), 'utf8')))
  } catch {
    return null
  }
}
