import { hash } from 'node:crypto'
import { publish } from '../../bake/publish/publish.ts'
import { type Conflict, conflictName } from '../../ingest/conflicts.ts'
import { type IngestState, merge } from '../../ingest/merge.ts'
import { CANDIDATES_FILE, type Candidate, parseCandidates } from '../../ingest/pages/candidates.ts'
import { type Quarantined, readQuarantine } from '../../ingest/quarantine.ts'
import { readState } from '../../ingest/run.ts'
import type { Edit } from '../../ingest/source.ts'
import { type Dataset, readDataset } from '../../records/dataset.ts'
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
  const candidates = parseCandidates(await readHistory(data, CANDIDATES_FILE))
  const state = await readState(data, dataset.records)
  return [
    ...(await readQuarantine(data)).map((quarantined): Item => {
      const handle = `q-${quarantined.source}`
      return { handle, kind: 'quarantine', state: null, quarantined, edits: readEdits(quarantined, state) }
    }),
    ...state.conflicts.map((conflict) => conflictItem(conflict, dataset)),
    ...candidates
      .filter(({ review }) => review === 'PENDING')
      .map((candidate): Item => {
        const handle = formatHandle('candidate', candidate.url)
        return { handle, kind: 'candidate', state: candidate.state, candidate }
      }),
    ...gapItems(dataset),
  ]
}

/** The changes that a release would make, with both sides. */
const readEdits = ({ source, part, readAt }: Quarantined, state: IngestState): readonly Edit[] =>
  merge(state, part.drafts, { ...part, source, now: new Date(readAt), isReleased: true }).edits

function conflictItem(conflict: Conflict, { records }: Dataset): Item {
  const record = (records[conflict.kind] as { id: string; state: string | null }[]).find(({ id }) => id === conflict.id)
  const handle = formatHandle('conflict', conflictName(conflict))
  return { handle, kind: 'conflict', state: record?.state ?? null, conflict, record: record ?? null }
}

const gapItems = (dataset: Dataset): Item[] =>
  publish(dataset, null).coverage.flatMap(({ item: { state, gaps } }) =>
    gaps.map((gap): Item => ({ handle: formatHandle('gap', `${state} ${gap}`), kind: 'gap', state, gap })),
  )
