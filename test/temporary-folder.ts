import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** Gives the run a folder of its own for everything temporary, and removes it after the last test. */
export default function setup(): () => void {
  const folder = mkdtempSync(path.join(tmpdir(), 'rural-health-tests-'))
  process.env.TMPDIR = folder
  return () => rmSync(folder, { recursive: true, force: true })
}
