import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { timestamp } from '../../schema/fields.ts'

/** What the operator sees beside the accounts, and where it comes from. */

const Finding = z.object({ check: z.string(), reason: z.string() })

const Source = z.object({
  source: z.string(),
  /** Why nothing of the source was used; null if it succeeded. */
  failed: z.string().nullable(),
  quarantined: z.array(Finding),
})

const Night = z.object({
  startedAt: timestamp,
  outcome: z.enum(['published', 'unchanged', 'refused', 'silent', 'failed']),
  /** Why nothing was published. */
  reasons: z.array(Finding),
  sources: z.array(Source),
  /** Why the site could not be built. */
  siteFault: z.string().nullable(),
  /** The version that was live afterwards. */
  datasetVersion: z.string().nullable(),
})
export type Night = z.infer<typeof Night>

/**
 * The report of the last nightly run, of the dataset folder that a bake is in: `DATE.json`, or the one with the highest
 * number on its day, `DATE-2.json`; null if there is none.
 */
export async function readNight(bake: string): Promise<Night | null> {
  const folder = path.join(path.dirname(bake), 'history', 'reports')
  const names = await readdir(folder).catch(() => [])
  const [newest] = names
    .flatMap((name) => {
      const [, date, number = '1'] = /^(\d{4}-\d{2}-\d{2})(?:-(\d+))?\.json$/.exec(name) ?? []
      return date ? [{ name, date, number: Number(number) }] : []
    })
    .sort((a, b) => b.date.localeCompare(a.date) || b.number - a.number)
  return newest ? Night.parse(JSON.parse(await readFile(path.join(folder, newest.name), 'utf8'))) : null
}

export interface Fault {
  at: string
  event: string
  message: string
}

export interface ReviewItem {
  handle: string
  kind: string
  line: string
  decisions: readonly string[]
}

export interface Desk {
  /** How the last nightly run ended; null if it is not known here. */
  readNight: () => Promise<Night | null>
  /** Emails and webhooks that this process could not send, newest first. */
  faults: () => readonly Fault[]
  /** Null where this process cannot write the dataset. */
  review: Review | null
}

export interface Review {
  list: () => Promise<readonly ReviewItem[]>
  /** @returns what was done. @throws Error with a sentence when it cannot be done */
  decide: (handle: string, decision: string, reason: string) => Promise<string>
}
