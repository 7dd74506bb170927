import path from 'node:path'
import { expect } from 'vitest'
import { prepare } from '../../src/bake/bake.ts'
import { writeBake } from '../../src/bake/release.ts'
import { readLedger } from '../../src/ledger/files.ts'
import { readBaseline } from '../../src/nightly/gate/checks.ts'
import { settle } from '../../src/records/staging.ts'
import { openService } from '../../src/store/service.ts'
import { scratch } from '../api.ts'
import { FIRST_NIGHT, readFeed, readUntold } from './folders.ts'

export interface Folders {
  data: string
  out: string
}

/** The version of a dataset folder, baked again elsewhere. */
export async function bakeVersion(data: string): Promise<string> {
  const { publication } = await prepare(data, () => {})
  return (await writeBake(publication, path.join(scratch(), 'baked'), 0, () => {})).datasetVersion
}

/** The version that readers are served, from an intact database. */
export function servedVersion({ out }: Folders): string {
  const service = openService(out)
  const { datasetVersion, counts } = service.manifest
  const { total } = service.readers.opportunities.list({ filters: {}, page: 1, limit: 1 }, FIRST_NIGHT.getTime())
  service.close()
  expect(total).toBe(counts.opportunities)
  return datasetVersion
}

export const readStanding = (folders: Folders) => ({
  published: lastPublished(folders.data).version,
  served: servedVersion(folders),
})

/** The last publication according to the ledger: its version, and the number of feed events at that time. */
function lastPublished(data: string): { version: string; events: number; lastEvent: string | null } {
  const last = readLedger(data)?.publications.at(-1)
  if (!last) throw new Error('There is no ledger.')
  return last
}

/**
 * Ledger, feed and records of a dataset belong to one publication: the one before an interrupted run, with a person's
 * edits since, or its own. Readers are served one of the two, or what they were served before.
 * @param before the state before the run
 */
export async function expectOldOrNew(folders: Folders, before: Standing): Promise<void> {
  // How every command first handles what a crashed run left behind.
  settle(folders.data)
  const { version, events, lastEvent } = lastPublished(folders.data)
  const feed = readFeed(folders.data)
  expect([feed.length, feed.at(-1)?.id ?? null]).toEqual([events, lastEvent])
  const { publication } = await prepare(folders.data, () => {})
  const isOld = version === before.published
  expect({ isOld, isAhead: publication.step.published !== null }).toEqual({ isOld, isAhead: isOld })
  const served = servedVersion(folders)
  expect([before.served, before.published, version]).toContain(served)
}

/** Bake, ledger, feed and records belong to one run. */
export async function expectAgreement(folders: Folders): Promise<void> {
  const served = servedVersion(folders)
  const { version, events, lastEvent } = lastPublished(folders.data)
  expect(version).toBe(served)
  expect(served).toBe(await bakeVersion(folders.data))
  expect(readBaseline(folders.data)?.datasetVersion).toBe(served)
  const feed = readFeed(folders.data)
  expect([feed.length, feed.at(-1)?.id]).toEqual([events, lastEvent])
  expect(new Set(feed.map(({ id }) => id)).size).toBe(feed.length)
  const service = openService(folders.out)
  const { counts } = service.manifest
  service.close()
  expect(counts.activity).toBe(feed.length)
  const announced = [...feed, ...readUntold(folders.data)].filter(({ type }) => type === 'NEW_OPPORTUNITY')
  expect(announced).toHaveLength(counts.opportunities ?? 0)
}

type Standing = ReturnType<typeof readStanding>
