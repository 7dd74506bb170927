import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { latestFreshness } from '../rules/freshness.ts'
import { Freshness } from '../schema/history.ts'
import { flush } from './flush.ts'

/**
 * What the sources last said of themselves, beside the manifest. It is no part of the dataset version: a night in which
 * nothing changes renews this file alone.
 */
export const FRESHNESS_FILE = 'freshness.json'

const UNKNOWN: Freshness = { sources: [], pages: [] }

/** The freshness in a folder; nothing is known when there is none that can be read. */
export function readFreshness(folder: string): Freshness {
  try {
    return Freshness.parse(JSON.parse(readFileSync(path.join(folder, FRESHNESS_FILE), 'utf8')))
  } catch {
    return UNKNOWN
  }
}

/** Adds what is known to the freshness in a folder; what the folder knows from a later check stays. */
export function renewFreshness(folder: string, { sources, pages }: Freshness): void {
  const renewed = latestFreshness(readFreshness(folder), { sources: [...sources], pages: [...pages] })
  const file = path.join(folder, FRESHNESS_FILE)
  const draft = `${file}.${process.pid}.draft`
  writeFileSync(draft, `${JSON.stringify(renewed)}\n`)
  flush(draft)
  renameSync(draft, file)
}
