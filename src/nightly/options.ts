import type { Allowed } from '../bake/folder/manifest.ts'
import type { Judge } from '../ingest/run.ts'
import type { SourceResult } from '../ingest/source.ts'
import type { Progress } from '../records/dataset.ts'

export interface RunRequest {
  results: SourceResult[]
  /** How far the sources' clocks are ahead of this machine's, in milliseconds; null if unknown. */
  skewMs: number | null
}

export interface RunOptions {
  data: string
  out: string
  now: Date
  /** Updates the staged dataset and holds back what the judge rejects. */
  ingest: (staged: string, judge: Judge) => Promise<RunRequest>
  /** Builds the site of a bake folder into a separate folder; null if this machine does not serve a site. */
  buildSite?: ((bake: string, target: string) => Promise<void>) | null
  allowed: readonly Allowed[]
  progress: Progress
}
