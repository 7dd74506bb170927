import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { release, writeBake } from '../../src/bake/release.ts'
import { openDataset } from '../../src/store/open/dataset.ts'
import { openService } from '../../src/store/service.ts'
import { baked, NOW, putBake, scratch } from '../api.ts'
import { alter, damage, databaseFile, manifestFile, readManifestFile, SPOILT } from './spoilt.ts'

const quiet = () => {}
const AT = Date.parse(NOW)

let folder: string
beforeEach(async () => {
  folder = scratch()
  await putBake(folder)
})

describe('a bake', () => {
  it('is opened read-only, and serves', () => {
    const { db, close } = openDataset(folder)
    expect(() => db.exec('CREATE TABLE more (x)')).toThrow(/readonly/)
    close()
    expect(JSON.parse(openService(folder).stats).states).toBe(5)
  })

  it.each(SPOILT)('with %s is not served, and says why and what to do', (_, spoil, said) => {
    spoil(folder)
    expect(() => openDataset(folder)).toThrow(expect.objectContaining({ name: 'DatasetUnavailable' }))
    expect(() => openDataset(folder)).toThrow(said)
    expect(() => openDataset(folder)).toThrow(/Run "npm run bake"\.$/)
  })

  it('of another format is not served', () => {
    alter(folder, 'PRAGMA user_version = 999')
    expect(() => openDataset(folder)).toThrow(/has format 999; this version reads \d+/)
  })

  it.each([
    ['a table', 'DROP TABLE awards', /no such table: awards/],
    ['the stats', 'DELETE FROM singles', /no stats/],
  ])('without %s is not served', (_, sql, said) => {
    alter(folder, sql)
    expect(() => openService(folder)).toThrow(expect.objectContaining({ name: 'DatasetUnavailable' }))
    expect(() => openService(folder)).toThrow(said)
  })

  it('that is damaged is fixed by baking again', async () => {
    damage(folder)
    const { publication } = await baked()
    await release(publication, folder, AT + 1, quiet)
    expect(openDataset(folder).manifest.builtAt).toBe(NOW)
  })
})

describe('a release', () => {
  it('leaves the bake in place if nothing changed', async () => {
    const { publication } = await baked()
    const before = readFileSync(manifestFile(folder), 'utf8')
    const { mtimeMs } = statSync(manifestFile(folder))
    await release(publication, folder, AT + 86_400_000, quiet)
    expect(readFileSync(manifestFile(folder), 'utf8')).toBe(before)
    expect(statSync(manifestFile(folder)).mtimeMs).toBe(mtimeMs)
  })

  it('keeps the two previous databases, and no older one', async () => {
    const first = readManifestFile(folder).database
    const { publication: other } = await baked()
    const { ledger } = other.step
    const later: string[] = []
    for (const left of [1, 2, 3]) {
      // Each is a separate publication with its own version.
      const [founding] = ledger.publications
      const step = {
        ...other.step,
        ledger: { ...ledger, publications: [{ ...founding, version: `000000000000000${left}` }] as const },
      }
      const { database } = await release({ ...other, states: other.states.slice(left), step }, folder, AT, quiet)
      later.push(database)
    }
    const names = readdirSync(folder).filter((name) => /^service-.*\.sqlite$/.test(name))
    expect(names.sort()).toEqual(later.sort())
    expect(names).not.toContain(first)
  })

  it('of another folder has the same bytes except for the time', async () => {
    const { publication } = await baked()
    const copy = scratch()
    const { builtAt, seal, ...rest } = await writeBake(publication, path.join(copy, 'again'), AT + 5, quiet)
    const { builtAt: _, seal: other, ...restBefore } = readManifestFile(folder)
    expect(rest).toEqual(restBefore)
    expect(builtAt).toBe('2026-11-20T17:00:00.005Z')
    expect(seal).not.toBe(other)
    expect(readFileSync(path.join(copy, 'again', rest.database)).equals(readFileSync(databaseFile(folder)))).toBe(true)
  })
})
