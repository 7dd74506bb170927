import { beforeAll, describe, expect, it } from 'vitest'
import { openApi, type TestApi } from '../../api.ts'
import type { Item } from '../../store/matches.ts'
import { asking, id } from '../listed.ts'
import { publishedFolder } from '../published.ts'

let api: TestApi
beforeAll(async () => {
  api = await openApi()
})

const { listed, listIds, one } = asking(() => api)

describe('an award row', () => {
  it('is published if it is verified and not a duplicate', async () => {
    const names = (await listed('/api/v1/awards?state=AK')).map(({ awardeeName }) => awardeeName)
    // Two lines of one list are two awards; the same award from two sources is one.
    expect(names.sort()).toEqual(['Line Clinic', 'Line Clinic', 'Tundra Health, Inc.'])
  })

  it('has its source document and its categories with their evidence', async () => {
    const award = await one('/api/v1/awards?state=NE', id('b', 8))
    expect(award).toMatchObject({
      state: 'NE',
      stateName: 'Nebraska',
      fiscalYear: 'FY2026',
      federalAmount: 1234.56,
      matchAmount: 12.5,
      projectTitle: null,
      initiative: null,
      awardDate: '2026-08-21',
      awardStage: 'AWARDED',
      verificationBasis: 'OFFICIAL_LIST',
      remark: null,
      sourceDocument: {
        id: id('d', 3),
        title: 'Nebraska transformation plan',
        fileType: 'PDF',
        url: 'https://example.org/documents/3',
      },
    })
    expect(award.programCategoryEvidence.map(({ category }: Item) => category)).toEqual(award.programCategories)
  })

  it('with an unknown amount comes after all others of its year, with null', async () => {
    const awards = await listed('/api/v1/awards?fiscalYear=2026')
    expect(awards.at(-1)).toMatchObject({ awardeeName: 'Sandhills Hospital', federalAmount: null })
  })

  it.each(['hopital', 'HÔPITAL RÉGIONAL', 'sainte-anne', 'régional sainte'])(
    'is found by part of the awardee’s name, ignoring case and accents: %s',
    async (awardee) => {
      expect(await listIds(`/api/v1/awards?awardee=${encodeURIComponent(awardee)}`)).toEqual([id('b', 8)])
    },
  )

  it('is not found by characters that have a meaning in SQL', async () => {
    for (const awardee of ['%', '_', "'", '"', '*', 'a%b', '\u0301'])
      expect(await listIds(`/api/v1/awards?awardee=${encodeURIComponent(awardee)}`)).toEqual([])
  })
})

describe('rows that are on file but not verified', () => {
  const HELD = id('b', 4)
  const total = (rows: Item[]) => rows.reduce((sum, { federalAmount }) => sum + (federalAmount ?? 0), 0)

  it('are returned on request, each with what it lacks', async () => {
    const held = await listed('/api/v1/awards?verification=UNVERIFIED')
    expect(held).toMatchObject([
      {
        id: HELD,
        verification: 'UNVERIFIED',
        verificationBasis: 'NONE',
        verificationLacks: 'an official count or total of the list, or a second reading of it',
      },
    ])
    const verified = await listed('/api/v1/awards')
    expect(verified.every((row) => row.verification === 'VERIFIED' && row.verificationLacks === null)).toBe(true)
    expect(await listed('/api/v1/awards?verification=verified')).toEqual(verified)
    const all = await listIds('/api/v1/awards?verification=ALL')
    expect(all.sort()).toEqual([...verified, ...held].map((row) => row.id).sort())
  })

  it('are found by their id alone, and otherwise in no list, sum, count or file', async () => {
    expect((await api.ask(`/api/v1/awards/${HELD}`)).body).toMatchObject({ verification: 'UNVERIFIED' })
    expect(await listIds(`/api/v1/awards?ids=${HELD}`)).toEqual([])
    const alaska = await listed('/api/v1/awards?state=AK')
    const state = (await api.ask('/api/v1/states/AK')).body
    expect([state.awardTotal, state.awards]).toEqual([total(alaska), alaska.length])
    const verified = await listed('/api/v1/awards?limit=500')
    expect((await api.ask('/api/v1/meta')).body.counts.awards).toBe(verified.length)
    expect((await api.ask('/api/stats')).body.fundingCount).toBe(verified.length)
    const [coverage] = await listed('/api/v1/coverage?state=AK')
    expect(coverage?.records.awards).toBe(alaska.length)
    const file = await api.ask('/api/v1/exports/awards.ndjson')
    expect(file.text).toContain(verified[0]?.id)
    expect(file.text).not.toContain(HELD)
  })

  it('are refused under another name', async () => {
    const { status, body } = await api.ask('/api/v1/awards?verification=PENDING')
    expect(status).toBe(400)
    expect(body.errors).toMatchObject([
      { parameter: 'verification', supportedValues: ['VERIFIED', 'UNVERIFIED', 'ALL'] },
    ])
  })

  it('leave the list with a tombstone when they lose their verification, and return when they regain it', async () => {
    const folder = publishedFolder()
    const publish = async (at: string) =>
      openApi({ published: { publication: await folder.publish(at), folder: folder.out } })
    await publish('2026-11-20T08:00:00.000Z')
    const list = '00000000-0000-4000-8000-00000000f002'
    const nebraska = [8, 9, 10, 11].map((number) => id('b', number))
    folder.set('lists', list, { statedRows: 9 })
    const second = await publish('2026-11-21T08:00:00.000Z')
    const without = asking(() => second)
    expect(await without.listIds('/api/v1/awards?state=NE')).toEqual([])
    expect((await without.listIds('/api/v1/awards?state=NE&verification=UNVERIFIED')).sort()).toEqual(nebraska)
    const since = 'state=NE&updatedSince=2026-11-20T12:00:00Z&includeRemoved=true'
    const gone = await without.listed(`/api/v1/awards?${since}`)
    expect(gone.map((row) => [row.id, row.reason]).sort()).toEqual(nebraska.map((row) => [row, 'REMOVED']))
    folder.set('lists', list, { statedRows: 4 })
    const again = await publish('2026-11-22T08:00:00.000Z')
    const back = asking(() => again)
    expect((await back.listIds('/api/v1/awards?state=NE&updatedSince=2026-11-21T12:00:00Z')).sort()).toEqual(nebraska)
    expect(await back.listIds('/api/v1/awards?state=NE&verification=UNVERIFIED')).toEqual([])

    const single = `/api/v1/awards/${id('b', 8)}`
    const { history } = (await second.ask(single)).body
    expect(history).toMatchObject([{ at: expect.stringMatching(/^2026-11-21T/), event: 'REMOVED', fields: {} }])
    expect((await again.ask(single)).body.history).toMatchObject([
      {
        at: expect.stringMatching(/^2026-11-22T/),
        event: 'VERIFIED',
        fields: { verification: { before: 'UNVERIFIED', after: 'VERIFIED' } },
      },
      history[0],
    ])
  })

  it('have a history with the values before and after each change, which is part of the entity tag', async () => {
    const folder = publishedFolder()
    const publish = async (at: string) =>
      openApi({ published: { publication: await folder.publish(at), folder: folder.out } })
    const single = `/api/v1/awards/${id('b', 8)}`
    const first = await (await publish('2026-11-20T08:00:00.000Z')).ask(single)
    expect(first.body.history).toEqual([])
    folder.set('awards', id('b', 8), { matchAmount: 99 })
    const later = await publish('2026-11-21T08:00:00.000Z')
    const second = await later.ask(single)
    expect(second.body.history).toMatchObject([
      { event: 'UPDATED', fields: { matchAmount: { before: 12.5, after: 99 } } },
    ])
    expect(second.body.history[0].at).toBe(second.body.updatedAt)
    expect(second.headers.get('ETag')).not.toBe(first.headers.get('ETag'))
    const ndjson = JSON.parse((await later.ask(`${single}.ndjson`)).text)
    const { history, ...record } = second.body
    expect(ndjson).toEqual(record)
    expect((await later.ask(`${single}.csv`)).text.split('\r\n')[0]).not.toContain('history')
  })
})

describe('the kind and place of recipients', () => {
  it('filter awards, with the county written in any way', async () => {
    expect(await listIds('/api/v1/awards?recipientKind=fqhc')).toEqual([id('b', 6)])
    expect((await listIds('/api/v1/awards?recipientKind=HOSPITAL&state=NE')).length).toBe(3)
    for (const county of ['Hall County', 'hall', 'HALL%20county', 'Ha-ll.']) {
      expect((await listIds(`/api/v1/awards?county=${county}`)).sort()).toEqual([id('b', 8), id('b', 9)])
    }
    expect(await listIds('/api/v1/awards?county=Kenai%20Peninsula')).toEqual([id('b', 1)])
    // A city is a place, not a county.
    expect(await listIds('/api/v1/awards?county=Anchorage')).toEqual([])
  })

  it('find awards near a county, including those of several counties', async () => {
    const within = async (near: string, miles: number) =>
      (await listIds(`/api/v1/awards?near=${encodeURIComponent(near)}&within=${miles}`)).sort()
    expect(await within('Hall County, NE', 0)).toEqual([id('b', 8), id('b', 9)])
    expect(await within('adams,ne', 0)).toEqual([id('b', 8)])
    // About 32 miles from Hall County.
    expect(await within('Merrick, Nebraska', 31)).toEqual([])
    expect(await within('Merrick, Nebraska', 33)).toEqual([id('b', 8), id('b', 9)])
    expect((await listIds('/api/v1/awards?near=Merrick,NE')).length).toBe(2)
    expect(await listIds('/api/v1/awards?near=Hall,NE&recipientKind=FQHC')).toEqual([])
    const csv = await api.ask('/api/v1/awards.csv?near=Merrick,NE')
    expect(csv.text.trim().split('\r\n')).toHaveLength(3)
  })

  it.each([
    ['near=Hal,NE', 'near', '"Hal" is not a county of Nebraska.', 'Hall County, NE'],
    ['near=Grand%20Island', 'near', 'Must be a county with its state, such as "Hall County, NE".', undefined],
    ['near=Washington', 'near', '31 states have a county named "Washington". Add the state.', undefined],
    ['near=Hall,NE&within=5000', 'within', 'Must be a whole number from 0 to 1000, in digits.', undefined],
    [
      'county=Hall,NE',
      'county',
      'Must be a county alone, such as "Hall County". Give its state in "state".',
      undefined,
    ],
    ['within=20', 'within', 'Needs "near", the county around which it counts miles.', undefined],
  ])('refuse %s with what is wrong', async (query, parameter, message, didYouMean) => {
    const { status, body } = await api.ask(`/api/v1/awards?${query}`)
    expect([status, body.errors]).toMatchObject([400, [{ parameter, message, ...(didYouMean && { didYouMean }) }]])
  })

  it('are counted as facets', async () => {
    const { facets } = (await api.ask('/api/v1/awards?facets=recipientKind,county')).body
    expect(facets.county).toEqual({ 'Hall County': 2, 'Adams County': 1, 'Kenai Peninsula Borough': 1 })
    expect(facets.recipientKind).toMatchObject({ FQHC: 1 })
  })
})
