import path from 'node:path'
import { replaceFile } from '../../files/files.ts'
import { latestFreshness } from '../../rules/time/freshness.ts'
import { Freshness } from '../../schema/history.ts'
import { readJson } from './manifest.ts'

/**
 * The last reported state of the sources, beside the manifest. It is not part of the dataset version: a run without
 * changes updates only this file.
 */
export const FRESHNESS_FILE = 'freshness.json'

/** The freshness in a folder; empty if it has none that can be read. */
export const readFreshness = (folder: string): Freshness =>
  readJson(Freshness, path.join(folder, FRESHNESS_FILE)) ?? { sources: [], pages: [] }

/** Merges new information into the freshness of a folder; information from a later check is kept. */
export function renewFreshness(folder: string, { sources, pages }: Freshness): void {
  const renewed = latestFreshness(readFreshness(folder), { sources: [...sources], pages: [...pages] })
  replaceFile(path.join(folder, FRESHNESS_FILE), `${JSON.stringify(renewed)}\n`)
}
