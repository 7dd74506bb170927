import { readFileSync } from 'node:fs'
import type { z } from 'zod'

/** The content of a JSON file; null if there is none that can be read. */
export function readJson<Schema extends z.ZodType>(schema: Schema, file: string): z.infer<Schema> | null {
  try {
    return schema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return null
  }
}
