import { readFileSync } from 'node:fs'
import path from 'node:path'
import * as z from 'zod'
import { classify } from '../../src/rules/classify/classify.ts'
import { type CategoryId, ProgramCategory } from '../../src/schema/taxonomy.ts'

const LABELS = path.join(import.meta.dirname, '..', '..', 'test', 'rules', 'classify', 'classify-labels.ndjson')

/**
 * A record with the categories that a reader gave it before the classifier was run on it. `accepted` are other
 * categories that another careful reader might give: they count neither for nor against. Choose terms using the TUNING
 * half only. Once HELD_OUT has influenced a term, label a fresh half.
 */
const Labeled = z.strictObject({
  half: z.enum(['TUNING', 'HELD_OUT']),
  kind: z.enum(['opportunity', 'document', 'award', 'activity']),
  title: z.string(),
  body: z.string(),
  name: z.string().nullable(),
  labels: z.array(ProgramCategory).min(1),
  accepted: z.array(ProgramCategory),
})
export type Labeled = z.infer<typeof Labeled>

/** The labeled records. */
export const readLabels = (): Labeled[] =>
  readFileSync(LABELS, 'utf8')
    .trim()
    .split('\n')
    .map((line) => Labeled.parse(JSON.parse(line)))

/** The classifier's categories of one record, compared with the reader's. */
export interface Verdict {
  record: Labeled
  right: CategoryId[]
  missed: CategoryId[]
  /** Given, but neither a label nor accepted. */
  wrong: CategoryId[]
  /** Given and accepted. */
  tolerated: CategoryId[]
}

/** Categories beyond the cap of a list are counted too: they remain filterable. */
export function getVerdict(record: Labeled): Verdict {
  const { programCategories: assigned } = classify({ title: record.title, body: record.body, name: record.name })
  const more = assigned.filter((category) => !record.labels.includes(category))
  return {
    record,
    right: assigned.filter((category) => record.labels.includes(category)),
    missed: record.labels.filter((category) => !assigned.includes(category)),
    wrong: more.filter((category) => !record.accepted.includes(category)),
    tolerated: more.filter((category) => record.accepted.includes(category)),
  }
}

export interface Accuracy {
  records: number
  labels: number
  precision: number
  recall: number
  /** The precision when accepted categories count as wrong. */
  precisionStrict: number
}

/** Micro-averaged over all categories of all records. */
export function getAccuracy(verdicts: readonly Verdict[]): Accuracy {
  const count = (pick: (verdict: Verdict) => readonly CategoryId[]) =>
    verdicts.reduce((sum, verdict) => sum + pick(verdict).length, 0)
  const right = count((verdict) => verdict.right)
  const labels = count(({ record }) => record.labels)
  const wrong = count((verdict) => verdict.wrong)
  return {
    records: verdicts.length,
    labels,
    precision: right / (right + wrong),
    recall: right / labels,
    precisionStrict: right / (right + wrong + count((verdict) => verdict.tolerated)),
  }
}

/** The results of one category: how often it was right, missed and wrong, and what was given when it was missed. */
export interface Confusion {
  labels: number
  right: number
  missed: number
  wrong: number
  givenInstead: string
}

export function getConfusion(category: CategoryId, verdicts: readonly Verdict[]): Confusion {
  const missing = verdicts.filter(({ missed }) => missed.includes(category))
  const instead = Map.groupBy(
    missing.flatMap(({ right, wrong }) => (wrong.length > 0 ? wrong : right)),
    (assigned) => assigned,
  )
  return {
    labels: verdicts.filter(({ record }) => record.labels.includes(category)).length,
    right: verdicts.filter(({ right }) => right.includes(category)).length,
    missed: missing.length,
    wrong: verdicts.filter(({ wrong }) => wrong.includes(category)).length,
    givenInstead: [...instead].map(([other, times]) => `${other} ${times.length}`).join(', '),
  }
}
