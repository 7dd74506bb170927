import { writeFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { prepare } from '../../src/bake/bake.ts'
import { checkItems } from '../../src/bake/checks/cross-checks.ts'
import { type PublishedLists, publish } from '../../src/bake/publication.ts'
import { release } from '../../src/bake/release.ts'
import { readDataset } from '../../src/records/dataset.ts'
import type { ChangeEvent } from '../../src/schema/wire/changes.ts'
import { openService } from '../../src/store/service.ts'
import { baked, FIXTURE, NOW, STARTER, scratch } from '../api.ts'
import { copyOfFixture, readLines, recordsFile } from './folder.ts'

const quiet = () => {}

describe.each([
  ['the fixture', undefined],
  ['the starter dataset', STARTER],
])('%s', (_, folder) => {
  let publication: PublishedLists
  beforeAll(async () => {
    publication = (await baked(folder)).publication
  })

  it('matches the documented schemas when published', () => {
    expect(() => checkItems(publication)).not.toThrow()
  })

  it('gives every record a unique id, and every name to one record', () => {
    for (const rows of [publication.awards, publication.documents, publication.opportunities, publication.events]) {
      const ids = rows.map(({ item }) => item.id)
      expect(new Set(ids).size).toBe(ids.length)
    }
    const names = publication.opportunities.flatMap((row) => row.names ?? [])
    expect(new Set(names).size).toBe(names.length)
  })

  it('has evidence for every category, and a category for all evidence', () => {
    for (const { item } of [...publication.awards, ...publication.documents]) {
      expect(item.programCategoryEvidence.map(({ category }) => category)).toEqual(item.programCategories)
      expect(item.programCategories.length).toBeGreaterThan(0)
    }
    for (const { item } of publication.opportunities) {
      const all = [...item.programCategories, ...item.truncatedProgramCategories]
      expect(item.programCategoryEvidence.map(({ category }) => category)).toEqual(all)
      const inferred = item.programCategoryEvidence.slice(0, item.programCategories.length)
      expect(inferred.filter(({ source }) => source === 'INFERRED').length).toBeLessThanOrEqual(3)
    }
  })

  it('has stats that match what it publishes', () => {
    const { stats, states, documents, activities, awards } = publication
    expect(stats).toMatchObject({
      states: states.length,
      documents: documents.length,
      activities: activities.length,
      fundingCount: awards.filter(({ isHeld }) => !isHeld).length,
    })
    const cents = states.reduce((sum, { detail }) => {
      const { totalAwardByState } = detail as { totalAwardByState: number }
      return sum + Math.round(totalAwardByState * 100)
    }, 0)
    expect(stats.totalStateAward).toBe(cents / 100)
  })
})

it('leaves the dataset as it is, so that publishing it again gives the same', async () => {
  const { records, history, ...rest } = await readDataset(FIXTURE)
  const feed = publish({ records, history, ...rest }, null).activity.map(
    ({ item: { updatedAt: _, ...event } }) => event,
  )
  const dataset = { records, history: { ...history, feed: feed as ChangeEvent[] }, ...rest }
  const before = structuredClone({ records, history: dataset.history })
  const publication = publish(dataset, null)
  expect({ records, history: dataset.history }).toEqual(before)
  expect(publish(dataset, null)).toEqual(publication)
})

describe('an undocumented value', () => {
  it('is found before it is published, with resource, record and field', async () => {
    const { publication } = await baked()
    const [first, ...rest] = publication.awards
    const spoilt = { ...publication, awards: [{ item: { ...first?.item, federalAmount: -1 } }, ...rest] }
    expect(() => checkItems(spoilt as PublishedLists)).toThrow(
      /^awards 00000000-0000-4000-8000-0000000b0001: federalAmount: .*; the bake produced a value that does not match the schema$/,
    )
  })
})

describe('two rounds with the same title whose ids begin alike', () => {
  it('have different slugs; the earlier has the short one, and both are found by them', async () => {
    const folder = copyOfFixture()
    const file = recordsFile(folder, 'notices')
    const [first = ''] = readLines(file).filter((line) => line.includes('Rolling hospital'))
    const round = (number: number, year: number) =>
      JSON.stringify({
        ...JSON.parse(first),
        id: `00000000-0000-4000-8000-0000000ccc0${number}`,
        title: 'Hospital fund',
        noticeNumber: `HF-${number}`,
        postedDate: `${year}-01-01`,
      })
    writeFileSync(file, [...readLines(file), round(2, 2026), round(1, 2025), ''].join('\n'))
    const { publication } = await prepare(folder, quiet)
    const out = scratch()
    await release(publication, out, Date.parse(NOW), quiet)
    const { opportunities } = openService(out).readers
    const findId = (slug: string) => JSON.parse(opportunities.find(slug, Date.parse(NOW)) ?? '{}').id
    expect(findId('hospital-fund-tx-00000000')).toBe('00000000-0000-4000-8000-0000000ccc01')
    expect(findId('hospital-fund-tx-00000000-0000-4000-8000-0000000ccc02')).toBe('00000000-0000-4000-8000-0000000ccc02')
  })
})
