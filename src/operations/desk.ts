import { execFile } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { type Desk, Night, type Review } from '../http/account/desk.ts'
import { pick } from '../rules/pick.ts'

const COMMAND = path.join(import.meta.dirname, '..', '..', 'scripts', 'review.ts')
// Items have the records that they are about.
const OUTPUT_MAX = 256 * 1024 * 1024
const execute = promisify(execFile)

/** What the operator sees of the dataset beside a bake, if it is on this machine. */
export function openDesk(bake: string): Pick<Desk, 'readNight' | 'review'> {
  const data = path.dirname(bake)
  return { readNight: () => readNight(path.join(data, 'history', 'reports')), review: openReview(data) }
}

/** The newest report in a folder: `DATE.json`, or the one with the highest number on its day, `DATE-2.json`. */
async function readNight(folder: string): Promise<Night | null> {
  const names = await readdir(folder).catch(() => [])
  const [newest] = names
    .flatMap((name) => {
      const [, date, number = '1'] = /^(\d{4}-\d{2}-\d{2})(?:-(\d+))?\.json$/.exec(name) ?? []
      return date ? [{ name, date, number: Number(number) }] : []
    })
    .sort((a, b) => b.date.localeCompare(a.date) || b.number - a.number)
  return newest ? Night.parse(JSON.parse(await readFile(path.join(folder, newest.name), 'utf8'))) : null
}

type Listed = Awaited<ReturnType<Review['list']>>[number]

/** Decides with the command `review`, so that this process never holds the whole dataset; null if it cannot be written. */
function openReview(data: string): Review | null {
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
      const items = (await run('list', '--all')) as Listed[]
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
