import type { Manifest } from '../../bake/folder/manifest.ts'

/** The number of published rows by resource; those that are only on file are left out. */
export const publishedCounts = ({ counts, held }: Pick<Manifest, 'counts' | 'held'>): { [resource: string]: number } =>
  Object.fromEntries(Object.entries(counts).map(([name, rows]) => [name, rows - (held[name] ?? 0)]))
