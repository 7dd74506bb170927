import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/**
 * Gives the run a folder of its own for everything temporary, and removes it after the last test. Commands that the
 * tests start keep their compiled modules there, so that each module is compiled once a run.
 */
export default function setup(): () => void {
  const folder = mkdtempSync(path.join(tmpdir(), 'rural-health-tests-'))
  process.env.TMPDIR = folder
  process.env.NODE_COMPILE_CACHE = path.join(folder, 'compiled')
  return () => rmSync(folder, { recursive: true, force: true })
}
