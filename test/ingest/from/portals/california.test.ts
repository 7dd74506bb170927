import { describe, expect, it } from 'vitest'
import { californiaGrants } from '../../../../src/ingest/from/portals/other-lists.ts'
import { createPortalSource } from '../../../../src/ingest/from/portals/portal.ts'
import { dataset, NEXT_NIGHT, NIGHT, night, readFiles, readRows } from '../../night.ts'
import { state } from '../../records.ts'
import { type Reply, standIn } from '../../stand-in.ts'
import { COLUMNS, csv, grant } from './lists.ts'

const california = { ...state({ code: 'CA', name: 'California' }), timezone: 'America/Los_Angeles' }
const ROBOTS = { type: 'text/plain', body: 'User-agent: *\nDisallow: /api/\nDisallow: /datastore/*\n' }

async function asked(data: string, reply: Reply, { now = NIGHT } = {}) {
  const server = await standIn(({ path }) => (path === '/robots.txt' ? ROBOTS : reply), { robots: true })
  const env = { INGEST_ORIGIN_MAP: `https://data.ca.gov=${server.origin}` }
  const [result] = await night(data, [createPortalSource(californiaGrants)], env, { now })
  return result
}

describe('the California Grants Portal', () => {
  it('gives its open grants with amounts, applicants and the hour in California', async () => {
    const data = await dataset({ states: [california] })
    const others = [grant(2, { Status: 'closed' }), grant(3, { Title: 'Recreational Trails' })]
    expect(await asked(data, csv([grant(1), ...others]))).toMatchObject({ failed: null, fetched: 2, new: 1 })
    expect(await readRows(data, 'notices')).toMatchObject([
      {
        state: 'CA',
        title: 'Rural Health Transformation: round 1',
        opportunityType: 'GRANT',
        noticeNumber: 'HCAI-27-1',
        issuingAgency: 'Department of Health Care Access and Information',
        summary: 'Equips clinics, "on wheels".',
        postedDate: '2026-11-02',
        dueDate: '2026-12-10T17:00:00-08:00',
        rolling: false,
        budgetMax: 3_000_000,
        budgetPerAward: 250_000,
        applicantTypes: ['Nonprofit', 'Public Agency', 'Tribal Government'],
        sourceStatus: 'OPEN',
        sourceUrl: 'https://www.grants.ca.gov/grants/rural-1/',
      },
    ])
  })

  it('says which are forecast, and which are always open', async () => {
    const data = await dataset({ states: [california] })
    const forecast = grant(1, { Status: 'forecasted', OpenDate: '2027-01-15', ApplicationDeadline: '' })
    const open = grant(2, { ApplicationDeadline: 'Ongoing', EstAmounts: 'Depends on the applications' })
    await asked(data, csv([forecast, open]))
    expect(await readRows(data, 'notices')).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          sourceStatus: 'FORECAST',
          postedDate: null,
          expectedBy: '2027-01-15',
          dueDate: null,
        }),
        expect.objectContaining({ sourceStatus: 'OPEN', rolling: true, dueDate: null, budgetPerAward: null }),
      ]),
    )
  })

  it('closes what is closed or gone', async () => {
    const data = await dataset({ states: [california] })
    await asked(data, csv([grant(1), grant(2), grant(3)]))
    await asked(data, csv([grant(1), grant(2, { Status: 'closed' })]), { now: NEXT_NIGHT })
    const statuses = (await readRows(data, 'notices')).map(({ title, sourceStatus }) => [title.at(-1), sourceStatus])
    expect(statuses.sort()).toEqual([
      ['1', 'OPEN'],
      ['2', 'CLOSED'],
      ['3', 'CLOSED'],
    ])
  })

  it.each<[string, Reply, RegExp]>([
    ['has other columns', csv([grant(1)], COLUMNS.slice(0, 1)), /has no column GrantID, Status/],
    ['is empty', csv([]), /has no rows/],
    ['is a web page', { body: '<html></html>' }, /responded with text\/html/],
    ['is down', { status: 503 }, /responded with 503/],
  ])('that %s fails, and changes nothing', async (_, reply, reason) => {
    const data = await dataset({ states: [california] })
    await asked(data, csv([grant(1)]))
    const before = await readFiles(data)
    expect((await asked(data, reply, { now: NEXT_NIGHT }))?.failed).toMatch(reason)
    expect(await readFiles(data)).toEqual(before)
  })
})
