import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const WAIT_MS = 100

/**
 * A folder that is created once for all test files of a run, by the first one that needs it; all others wait for it. If
 * it cannot be created, everyone gets the reason.
 */
export async function madeOnce(name: string, make: (folder: string) => Promise<void>): Promise<string> {
  const folder = path.join(tmpdir(), name)
  const outcome = `${folder}.outcome`
  try {
    mkdirSync(folder)
  } catch {
    while (!existsSync(outcome)) await new Promise((resume) => setTimeout(resume, WAIT_MS))
    const failure = readFileSync(outcome, 'utf8')
    if (failure) throw new Error(failure)
    return folder
  }
  try {
    await make(folder)
    writeFileSync(outcome, '')
    return folder
  } catch (error) {
    writeFileSync(outcome, String(error))
    throw error
  }
}
