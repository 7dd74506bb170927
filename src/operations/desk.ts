import { execFile } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Review, ReviewItem } from '../http/account/desk.ts'
import { pick } from '../rules/pick.ts'

const COMMAND = path.join(import.meta.dirname, '..', '..', 'scripts', 'review.ts')
// Items have the records that they are about.
const OUTPUT_MAX = 256 * 1024 * 1024
const execute = promisify(execFile)

/**
 * Decides about the dataset that a bake is in with the command `review`, so that this process never holds the whole dataset.
 * Null if it cannot be written.
 */
export function openReview(bake: string): Review | null {
  const data = path.dirname(bake)
  try {
    for (const folder of ['records', 'history']) accessSync(path.join(data, folder), constants.W_OK)
  } catch {
    return null
  }
  const run = async (...words: string[]): Promise<unknown> => {
    const args = [COMMAND, ...words, '--data', data, '--json']
    try {
      return JSON.parse((await execute(process.execPath, args, { maxBuffer: OUTPUT_MAX })).stdout)
    } catch (error) {
      const { stderr } = error as { stderr?: string }
      throw new Error(/^(?:review|error): (.+)/m.exec(stderr ?? '')?.[1] ?? 'The command failed.')
    }
  }
  return {
    list: async () => {
      const items = (await run('list', '--all')) as ReviewItem[]
      return items
        .filter(({ decisions }) => decisions.length > 0)
        .map((item) => pick(item, ['handle', 'kind', 'line', 'decisions']))
    },
    decide: async (handle, decision, reason) => {
      const { done } = (await run('decide', handle, decision, `--reason=${reason}`)) as { done: string }
      return done
    },
  }
}
