import type { Dataset } from '../../records/dataset.ts'
import type { AddError, RecordError } from '../../records/dataset-error.ts'
import { deadlineInstant, startInstant } from '../../rules/time/moments.ts'
import { RECORDS, type RecordKind, type Records } from '../../schema/records.ts'
import type { ChangeEvent } from '../../schema/wire/changes.ts'
import { awardErrors } from './award-checks.ts'
import { misplacedValues } from './field-checks.ts'

const AWARD_KINDS = ['documents', 'lists', 'awards', 'pools'] as const

/**
 * Errors that a single record does not show, by file and line. References to a file with invalid lines are checked once
 * those lines are fixed.
 */
export function crossErrors({ records, history, errors, formatLine }: Dataset): RecordError[] {
  const found: RecordError[] = []
  const add: AddError = (kind, record, field, reason) =>
    found.push({ file: `${kind}.ndjson`, line: formatLine(record), field, reason })
  const isWhole = (kind: RecordKind) => !errors.some(({ file }) => file === `${kind}.ndjson`)
  for (const kind of KINDS) repeated(kind, records[kind], add)
  repeated('changes', history.feed ?? [], add)
  if (isWhole('states')) {
    if (records.states.length === 0) found.push(NO_STATES)
    else unknownStates(records, add)
  }
  if (AWARD_KINDS.every(isWhole)) awardErrors(records, add)
  if (isWhole('notices')) danglingNotices(records, add)
  contradictions(records, add)
  misplacedValues(records, add)
  disorder(history.feed ?? [], add)
  return found
}

const NO_STATES: RecordError = {
  file: 'states.ndjson',
  line: 0,
  field: 'file',
  reason: 'is empty; a dataset needs its states',
}

const KINDS = Object.keys(RECORDS) as RecordKind[]

function repeated(kind: string, rows: readonly ({ id: string } | { code: string })[], add: AddError): void {
  const seen = new Set<string>()
  for (const row of rows) {
    const [field, name] = 'id' in row ? ['id', row.id] : ['code', row.code]
    if (seen.has(name)) add(kind, row, field, `"${name}" is already used on an earlier line; it must be unique`)
    seen.add(name)
  }
}

function unknownStates(records: Records, add: AddError): void {
  const codes = new Set<string>(records.states.map(({ code }) => code))
  for (const kind of KINDS) {
    for (const record of records[kind]) {
      if (!('state' in record) || record.state === null || codes.has(record.state)) continue
      add(kind, record, 'state', `"${record.state}" is not in states.ndjson; add the state there first`)
    }
  }
}

function danglingNotices(records: Records, add: AddError): void {
  const known = new Map(records.notices.map((notice) => [notice.id, notice]))
  for (const notice of records.notices) {
    const { duplicateOf, partOf, relatedTo } = notice
    for (const [field, id] of Object.entries({ duplicateOf, partOf, relatedTo: relatedTo?.id ?? null })) {
      if (id === null) continue
      if (id === notice.id) add('notices', notice, field, 'is the record itself')
      else if (!known.has(id)) add('notices', notice, field, `no notice has the id "${id}"`)
    }
    if (partOf !== null && known.get(partOf)?.partOf)
      add('notices', notice, 'partOf', `"${partOf}" is itself a part; use the id of the whole`)
    if (duplicateOf !== null && known.get(duplicateOf)?.duplicateOf)
      add('notices', notice, 'duplicateOf', `"${duplicateOf}" is itself a duplicate; use the id of the original record`)
  }
}

// The zone does not matter for the order of two moments of one record.
const ZONE = 'UTC'

function contradictions(records: Records, add: AddError): void {
  for (const notice of records.notices) {
    const { scope, state, budgetMin, budgetMax } = notice
    if ((scope === 'NATIONAL') !== (state === null)) {
      add('notices', notice, 'scope', `is ${scope}, but state is ${state}`)
    }
    if (budgetMin !== null && budgetMax !== null && budgetMin > budgetMax) {
      add('notices', notice, 'budgetMin', `${budgetMin} is greater than budgetMax ${budgetMax}`)
    }
  }
  for (const activity of records.activities) {
    const { status, statusSourceUrl, statusSince } = activity
    if (status !== null && statusSourceUrl === null)
      add('activities', activity, 'statusSourceUrl', `is null, but status is ${status}; a status needs its own source`)
    if (status === null && (statusSourceUrl ?? statusSince) !== null)
      add('activities', activity, 'status', 'is null, but has a source or a day')
  }
  for (const event of records.events) {
    if (event.endAt === null || deadlineInstant(event.endAt, ZONE) >= startInstant(event.startAt, ZONE)) continue
    add('events', event, 'endAt', `${event.endAt} is before startAt ${event.startAt}`)
  }
}

function disorder(changes: readonly ChangeEvent[], add: AddError): void {
  changes.forEach((event, index) => {
    const before = changes[index - 1]
    if (!before || before.occurredAt < event.occurredAt) return
    add('changes', event, 'occurredAt', `${event.occurredAt} is not after the event before it`)
  })
}
