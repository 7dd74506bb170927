import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const WAIT_MS = 100

/**
 * A folder that is made once for all test files of a run, by whoever asks for it first; all others wait for it. When
 * it cannot be made, everybody gets the reason.
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
