import type { Batch } from '../../ingest/run.ts'
import { isBlank } from '../../ingest/settle.ts'
import type { Edit, IngestKind } from '../../ingest/source.ts'
import { PROGRAM_STARTED } from '../../rules/program.ts'
import { parseWords } from '../../rules/text/words.ts'
import type { Found } from './publication.ts'

interface Bounds {
  /** The most records that a source may add in its first batch. */
  added: number
  /** The dates of a record, of which the latest shows whether it is about the program. */
  dates: readonly string[]
  /** Fields that most records of the kind have. */
  usual: readonly string[]
  /** The field whose words are compared with the records that are held. */
  name: string
}

/** What a first batch may contain, by kind. */
const BOUNDS: { [Kind in IngestKind]: Bounds } = {
  allotments: { added: 60, dates: [], usual: ['amount', 'sourceUrl'], name: 'sourceTitle' },
  documents: { added: 60, dates: ['published'], usual: ['published', 'fiscalYear', 'highlights'], name: 'title' },
  awards: { added: 150, dates: ['awardDate'], usual: ['federalAmount', 'awardDate'], name: 'awardeeName' },
  notices: {
    added: 80,
    dates: ['postedDate', 'dueDate', 'expectedBy'],
    usual: ['noticeNumber', 'postedDate', 'issuingAgency', 'summary'],
    name: 'title',
  },
}

/** Federal notices: more listings are open at a time than a state has. */
const ADDED_OF: Readonly<Record<string, number>> = { 'grants-gov': 250 }

const EARLY_SHARE = 0.1
const EARLY_SHARE_SMALL = 0.5
const MISSING_SHARE = 0.6
const UNLIKE_SHARE = 0.5
const REWRITTEN_SHARE = 0.5
/** Below this number of records, shares are not meaningful. */
const SMALL_BATCH = 10
/** A word that fewer held records have says nothing about what the dataset is about. */
const COMMON_WORD = 3

export const FIRST_BATCH_CHECK = {
  summary:
    'The first batch of a source is not too large, from before the program, incomplete, or unlike the records that are held.',
} as const

/** Checks the first batch of a source, for which there is no earlier one, against absolute bounds. */
export function firstBatchFindings({ source, edits, before }: Batch): Found[] {
  const kinds = Map.groupBy(edits, ({ kind }) => kind)
  const held = [...before.documents, ...before.notices, ...before.activities].map(({ title }) => title)
  const common = held.length >= SMALL_BATCH ? commonWords(held) : null
  const reasons = [...kinds].flatMap(([kind, own]) => [
    ...addedReasons(source, kind, own, common),
    ...rewrittenReasons(kind, own),
    ...endedReasons(kind, own, before[kind].length),
  ])
  return reasons.map((reason) => ({ subject: source, reason: `the first batch of ${source} ${reason}` }))
}

type Fields = Readonly<Record<string, unknown>>

function addedReasons(
  source: string,
  kind: IngestKind,
  edits: readonly Edit[],
  common: ReadonlySet<string> | null,
): string[] {
  const added = edits.flatMap(({ field, before, after }) =>
    field === null && before === null ? [after as Fields] : [],
  )
  const { dates, usual, name } = BOUNDS[kind]
  const most = ADDED_OF[source] ?? BOUNDS[kind].added
  const found: string[] = []
  const share = (count: number, of: number, limit: number, what: string) => {
    if (of >= SMALL_BATCH && count > of * limit) found.push(`${what} in ${count} of ${of} ${kind}`)
  }
  if (added.length > most) found.push(`adds ${added.length} ${kind}, more than ${most}`)

  const days = added.flatMap((row) => latest(dates.map((field) => row[field])) ?? [])
  const early = days.filter((day) => day < PROGRAM_STARTED).length
  // Of a few records, half: one may have begun before.
  if (early > days.length * (days.length < SMALL_BATCH ? EARLY_SHARE_SMALL : EARLY_SHARE)) {
    found.push(`has dates before the program (${PROGRAM_STARTED}) in ${early} of ${days.length} ${kind}`)
  }

  const blanks = added.reduce((sum, row) => sum + usual.filter((field) => isBlank(row[field])).length, 0)
  if (added.length >= SMALL_BATCH && blanks > added.length * usual.length * MISSING_SHARE) {
    found.push(
      `lacks ${Math.round((100 * blanks) / (added.length * usual.length))}% of ${usual.join(', ')} of its ${kind}`,
    )
  }

  // Names of organizations have words of their own.
  if (common && name === 'title') {
    const unlike = added.filter((row) => !contentWords(row[name]).some((word) => common.has(word))).length
    share(unlike, added.length, UNLIKE_SHARE, 'has no word in common with the records that are held,')
  }
  return found
}

/** Records that the first batch would largely rewrite are probably not the ones that its rows are about. */
function rewrittenReasons(kind: IngestKind, edits: readonly Edit[]): string[] {
  const rewritten = edits.filter(({ field, before }) => field !== null && field !== 'sourceStatus' && !isBlank(before))
  const records = Map.groupBy(rewritten, ({ id }) => id)
  const matched = new Set(edits.flatMap(({ field, id }) => (field === null ? [] : [id]))).size
  const names = [...records.values()].filter((own) => own.some(({ field }) => field === BOUNDS[kind].name)).length
  const isOdd = matched >= SMALL_BATCH && names > matched * REWRITTEN_SHARE
  return isOdd ? [`renames ${names} of the ${matched} ${kind} it changes`] : []
}

const ENDED: ReadonlySet<unknown> = new Set(['CLOSED', 'ARCHIVED', 'WITHDRAWN'])
const ENDED_MAX = 5
const ENDED_SHARE = 0.5

/** A source that ends most of the records that it meets for the first time has probably not looked for them. */
function endedReasons(kind: IngestKind, edits: readonly Edit[], held: number): string[] {
  const changed = new Set(edits.flatMap(({ field, id }) => (field === null ? [] : [id]))).size
  const ended = edits.filter(({ field, after }) => field === 'sourceStatus' && ENDED.has(after)).length
  const isOdd = ended > ENDED_MAX && ended > changed * ENDED_SHARE
  return isOdd ? [`ends ${ended} of the ${changed} ${kind} it changes, of ${held} that are held`] : []
}

const latest = (values: readonly unknown[]): string | null =>
  values
    .filter((value) => typeof value === 'string')
    .reduce<string | null>((a, b) => (a === null || b > a ? b : a), null)

const contentWords = (value: unknown): string[] =>
  typeof value === 'string' ? [...new Set(parseWords(value))].filter((word) => word.length > 3) : []

function commonWords(texts: readonly unknown[]): ReadonlySet<string> {
  const counts = new Map<string, number>()
  for (const word of texts.flatMap(contentWords)) counts.set(word, (counts.get(word) ?? 0) + 1)
  return new Set([...counts].flatMap(([word, count]) => (count >= COMMON_WORD ? [word] : [])))
}
