import { describe, expect, it } from 'vitest'
import { grantsGov } from '../../../src/ingest/from/grants-gov/source.ts'
import { formatResults } from '../../../src/ingest/run.ts'
import { getAttention, type Report } from '../../../src/nightly/report.ts'
import { grantsGovApi, SIMPLER_KEY as KEY, NONPROFITS, type Pair, pair, pointing, simplerApi, toUuid } from '../apis.ts'
import { dataset, NEXT_NIGHT, NIGHT, night, readFiles, readRows } from '../night.ts'
import { sourceResult } from '../records.ts'
import { type Asked, type Reply, standIn } from '../stand-in.ts'

async function asking(
  data: string,
  pairs: readonly Pair[],
  { gone = null as Reply | null, key = KEY, now = NIGHT } = {},
) {
  const classic = await grantsGovApi(
    pairs.map((both) => both.classic),
    gone ? () => gone : undefined,
  )
  const simpler = await simplerApi(() => pairs)
  const env = { ...pointing({ grantsGov: classic, simplerGrants: simpler }), SIMPLER_GRANTS_KEY: key }
  const [result] = await night(data, [grantsGov], env, { now })
  if (!result) throw new Error('no result')
  return { result, asked: { classic: classic.asked, simpler: simpler.asked } }
}

const GONE: Reply = { status: 404, json: { message: 'Not Found' } }
const pairs = [pair('1'), pair('2', 'forecasted'), pair('3')]

it('gives the same records as the classic API, except the addresses of attachments and of the API', async () => {
  const [one, other] = [await dataset(), await dataset()]
  await asking(one, pairs)
  const { result } = await asking(other, pairs, { gone: GONE })
  expect(result).toMatchObject({ fetched: 3, new: 3, rejected: [], failed: null })
  const fields = async (data: string) =>
    (await readRows(data, 'notices')).map(({ documentUrls: _, retrievedFrom: __, ...fields }) => fields)
  expect(await fields(other)).toEqual(await fields(one))
  expect((await readRows(other, 'notices'))[0]).toMatchObject({
    dueDate: '2027-01-15',
    amendedAt: '2026-11-02',
    applicantTypes: ['State governments', NONPROFITS],
    documentUrls: expect.arrayContaining([
      expect.stringMatching(/^https:\/\/files\.simpler\.grants\.gov\/.*NOFO\.pdf$/),
    ]),
    retrievedFrom: 'https://api.simpler.grants.gov/v1/opportunities',
  })
})

it('changes no record in the night in which it takes over', async () => {
  const data = await dataset()
  await asking(data, pairs)
  const before = await readRows(data, 'notices')
  const { result } = await asking(data, pairs, { gone: GONE, now: NEXT_NIGHT })
  expect(result).toMatchObject({ new: 0, changed: 0, unchanged: 3, gone: 0 })
  expect(await readRows(data, 'notices')).toEqual(before)
})

describe('the operator', () => {
  it('is told when the classic API does not answer', async () => {
    const { result } = await asking(await dataset(), pairs, { gone: GONE })
    expect(result.notes).toEqual([
      'the classic Grants.gov API did not answer (responded with 404); the notices are from the Simpler Grants API',
    ])
    expect(formatResults([result])).toContain('the classic Grants.gov API did not answer')
    const report = { outcome: 'published', reasons: [], silent: [], sources: [result], siteFault: null, rollback: null }
    expect(getAttention(report as unknown as Report)).toEqual([
      expect.stringMatching(/^grants-gov: the classic Grants\.gov API did not answer/),
    ])
  })

  it('is told nothing while it answers, and the other is not asked', async () => {
    const { result, asked } = await asking(await dataset(), pairs)
    expect([result.notes, asked.simpler]).toEqual([[], []])
    expect(sourceResult().notes).toEqual([])
  })

  it('sees the source fail if there is no key', async () => {
    const data = await dataset()
    const before = await readFiles(data)
    const { result, asked } = await asking(data, pairs, { gone: GONE, key: '' })
    expect(result.failed).toBe('responded with 404')
    expect(asked.simpler).toEqual([])
    expect(await readFiles(data)).toEqual(before)
  })

  it('sees the source fail if the key is refused', async () => {
    const { result } = await asking(await dataset(), pairs, { gone: GONE, key: 'other' })
    expect(result.failed).toBe('responded with 401')
  })
})

describe('a notice of the Simpler Grants API', () => {
  const newer = (): Pair => {
    const both = pair('4')
    return { ...both, simpler: { ...both.simpler, legacy_opportunity_id: null } }
  }

  it('that the classic one never had is known by its UUID', async () => {
    const data = await dataset()
    await asking(data, [newer()], { gone: GONE })
    expect(await readRows(data, 'notices')).toMatchObject([
      { noticeNumber: 'HRSA-27-4', sourceUrl: `https://simpler.grants.gov/opportunity/${toUuid('4')}` },
    ])
    // Should the classic one answer again, it is not asked for an id that it cannot have.
    const { asked } = await asking(data, [pair('1')], { now: NEXT_NIGHT })
    const ids = asked.classic.flatMap(({ path, body }: Asked) => (path.endsWith('fetchOpportunity') ? [body] : []))
    expect(ids).toEqual([{ opportunityId: 1 }])
  })

  it('that is no longer listed has its last status', async () => {
    const data = await dataset()
    await asking(data, pairs, { gone: GONE })
    await asking(data, [pair('1'), pair('2', 'forecasted'), pair('3', 'closed')], { gone: GONE, now: NEXT_NIGHT })
    const statuses = (await readRows(data, 'notices')).map(({ noticeNumber, sourceStatus }) => [
      noticeNumber,
      sourceStatus,
    ])
    expect(statuses.sort()).toEqual([
      ['HRSA-27-1', 'OPEN'],
      ['HRSA-27-2', 'FORECAST'],
      ['HRSA-27-3', 'CLOSED'],
    ])
  })
})

it('sends its key to no other host', async () => {
  const other = await standIn(() => ({ status: 404, json: {} }))
  const simpler = await standIn(({ path }) =>
    path.endsWith('/search')
      ? { json: { data: [pairs[0]?.simpler], pagination_info: { total_pages: 1 } } }
      : { status: 302, headers: { location: 'https://other.example.gov/elsewhere' } },
  )
  const servers = { grantsGov: await standIn(() => GONE), simplerGrants: simpler }
  const env = { ...pointing(servers, [`https://other.example.gov=${other.origin}`]), SIMPLER_GRANTS_KEY: KEY }
  await night(await dataset(), [grantsGov], env)
  expect(other.asked.length).toBeGreaterThan(0)
  expect(other.asked.map(({ headers }) => headers['x-api-key'])).toEqual(other.asked.map(() => undefined))
})
