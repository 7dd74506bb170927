import { describe, expect, it } from 'vitest'
import { delawareBids } from '../../../../src/ingest/from/portals/delaware.ts'
import { hawaiiHands } from '../../../../src/ingest/from/portals/hawaii.ts'
import { iowaBids } from '../../../../src/ingest/from/portals/iowa.ts'
import { type Portal, portalSource } from '../../../../src/ingest/from/portals/portal.ts'
import { southDakotaBoard } from '../../../../src/ingest/from/portals/south-dakota.ts'
import { dataset, filesOf, linesOf, NEXT_NIGHT, NIGHT, night, recordsOf } from '../../night.ts'
import { state } from '../../records.ts'
import { type Asked, type Reply, standIn } from '../../stand-in.ts'

/** A portal, its response with rows, and its first row as a notice. */
interface Shape {
  portal: Portal
  timezone: string
  row: (number: number, title?: string) => Record<string, unknown>
  answer: (rows: readonly unknown[], total: number, asked: Asked) => unknown
  notice: Record<string, unknown>
}

const TITLE = 'Rural Health Transformation: mobile clinics'

/** The shapes that the portals were recorded with in 2026. */
const SHAPES: readonly Shape[] = [
  {
    portal: hawaiiHands,
    timezone: 'Pacific/Honolulu',
    row: (number, title = TITLE) => ({
      id: number,
      system: 'HIePRO',
      title,
      solicitionNo: `RFP-HTH-26-${number}`,
      category: 'Health and Human Services',
      department: 'Department of Health',
      division: 'Office of Primary Care and Rural Health',
      island: 'Statewide',
      jurisdiction: 'State',
      jurisdictionUrl: 'https://hawaii.gov',
      publishDate: '11/02/2026',
      dueDate: '12/10/2026 02:00 PM',
      status: 'POSTED',
      closed: false,
      detailsUrl: `https://hiepro.ehawaii.gov/public-display-solicitation.html?rfid=${number}`,
    }),
    answer: (rows, total, { query }) => {
      const size = Number(query.get('size'))
      const content = rows.slice(Number(query.get('page')) * size).slice(0, size)
      return { data: { total, searchResult: { content, totalElements: total, totalPages: Math.ceil(total / size) } } }
    },
    notice: {
      noticeNumber: 'RFP-HTH-26-1',
      opportunityType: 'RFP',
      issuingAgency: 'Department of Health',
      postedDate: '2026-11-02',
      dueDate: '2026-12-10T14:00:00-10:00',
      sourceUrl: 'https://hiepro.ehawaii.gov/public-display-solicitation.html?rfid=1',
    },
  },
  {
    portal: iowaBids,
    timezone: 'America/Chicago',
    row: (number, title = TITLE) => ({
      ID: `b6ba764c-efe5-4b24-be9f-${String(number).padStart(12, '0')}`,
      BidNumber: `58827000${number}`,
      Solicitation: title,
      Description: 'Vehicles and staff.',
      AgencyName: 'Health and Human Services',
      EffectiveDate: '/Date(1793800800000)/',
      ExpirationDate: '/Date(1796932800000)/',
      IsActive: true,
      Status: 'Open',
    }),
    answer: (rows, total) => ({ iTotalRecords: total, iTotalDisplayRecords: total, aaData: rows }),
    notice: {
      noticeNumber: '588270001',
      opportunityType: 'SOLICITATION',
      issuingAgency: 'Health and Human Services',
      summary: 'Vehicles and staff.',
      postedDate: '2026-11-04',
      dueDate: '2026-12-10T14:00:00-06:00',
      sourceUrl: 'https://bidopportunities.iowa.gov/Home/BidInfo?bidId=b6ba764c-efe5-4b24-be9f-000000000001',
    },
  },
  {
    portal: southDakotaBoard,
    timezone: 'America/Chicago',
    row: (number, title = TITLE) => ({
      eventId: number,
      id: `26RFP-DOH-${number}`,
      eventName: title,
      publishedDate: '2026-11-02T09:15:00',
      eventDueDate: '2026-12-10T14:00:00',
      daysLeft: 20,
      timezoneName: 'Mountain Standard Time',
      timezoneNameAbbreviation: 'MT',
      invitationType: { id: 1, description: 'Public' },
      status: { id: 3, description: 'Open' },
    }),
    answer: (rows, total, { query }) => {
      const size = Number(query.get('recordsPerPage'))
      return { data: rows.slice(Number(query.get('pageNo')) * size).slice(0, size), totalCount: total }
    },
    notice: {
      noticeNumber: '26RFP-DOH-1',
      opportunityType: 'RFP',
      issuingAgency: null,
      postedDate: '2026-11-02',
      dueDate: '2026-12-10T14:00:00-07:00',
      sourceUrl: 'https://postingboard.esmsolutions.com/3444a404-3818-494f-84c5-2a850acd7779/eventDetail/1',
    },
  },
  {
    portal: delawareBids,
    timezone: 'America/New_York',
    row: (number, title = TITLE) => ({
      Id: number,
      ContractNumber: `HSS2701${number}-RHTP`,
      Title: title,
      OpenDate: '2026-11-02',
      DeadlineDate: '2026-12-10',
      AgencyCode: 'HSS',
      BidUnspscCodesString: '8510',
    }),
    answer: (rows, total) => ({ total: 1, page: 1, records: total, rows }),
    notice: {
      noticeNumber: 'HSS27011-RHTP',
      opportunityType: 'SOLICITATION',
      issuingAgency: null,
      postedDate: '2026-11-02',
      dueDate: '2026-12-10',
      sourceUrl: 'https://mmp.delaware.gov/Bids/Details/1',
    },
  },
]

const stateOf = ({ portal, timezone }: Shape) => ({ ...state({ code: portal.state, name: portal.state }), timezone })

async function asked(
  data: string,
  { portal, answer }: Shape,
  reply: Reply | readonly unknown[],
  { robots = { status: 404 } as Reply, now = NIGHT, total = undefined as number | undefined } = {},
) {
  const server = await standIn(
    (request) => {
      if (request.path === '/robots.txt') return robots
      return Array.isArray(reply) ? { json: answer(reply, total ?? reply.length, request) } : (reply as Reply)
    },
    { robots: true },
  )
  const env = { INGEST_ORIGIN_MAP: `${new URL(portal.url).origin}=${server.origin}` }
  const [result] = await night(data, [portalSource(portal)], env, { now })
  return { ...result, asked: server.asked.map(({ method, path }) => `${method} ${path}`) }
}

describe.each(SHAPES.map((shape) => [shape.portal.name, shape] as const))('the list of %s', (name, shape) => {
  const { portal, row, notice } = shape

  it('returns the solicitations about rural health, as listed by the portal', async () => {
    const data = await dataset({ states: [stateOf(shape)] })
    const result = await asked(data, shape, [row(1), row(2, 'Office furniture')])
    expect(result).toMatchObject({ failed: null, fetched: 2, new: 1, rejected: [], confirmed: [portal.state] })
    expect(await recordsOf(data, 'notices')).toMatchObject([
      {
        ...notice,
        title: TITLE,
        state: portal.state,
        scope: 'STATE',
        sourceStatus: 'OPEN',
        retrievedFrom: portal.url,
      },
    ])
  })

  it('closes what it no longer has, and reopens it when it is back', async () => {
    const data = await dataset({ states: [stateOf(shape)] })
    const statuses = async () => (await recordsOf(data, 'notices')).map((record) => record.sourceStatus).sort()
    await asked(data, shape, [row(1), row(2)])
    expect(await asked(data, shape, [row(1)], { now: NEXT_NIGHT })).toMatchObject({ new: 0, changed: 1 })
    expect(await statuses()).toEqual(['CLOSED', 'OPEN'])
    expect(await asked(data, shape, [row(1), row(2)], { now: NEXT_NIGHT })).toMatchObject({ new: 0, changed: 1 })
    expect(await statuses()).toEqual(['OPEN', 'OPEN'])
  })

  it.each<[string, Reply | ((rows: unknown[]) => [unknown[], number]), RegExp]>([
    ['is truncated', (rows) => [rows, 5], /returned 2 of 5 solicitations/],
    ['is down', { status: 503 }, /responded with 503/],
    ['is a web page', { body: '<html></html>' }, /responded with text\/html/],
    ['has another shape', { json: { message: 'Unauthorized' } }, /responded with an unexpected shape/],
  ])('that %s fails, and changes nothing', async (_, reply, reason) => {
    const data = await dataset({ states: [stateOf(shape)] })
    await asked(data, shape, [row(1), row(2)])
    const before = await filesOf(data)
    const [rows, total] = typeof reply === 'function' ? reply([row(1), row(2)]) : [reply, undefined]
    const result = await asked(data, shape, rows, { now: NEXT_NIGHT, ...(total && { total }) })
    expect(result.failed).toMatch(reason)
    expect(await filesOf(data)).toEqual(before)
  })

  it('is not read if robots.txt disallows it, or its state is not recorded', async () => {
    const data = await dataset({ states: [stateOf(shape)] })
    await asked(data, shape, [row(1)])
    const before = await linesOf(data, 'records/notices.ndjson')
    const robots = { type: 'text/plain', body: 'User-agent: *\nDisallow: /' }
    const barred = await asked(data, shape, [], { robots, now: NEXT_NIGHT })
    expect(barred).toMatchObject({ failed: null, fetched: 0, confirmed: [], asked: ['GET /robots.txt'] })
    expect(barred.rejected).toEqual([{ ref: portal.name, reason: "disallowed by the site's robots.txt" }])
    expect(await linesOf(data, 'records/notices.ndjson')).toEqual(before)
    expect(await asked(await dataset(), shape, [row(1)])).toMatchObject({ source: name, fetched: 0, asked: [] })
  })
})

describe('a list with several pages', () => {
  it.each([hawaiiHands, southDakotaBoard].map((portal) => [portal.name, portal] as const))(
    'of %s is read to its end',
    async (_, portal) => {
      const shape = SHAPES.find((one) => one.portal === portal) as Shape
      const data = await dataset({ states: [stateOf(shape)] })
      const rows = Array.from({ length: 230 }, (_, number) => shape.row(number, `Lot ${number}`))
      const result = await asked(data, shape, [...rows, shape.row(500)])
      expect(result).toMatchObject({ fetched: 231, new: 1 })
      expect(result.asked).toHaveLength(4)
    },
  )
})
