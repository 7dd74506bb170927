import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { latestFreshness } from '../rules/freshness.ts'
import { Freshness } from '../schema/history.ts'
import { flush } from './flush.ts'

/**
 * The last reported state of the sources, beside the manifest. It is not part of the dataset version: a run without
 * changes updates only this file.
 */
export const FRESHNESS_FILE = 'freshness.json'

const UNKNOWN: Freshness = { sources: [], pages: [] }

/** The freshness in a folder; empty if it has none that can be read. */
export function readFreshness(folder: string): Freshness {
  try {
    return Freshness.parse(JSON.parse(readFileSync(path.join(folder, FRESHNESS_FILE), 'utf8')))
  } catch {
    return UNKNOWN
  }
}

/** Merges new information into the freshness of a folder; information from a later check is kept. */
export function renewFreshness(folder: string, { sources, pages }: Freshness): void {
  const renewed = latestFreshness(readFreshness(folder), { sources: [...sources], pages: [...pages] })
  const file = path.join(folder, FRESHNESS_FILE)
  const draft = `${file}.${process.pid}.draft`
  writeFileSync(draft, `${JSON.stringify(renewed)}\n`)
  flush(draft)
  renameSync(draft, file)
}
