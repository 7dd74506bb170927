import * as z from 'zod'
import { readHistory, writeHistory } from '../../records/folder.ts'
import { ndjson } from '../../records/ndjson.ts'
import { ITEM_KINDS } from './items.ts'

/** Every decision, oldest first. */
const DECISIONS_FILE = 'decisions.ndjson'

/** The possible decisions by kind of item. */
export const DECISIONS = {
  quarantine: ['release', 'drop'],
  conflict: ['take', 'keep'],
  candidate: ['accept', 'reject'],
  gap: [],
} as const satisfies Record<(typeof ITEM_KINDS)[number], readonly string[]>

const Decision = z.strictObject({
  at: z.iso.datetime(),
  kind: z.enum(ITEM_KINDS),
  /** Its subject: a URL, a source, or a field of a record. */
  subject: z.string(),
  decision: z.string(),
  reason: z.string().min(1),
  /** The values before and after. */
  before: z.unknown(),
  after: z.unknown(),
})
export type Decision = z.infer<typeof Decision>

export async function recordDecision(data: string, decision: Decision): Promise<void> {
  const text = (await readHistory(data, DECISIONS_FILE)) ?? ''
  await writeHistory(data, DECISIONS_FILE, `${text}${ndjson([Decision.parse(decision)])}`)
}
