import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Manifest } from './manifest.ts'

/**
 * Beside the manifest: the state of the database file when it was last verified against the manifest's SHA-256. A
 * server that finds the file in that state starts at once and verifies it again while serving.
 */
export const VERDICT_FILE = 'verified.json'

interface Verdict {
  database: string
  sha256: string
  size: number
  /** Null where files lose their state on the way, as in a deployment: then only the size is compared. */
  state: string | null
}

/** Identifies the state of a file, which differs if the file was changed or replaced; empty if there is none. */
export function fileStamp(file: string): string {
  try {
    const { mtimeMs, ino, size } = statSync(file)
    return `${mtimeMs} ${ino} ${size}`
  } catch {
    return ''
  }
}

/**
 * Records that the database of a manifest was found intact.
 * @param state its state before it was read; null where files lose their state on the way
 */
export function writeVerdict(folder: string, { database, sha256 }: Manifest, state: string | null): void {
  const { size } = statSync(path.join(folder, database))
  const file = path.join(folder, VERDICT_FILE)
  const draft = `${file}.${process.pid}.draft`
  writeFileSync(draft, `${JSON.stringify({ database, sha256, size, state } satisfies Verdict)}\n`)
  renameSync(draft, file)
}

/** Whether the database of a manifest is in the state in which it was last found intact. */
export function holdsVerdict(folder: string, manifest: Manifest): boolean {
  try {
    // Each field is compared, so a verdict of another form does not hold.
    const verdict: Verdict = JSON.parse(readFileSync(path.join(folder, VERDICT_FILE), 'utf8'))
    if (verdict.database !== manifest.database || verdict.sha256 !== manifest.sha256) return false
    const file = path.join(folder, manifest.database)
    return verdict.state === null ? statSync(file).size === verdict.size : fileStamp(file) === verdict.state
  } catch {
    return false
  }
}
