import type { Client } from '../client.ts'
import { ApiProblem } from '../errors.ts'
import { sleep } from '../retry.ts'
import { type DownloadOptions, download, Republished } from './download.ts'
import type { Change, SnapshotFile } from './lines.ts'
import type { Part } from './port.ts'
import type { SyncOptions } from './progress.ts'

/** The plain and compressed files of a list. */
export interface ListFiles {
  plain: SnapshotFile
  packed: SnapshotFile
}

/** The current snapshot of the service. */
export interface Listing {
  version: string
  publishedAt: string
  lists: ReadonlyMap<string, ListFiles>
}

/** The service as a source for a sync. */
export interface Source {
  listing: () => Promise<Listing>
  /** The changes between two versions, oldest first; null when the snapshot is cheaper or the only way. */
  changes: (from: string, to: string, requestsMax: number) => Promise<Change[] | null>
  /** The lines of a list. @throws Republished */
  lines: (files: ListFiles, part: Part, onBytes: DownloadOptions['onBytes']) => Promise<string>
  /** Number of monthly requests used. */
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

  async function patient<Value>(request: () => Promise<Value>): Promise<Value> {
    for (;;) {
      try {
        return await request()
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
      return { version: body.datasetVersion, publishedAt: body.publishedAt, lists: getLists(body.files) }
    },
    async changes(from, to, requestsMax) {
      const changes: Change[] = []
      for (let page = 1; page <= requestsMax; page += 1) {
        const query = { from, to, limit: CHANGES_A_PAGE, page }
        const response = await patient(() => client.updates(query, call)).catch(beyondReach)
        if (!response) return null
        if (!response.isCached) onRequest()
        changes.push(...response.body.data)
        if (!response.body.hasMore) return changes
      }
      return null
    },
    lines: (files, part, onBytes) => patient(() => download(client, files, part, { ...call, onRequest, onBytes })),
  }
}

/** Resolves to null when the service no longer lists the changes since a version. */
function beyondReach(error: unknown): null {
  if (!(error instanceof ApiProblem)) throw error
  const { status, errors } = error
  const isRefused = (bound: string) => status === 400 && errors.some(({ parameter }) => parameter === bound)
  if (status === 409 || status === 410 || isRefused('from')) return null
  // A listed file no longer exists.
  throw isRefused('to') ? new Republished() : error
}

function getLists(files: readonly SnapshotFile[]): Map<string, ListFiles> {
  const lines = files.filter(({ format, resource }) => format === 'ndjson' && resource !== null)
  return new Map(
    lines.flatMap((plain): [string, ListFiles][] => {
      const packed = lines.find(({ resource, compression }) => resource === plain.resource && compression === 'gz')
      return plain.compression === null && packed ? [[plain.resource as string, { plain, packed }]] : []
    }),
  )
}
