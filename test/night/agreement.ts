import path from 'node:path'
import { expect } from 'vitest'
import { bake } from '../../src/bake/bake.ts'
import { prepare } from '../../src/bake/prepare.ts'
import { readBaseline } from '../../src/night/gate/baseline.ts'
import { openService } from '../../src/store/service.ts'
import { scratch } from '../api.ts'
import { FIRST_NIGHT, feedOf, untoldOf } from './folders.ts'

export interface Folders {
  data: string
  out: string
}

/** The version of what a dataset folder holds, baked anew elsewhere. */
export async function versionOf(data: string): Promise<string> {
  const { publication } = await prepare(data, () => {})
  return bake(publication, path.join(scratch(), 'baked'), 0, () => {}).datasetVersion
}

/** The version that readers are served, from a database that is whole. */
export function servedVersion({ out }: Folders): string {
  const service = openService(out)
  const { datasetVersion, counts } = service.manifest
  const { total } = service.readers.opportunities.list({ filters: {}, page: 1, limit: 1 }, FIRST_NIGHT.getTime())
  service.close()
  expect(total).toBe(counts.opportunities)
  return datasetVersion
}

/** Bake, feed and records are those of one night. */
export async function expectAgreement(folders: Folders): Promise<void> {
  const served = servedVersion(folders)
  expect(served).toBe(await versionOf(folders.data))
  expect(readBaseline(folders.data)?.datasetVersion).toBe(served)
  const feed = feedOf(folders.data)
  expect(new Set(feed.map(({ id }) => id)).size).toBe(feed.length)
  const service = openService(folders.out)
  const { counts } = service.manifest
  service.close()
  expect(counts.activity).toBe(feed.length)
  const known = [...feed, ...untoldOf(folders.data)].filter(({ type }) => type === 'NEW_OPPORTUNITY')
  expect(known).toHaveLength(counts.opportunities ?? 0)
}
