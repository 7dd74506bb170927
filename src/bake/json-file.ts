import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { z } from 'zod'
import { flush } from './flush.ts'

/** The content of a JSON file; null if there is none that can be read. */
export function readJson<Schema extends z.ZodType>(schema: Schema, file: string): z.infer<Schema> | null {
  try {
    return schema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return null
  }
}

/** Replaces a file. A reader finds the old text or the new one, even after a power failure. */
export function replaceFile(file: string, text: string): void {
  const draft = `${file}.${process.pid}.draft`
  writeFileSync(draft, text)
  flush(draft)
  renameSync(draft, file)
}
