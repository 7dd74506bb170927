import type { Client } from '../client.ts'
import { ApiProblem } from '../errors.ts'
import { sleep } from '../retry.ts'
import { type DownloadOptions, download, Republished } from './download.ts'
import type { Change, SnapshotFile } from './lines.ts'
import type { Part } from './port.ts'
import type { SyncOptions } from './progress.ts'

/** A list of the snapshot, as lines and packed. */
export interface ListFiles {
  plain: SnapshotFile
  packed: SnapshotFile
}

/** What the service publishes at a moment. */
export interface Listing {
  version: string
  publishedAt: string
  lists: ReadonlyMap<string, ListFiles>
}

/** What a sync reads of the service. */
export interface Source {
  listing: () => Promise<Listing>
  /** The changes between two versions, oldest first; null when the snapshot is the shorter way, or the only one. */
  changes: (from: string, to: string, requestsMax: number) => Promise<Change[] | null>
  /** The lines of a list. @throws Republished */
  lines: (files: ListFiles, part: Part, onBytes: DownloadOptions['onBytes']) => Promise<string>
  /** Requests of the month that were spent. */
  requests: () => number
}

const HOUR_SECONDS = 3600
const CHANGES_A_PAGE = 500

export function openSource(
  client: Client,
  { waitForMonth = false, onProgress, ...call }: SyncOptions,
  stop: AbortSignal,
): Source {
  let requests = 0
  const onRequest = () => {
    requests += 1
  }

  async function patient<Value>(ask: () => Promise<Value>): Promise<Value> {
    for (;;) {
      try {
        return await ask()
      } catch (error) {
        if (!waitForMonth || !(error instanceof ApiProblem) || error.code !== 'MONTHLY_QUOTA_EXCEEDED') throw error
        const seconds = error.quota.retryAfter ?? HOUR_SECONDS
        onProgress?.({ step: 'WAIT', seconds })
        await sleep(seconds * 1000, stop)
      }
    }
  }

  return {
    requests: () => requests,
    async listing() {
      const { body } = await patient(() => client.exports(call))
      return { version: body.datasetVersion, publishedAt: body.publishedAt, lists: listsOf(body.files) }
    },
    async changes(from, to, requestsMax) {
      const changes: Change[] = []
      for (let page = 1; page <= requestsMax; page += 1) {
        const query = { from, to, limit: CHANGES_A_PAGE, page }
        const answer = await patient(() => client.updates(query, call)).catch(beyondReach)
        if (!answer) return null
        if (!answer.isCached) onRequest()
        changes.push(...answer.body.data)
        if (!answer.body.hasMore) return changes
      }
      return null
    },
    lines: (files, part, onBytes) => patient(() => download(client, files, part, { ...call, onRequest, onBytes })),
  }
}

/** Resolves to null when the service does not tell the changes from a version on. */
function beyondReach(error: unknown): null {
  if (!(error instanceof ApiProblem)) throw error
  const { status, errors } = error
  const isRefused = (bound: string) => status === 400 && errors.some(({ parameter }) => parameter === bound)
  if (status === 409 || status === 410 || isRefused('from')) return null
  // What was listed is not there any more.
  throw isRefused('to') ? new Republished() : error
}

function listsOf(files: readonly SnapshotFile[]): Map<string, ListFiles> {
  const lines = files.filter(({ format, resource }) => format === 'ndjson' && resource !== null)
  return new Map(
    lines.flatMap((plain): [string, ListFiles][] => {
      const packed = lines.find(({ resource, compression }) => resource === plain.resource && compression === 'gz')
      return plain.compression === null && packed ? [[plain.resource as string, { plain, packed }]] : []
    }),
  )
}
