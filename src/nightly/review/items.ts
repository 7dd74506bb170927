import { hash } from 'node:crypto'
import { publish } from '../../bake/publish/publish.ts'
import { merge } from '../../ingest/merge.ts'
import { CANDIDATES_FILE, type Candidate, parseCandidates } from '../../ingest/pages/candidates.ts'
import { type Quarantined, readQuarantine } from '../../ingest/quarantine.ts'
import { readState } from '../../ingest/run.ts'
import { type Conflict, conflictName } from '../../ingest/settle.ts'
import type { Edit } from '../../ingest/source.ts'
import { readDataset } from '../../records/dataset.ts'
import { DatasetError } from '../../records/dataset-error.ts'
import { readHistory } from '../../records/folder.ts'

/** Items that need a decision or attention, each with a short handle. */
export type Item =
  | { handle: string; kind: 'candidate'; state: string | null; candidate: Candidate }
  | { handle: string; kind: 'conflict'; state: string | null; conflict: Conflict; record: object | null }
  | { handle: string; kind: 'quarantine'; state: null; quarantined: Quarantined; edits: readonly Edit[] }
  | { handle: string; kind: 'gap'; state: string | null; gap: string }
export type ItemKind = Item['kind']
export const ITEM_KINDS = ['quarantine', 'conflict', 'candidate', 'gap'] as const satisfies ItemKind[]

const HANDLE_LENGTH = 8
const formatHandle = (kind: ItemKind, name: string): string =>
  `${kind[0]}-${hash('sha256', name).slice(0, HANDLE_LENGTH)}`

/**
 * All items of a dataset folder that need a decision or attention.
 * @throws DatasetError when the dataset has invalid lines
 */
export async function readItems(data: string): Promise<Item[]> {
  const dataset = await readDataset(data)
  if (dataset.errors.length > 0) throw new DatasetError(dataset.errors)
  const state = await readState(data, dataset.records)
  const quarantine = (await readQuarantine(data)).map((quarantined): Item => {
    const { source, part, readAt } = quarantined
    const { edits } = merge(state, part.drafts, { ...part, source, now: new Date(readAt), isReleased: true })
    return { handle: `q-${source}`, kind: 'quarantine', state: null, quarantined, edits }
  })
  const conflicts = state.conflicts.map((conflict): Item => {
    const rows: readonly { id: string; state: string | null }[] = dataset.records[conflict.kind]
    const record = rows.find(({ id }) => id === conflict.id) ?? null
    const handle = formatHandle('conflict', conflictName(conflict))
    return { handle, kind: 'conflict', state: record?.state ?? null, conflict, record }
  })
  const pending = parseCandidates(await readHistory(data, CANDIDATES_FILE)).filter(({ review }) => review === 'PENDING')
  const candidates = pending.map((candidate): Item => {
    const handle = formatHandle('candidate', candidate.url)
    return { handle, kind: 'candidate', state: candidate.state, candidate }
  })
  const gaps = publish(dataset, null).coverage.flatMap(({ item: { state, gaps } }) =>
    gaps.map((gap): Item => ({ handle: formatHandle('gap', `${state} ${gap}`), kind: 'gap', state, gap })),
  )
  return [...quarantine, ...conflicts, ...candidates, ...gaps]
}

export type ItemOf<Kind extends Item['kind']> = Extract<Item, { kind: Kind }>

/** The texts of an item: what one line says of its subject, and the item in full, with both sides. */
const TEXTS: { [Kind in Item['kind']]: { line: (item: ItemOf<Kind>) => string; detail: (item: ItemOf<Kind>) => string[] } } = {
  quarantine: {
    line: ({ quarantined: { source, since, findings } }) =>
      `${source}, since ${since}: ${findings.map(({ reason }) => reason).join('; ')}`,
    detail: ({ quarantined: { source, since, readAt, findings, part }, edits }) => [
      `${source} has been in quarantine since ${since}; its data was read at ${readAt}.`,
      ...findings.map(({ check, reason }) => `  ${check}: ${reason}`),
      '',
      `It would change ${new Set(edits.map(({ id }) => id)).size} records and add ${part.changes?.length ?? 0} page events:`,
      ...edits.map((edit) => `  ${editText(edit)}`),
      ...(part.changes ?? []).map(({ summary }) => `  ${summary}`),
      '',
      'Decide with release (the next nightly run publishes it) or drop (it is discarded until the source repeats it).',
    ],
  },
  conflict: {
    line: ({ conflict: { source, ref, field, recorded, offered } }) =>
      `${ref}, ${field}: recorded ${shown(recorded)}, ${source} says ${shown(offered)}`,
    detail: ({ conflict: { source, kind, id, ref, field, recorded, offered, since }, record }) => [
      `${field} of ${kind} ${id} (${ref}), since ${since}:`,
      `  the record says  ${shown(recorded)}`,
      `  ${source} says  ${shown(offered)}`,
      '',
      JSON.stringify(record, null, 2),
      '',
      "Decide with take (use the source's value) or keep (keep the record's value).",
    ],
  },
  candidate: {
    line: ({ candidate: { kind, title, url } }) => `${kind} "${title}" ${url}`,
    detail: ({ candidate: { kind, title, url, pageUrl, dates, amounts, found, evidence, noticeId } }) => [
      `${kind} "${title}"`,
      `  address  ${url}`,
      `  found at  ${pageUrl}, ${found}`,
      ...dates.map(({ label, date }) => `  ${label}  ${date}`),
      ...amounts.map((amount) => `  amount  ${shown(amount)}`),
      ...(evidence ? [`  the page says  ${shown(evidence)}`] : []),
      '',
      noticeId
        ? `Decide with accept (notice ${noticeId} gets this due date; correct it with --field dueDate=VALUE) or reject.`
        : 'Decide with accept (it becomes a record; set or correct fields with --field NAME=VALUE) or reject.',
    ],
  },
  gap: {
    line: ({ gap }) => gap,
    detail: ({ state, gap }) => [
      `${state ?? 'National'}: ${gap}`,
      '',
      'A gap closes when a record is added; there is nothing to decide.',
    ],
  },
}

/** One line that identifies an item and its subject. */
export const formatLine = (item: Item): string =>
  `${item.handle}  ${item.state ?? '--'}  ${TEXTS[item.kind].line(item as never)}`

export const formatDetail = (item: Item): string => TEXTS[item.kind].detail(item as never).join('\n')

export const editText = ({ kind, ref, field, before, after }: Edit): string => {
  if (field !== null) return `${kind} ${ref}, ${field}: ${shown(before)} becomes ${shown(after)}`
  return before === null ? `${kind} ${ref} is new: ${shown(after)}` : `${kind} ${ref} is removed`
}

export const shown = (value: unknown): string =>
  value === null || value === undefined ? 'nothing' : typeof value === 'string' ? `"${value}"` : JSON.stringify(value)
