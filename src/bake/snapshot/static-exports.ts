import { createHmac } from 'node:crypto'
import path from 'node:path'
import * as z from 'zod'
import { readJson } from '../folder/manifest.ts'

/**
 * Where the files of a snapshot are served as static files. Each has a path that can only be derived from the key, and
 * every build has a new key: the path of one file reveals neither the other paths nor those of the next publication.
 */
const StaticExports = z.strictObject({
  /** The publication of the files. */
  version: z.string(),
  key: z.string(),
})
export type StaticExports = z.infer<typeof StaticExports>

/** Beside the manifest of the function's bake. */
export const STATIC_EXPORTS_FILE = 'static-exports.json'

/** The folder within the site. */
export const STATIC_EXPORTS = 'exports'

/** The path of a snapshot file, from the root of the site. */
export function staticPath({ version, key }: StaticExports, name: string): string {
  const signature = createHmac('sha256', key).update(`${version} ${name}`).digest('base64url')
  return `/${STATIC_EXPORTS}/${signature}/${name}`
}

/** The static files of the bake in a folder; null if it has none. */
export const readStaticExports = (folder: string): StaticExports | null =>
  readJson(StaticExports, path.join(folder, STATIC_EXPORTS_FILE))
