import { hash } from 'node:crypto'
import { checkDataset } from '../bake/bake.ts'
import { publish } from '../bake/publication.ts'
import {
  CONFLICTS_FILE,
  type Conflict,
  formatConflicts,
  getBlank,
  getId,
  getStamps,
  parseConflicts,
  toConflictName,
} from '../ingest/drafts.ts'
import { findType } from '../ingest/from/portals/portal.ts'
import { merge } from '../ingest/merge.ts'
import { formatFirstIssue } from '../ingest/net/exchange.ts'
import { CANDIDATES_FILE, type Candidate, formatCandidates, parseCandidates } from '../ingest/pages/candidates.ts'
import { dismiss, markReleased, type Quarantined, readQuarantine, readState } from '../ingest/run.ts'
import type { Edit } from '../ingest/source.ts'
import { readDataset, readRecords } from '../records/dataset.ts'
import { readHistory, writeHistory, writeRecords } from '../records/folder.ts'
import { DatasetError, formatNdjson, formatRecordError } from '../records/ndjson.ts'
import { discard, stage, takeOver } from '../records/staging.ts'
import { RECORDS } from '../schema/records.ts'

/** Items that need a decision or attention, each with a short handle. */
export type Item =
  | { handle: string; kind: 'candidate'; state: string | null; candidate: Candidate }
  | { handle: string; kind: 'conflict'; state: string | null; conflict: Conflict; record: object | null }
  | { handle: string; kind: 'quarantine'; state: null; quarantined: Quarantined; edits: readonly Edit[] }
  | { handle: string; kind: 'gap'; state: string | null; gap: string }
export type ItemKind = Item['kind']
export const ITEM_KINDS = ['quarantine', 'conflict', 'candidate', 'gap'] as const satisfies ItemKind[]
const formatHandle = (kind: ItemKind, name: string): string => `${kind[0]}-${hash('sha256', name).slice(0, 8)}`

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
    const handle = formatHandle('conflict', toConflictName(conflict))
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

const TEXTS: {
  [Kind in Item['kind']]: { line: (item: ItemOf<Kind>) => string; detail: (item: ItemOf<Kind>) => string[] }
} = {
  quarantine: {
    line: ({ quarantined: { source, since, findings } }) =>
      `${source}, since ${since}: ${findings.map(({ reason }) => reason).join('; ')}`,
    detail: ({ quarantined: { source, since, readAt, findings, part }, edits }) => [
      `${source} has been in quarantine since ${since}; its data was read at ${readAt}.`,
      ...findings.map(({ check, reason }) => `  ${check}: ${reason}`),
      '',
      `It would change ${new Set(edits.map(({ id }) => id)).size} records and add ${part.changes?.length ?? 0} page events:`,
      ...edits.map((edit) => `  ${formatEdit(edit)}`),
      ...(part.changes ?? []).map(({ summary }) => `  ${summary}`),
      '',
      'Decide with release (the next nightly run publishes it) or drop (it is discarded until the source repeats it).',
    ],
  },
  conflict: {
    line: ({ conflict: { source, ref, field, recorded, offered } }) =>
      `${ref}, ${field}: recorded ${formatShown(recorded)}, ${source} says ${formatShown(offered)}`,
    detail: ({ conflict: { source, kind, id, ref, field, recorded, offered, since }, record }) => [
      `${field} of ${kind} ${id} (${ref}), since ${since}:`,
      `  the record says  ${formatShown(recorded)}`,
      `  ${source} says  ${formatShown(offered)}`,
      '',
      JSON.stringify(record, null, 2),
      '',
      "Decide with take (use the source's value) or keep (keep the record's value).",
    ],
  },
  candidate: {
    line: ({ candidate: { kind, title, url } }) => `${kind} "${title}" ${url}`,
    detail: ({ candidate: { kind, title, url, pageUrl, dates, amounts, found: foundOn, evidence, noticeId } }) => [
      `${kind} "${title}"`,
      `  address  ${url}`,
      `  found at  ${pageUrl}, ${foundOn}`,
      ...dates.map(({ label, date }) => `  ${label}  ${date}`),
      ...amounts.map((amount) => `  amount  ${formatShown(amount)}`),
      ...(evidence ? [`  the page says  ${formatShown(evidence)}`] : []),
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

export const formatEdit = ({ kind, ref, field, before, after }: Edit): string => {
  if (field !== null) return `${kind} ${ref}, ${field}: ${formatShown(before)} becomes ${formatShown(after)}`
  return before === null ? `${kind} ${ref} is new: ${formatShown(after)}` : `${kind} ${ref} is removed`
}

export const formatShown = (value: unknown): string =>
  value === null || value === undefined ? 'nothing' : typeof value === 'string' ? `"${value}"` : JSON.stringify(value)

export interface Choice {
  decision: string
  reason: string
  fields: Readonly<Record<string, unknown>>
  now: Date
}

type Fields = Record<string, unknown>

/**
 * Applies a person's decision to the dataset and records the reason. All of it is done on a copy that is put in place
 * at the end, so an impossible decision changes nothing.
 * @returns what was done, as a sentence
 * @throws Error when the item does not support this decision, or a record would be invalid
 */
export async function decide(data: string, item: Item, choice: Choice): Promise<string> {
  const { decision, reason, now } = choice
  const accepted: readonly string[] = DECISIONS[item.kind]
  if (reason.trim() === '') throw new Error('A decision needs a reason.')
  if (!accepted.includes(decision)) {
    const options =
      accepted.length > 0 ? `can be decided with ${accepted.join(' or ')}` : 'cannot be decided: add the missing record'
    throw new Error(`A ${item.kind} ${options}.`)
  }
  const copy = stage(data)
  try {
    const done = await DECIDE[item.kind](copy, item as never, choice)
    const { subject, before = null, after = null, sentence } = done
    const entry = { at: now.toISOString(), kind: item.kind, subject, decision, reason, before, after }
    const decisions = (await readHistory(copy, DECISIONS_FILE)) ?? ''
    await writeHistory(copy, DECISIONS_FILE, `${decisions}${formatNdjson([entry])}`)
    await checkDataset(copy)
    takeOver(data)
    return sentence
  } catch (error) {
    if (!(error instanceof DatasetError)) throw error
    const lines = error.errors.map(formatRecordError).join('\n')
    throw new Error(`The records would be invalid, so nothing was decided:\n${lines}`)
  } finally {
    discard(data)
  }
}

interface Done {
  subject: string
  sentence: string
  before?: unknown
  after?: unknown
}

const DECIDE = {
  async quarantine(data: string, { quarantined }: ItemOf<'quarantine'>, { decision }: Choice): Promise<Done> {
    const { source, findings } = quarantined
    const isReleased = decision === 'release'
    await (isReleased ? markReleased : dismiss)(data, source)
    const sentence = isReleased
      ? `The next nightly run publishes the data of ${source}.`
      : `The data of ${source} is dropped. It is quarantined again if the source repeats it.`
    return { subject: source, before: findings, sentence }
  },

  async conflict(data: string, { conflict }: ItemOf<'conflict'>, { decision, now }: Choice): Promise<Done> {
    const { kind, id, field, recorded, offered } = conflict
    const subject = `${kind} ${id} ${field}`
    if (decision === 'take') await setFields(data, conflict, { [field]: offered }, now)
    const left = parseConflicts(await readHistory(data, CONFLICTS_FILE)).filter(
      (other) => toConflictName(other) !== toConflictName(conflict),
    )
    await writeHistory(data, CONFLICTS_FILE, formatConflicts(left))
    const [after, news] =
      decision === 'take'
        ? [offered, `now has the value of ${conflict.source}`]
        : [recorded, `stays as it is until ${conflict.source} changes its value`]
    return { subject, before: recorded, after, sentence: `${subject} ${news}.` }
  },

  async candidate(data: string, { candidate }: ItemOf<'candidate'>, { decision, fields, now }: Choice): Promise<Done> {
    const isAccepted = decision === 'accept'
    const id = isAccepted ? candidate.noticeId : undefined
    const due = { dueDate: candidate.dates[0]?.date, rolling: false, confirmedAt: candidate.found.slice(0, 10) }
    const offered = { ...due, ...fields }
    if (id) await setFields(data, { kind: 'notices', id }, offered, now)
    const made = isAccepted && !id ? toRecord(candidate, fields, now) : null
    if (made) {
      const rows = (await readRecords(data))[made.kind] as { id: string }[]
      if (rows.some(({ id }) => id === made.record.id)) throw new Error(`A record of ${candidate.url} already exists.`)
      writeRecords(data, made.kind, [...rows, made.record])
    }
    const review = isAccepted ? 'ACCEPTED' : 'REJECTED'
    const candidates = parseCandidates(await readHistory(data, CANDIDATES_FILE)).map(
      (other): Candidate => (other.url === candidate.url ? { ...other, review } : other),
    )
    await writeHistory(data, CANDIDATES_FILE, formatCandidates(candidates))
    if (id) return { subject: candidate.url, after: offered, sentence: `Notice ${id} has the deadline of the page.` }
    const sentence = made
      ? `${candidate.url} is ${made.kind} ${made.record.id}.`
      : `${candidate.url} is rejected permanently.`
    return { subject: candidate.url, after: made?.record ?? null, sentence }
  },

  gap: () => Promise.reject(new Error('A gap cannot be decided.')),
}

async function setFields(data: string, { kind, id }: Pick<Conflict, 'kind' | 'id'>, fields: Fields, now: Date) {
  const rows = (await readRecords(data))[kind] as (Fields & { id: string })[]
  if (!rows.some((row) => row.id === id)) throw new Error(`There is no record ${id} anymore.`)
  const changed = rows.map((row) => {
    if (row.id !== id) return row
    const { data: sound, error } = RECORDS[kind].safeParse({ ...row, ...fields, ...getStamps(kind, false, now) })
    if (error) throw new Error(`${kind} ${id}: ${formatFirstIssue(error, 'row')}`)
    return sound as { id: string }
  })
  writeRecords(data, kind, changed)
}

/**
 * The record of an accepted candidate: what the page says about the link, and the fields that the person sets. Fields
 * that can only be known from the document itself stay unknown.
 * @throws Error with the first field that is missing or invalid
 */
function toRecord(candidate: Candidate, fields: Fields, now: Date) {
  const kind = candidate.kind === 'notice' ? 'notices' : 'documents'
  const id = getId(kind, ['review', candidate.url])
  const defaults = kind === 'notices' ? toNotice(candidate, now) : toDocument(candidate, now)
  const parsed = RECORDS[kind].safeParse({ ...getBlank(kind), ...defaults, ...fields, id })
  if (parsed.success) return { kind, record: parsed.data } as const
  const [issue] = parsed.error.issues
  throw new Error(
    `${issue?.path.join('.')}: ${issue?.message}; set it with --field ${issue?.path[0]?.toString()}=VALUE`,
  )
}

function toDocument({ title, state, fileType, url, pageUrl }: Candidate, now: Date) {
  const places = { url, sourceUrl: url, retrievedFrom: pageUrl === url ? null : pageUrl }
  return { title, state, fileType, documentCategory: 'OTHER', discovered: now.toISOString(), ...places }
}

function toNotice({ title, state, url, pageUrl, dates, amounts, evidence }: Candidate, now: Date) {
  const findDate = (label: string) => dates.find((date) => date.label === label)?.date ?? null
  return {
    state,
    scope: state === null ? 'NATIONAL' : 'STATE',
    title,
    opportunityType: findType(title) ?? 'GRANT',
    // With several amounts near a link, the right one is unknown.
    budgetMax: amounts.length === 1 ? amounts[0] : null,
    postedDate: findDate('Posted'),
    dueDate: findDate('Due'),
    loiDate: findDate('Letter of intent'),
    questionDeadline: findDate('Questions'),
    confirmedAt: now.toISOString().slice(0, 10),
    firstSeen: now.toISOString(),
    lastChanged: now.toISOString(),
    // A deadline in text has no address of its own.
    sourceUrl: evidence ? pageUrl : url,
    retrievedFrom: evidence || pageUrl === url ? null : pageUrl,
  }
}

const DECISIONS_FILE = 'decisions.ndjson'

export const DECISIONS = {
  quarantine: ['release', 'drop'],
  conflict: ['take', 'keep'],
  candidate: ['accept', 'reject'],
  gap: [],
} as const satisfies Record<ItemKind, readonly string[]>
