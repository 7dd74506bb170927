import type { Allowed } from '../bake/manifest.ts'
import type { Judge } from '../ingest/run.ts'
import type { SourceResult } from '../ingest/source.ts'
import type { Progress } from '../records/dataset.ts'

/** What asking the sources came to. */
export interface Asked {
  results: SourceResult[]
  /** How far the sources' clocks are ahead of this machine's, in milliseconds; null when unknown. */
  skewMs: number | null
}

export interface NightOptions {
  /** The dataset folder, with `records` and `history`. */
  data: string
  /** The folder of the bake that is live. */
  out: string
  now: Date
  /** Brings the staged dataset up to date, and holds back what the judge finds fault with. */
  ingest: (staged: string, judge: Judge) => Promise<Asked>
  /**
   * Builds the site of a bake folder into a folder of its own, where this machine serves one; null: there is no site to
   * follow the night.
   */
  buildSite?: ((bake: string, target: string) => Promise<void>) | null
  /** Checks that a person overrides for this night. */
  allowed: readonly Allowed[]
  progress: Progress
}
