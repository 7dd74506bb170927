import type { Dataset } from '../records/dataset.ts'
import type { DocumentTexts } from '../records/texts.ts'
import { RESOURCE_NAMES, type RESOURCES, type ResourceName, resource } from '../resources/index.ts'
import { type Night, publishing } from '../resources/publishing.ts'
import { type Stats, statsOf } from '../resources/stats.ts'

/** Everything that a bake publishes, before it is written: the rows of each list, and the stats. */
export type Publication = { [Name in ResourceName]: RowOf<Name>[] } & {
  stats: Stats
  /** The full texts of documents that are kept beside the records. */
  texts: DocumentTexts
}
type RowOf<Name extends ResourceName> = ReturnType<(typeof RESOURCES)[Name]['publish']>[number]

/** Turns a dataset into what is published. @param night what a night adds to the feed; null outside of one */
export function publish(dataset: Dataset, night: Night | null): Publication {
  const published = publishing(dataset, night)
  const lists = RESOURCE_NAMES.map((name) => [name, published.rows(resource(name))])
  return { ...Object.fromEntries(lists), stats: statsOf(dataset, published), texts: dataset.texts }
}
