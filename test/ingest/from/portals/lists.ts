import { californiaGrants } from '../../../../src/ingest/from/portals/other-lists.ts'
import { type Asked, type Reply, type StandIn, standIn } from '../../stand-in.ts'
import { MORE_SHAPES } from './more-shapes.ts'
import { SHAPES, type Shape } from './shapes.ts'

/** Columns and forms of values of the file of 2026, as public clients of it recorded them. */
export const COLUMNS = [
  'PortalID',
  'GrantID',
  'Status',
  'LastUpdated',
  'ChangeNotes',
  'AgencyDept',
  'Title',
  'Type',
  'LOI',
  'Categories',
  'Purpose',
  'Description',
  'ApplicantType',
  'Geography',
  'FundingSource',
  'MatchingFunds',
  'EstAvailFunds',
  'EstAwards',
  'EstAmounts',
  'FundingMethod',
  'OpenDate',
  'ApplicationDeadline',
  'GrantURL',
  'AgencyURL',
  'ContactInfo',
]

export type Grant = Record<string, string>
export const grant = (number: number, more: Grant = {}): Grant => ({
  PortalID: String(191_000 + number),
  GrantID: `HCAI-27-${number}`,
  Status: 'active',
  LastUpdated: '2026-11-03 09:12:00',
  AgencyDept: 'Department of Health Care Access and Information',
  Title: `Rural Health Transformation: round ${number}`,
  Type: 'Grant',
  LOI: 'No',
  Categories: 'Health & Human Services; Disadvantaged Communities',
  Purpose: 'Equips clinics, "on wheels".',
  ApplicantType: 'Nonprofit; Public Agency; Tribal Government',
  Geography: 'Statewide',
  FundingSource: 'Federal',
  EstAvailFunds: '$3,000,000.00',
  EstAmounts: 'Between $50,000.00 and $250,000.00',
  OpenDate: '2026-11-02',
  ApplicationDeadline: '2026-12-10 17:00:00',
  GrantURL: `https://www.grants.ca.gov/grants/rural-${number}/`,
  ...more,
})

const cell = (text = '') => `"${text.replaceAll('"', '""')}"`
export const csv = (grants: readonly Grant[], columns = COLUMNS): Reply => {
  const lines = [columns, ...grants.map((row) => columns.map((name) => row[name] ?? ''))]
  return { type: 'text/csv; charset=utf-8', body: `\ufeff${lines.map((row) => row.map(cell).join(',')).join('\r\n')}` }
}

const CALIFORNIA: Shape = {
  portal: californiaGrants,
  timezone: 'America/Los_Angeles',
  row: (number, title = '') => grant(number, { Title: title }),
  answer: (rows) => csv(rows as Grant[]),
  notice: {},
}

/** The lists of the portals of states. */
export const LISTS: readonly Shape[] = [...SHAPES, ...MORE_SHAPES, CALIFORNIA]

/** Stand-ins for the portals, by host: WebProcure's boards share theirs. */
export async function openLists(
  answer: (shape: Shape, asked: Asked) => Reply,
  lists = LISTS,
): Promise<[string, StandIn][]> {
  const hosts = Map.groupBy(lists, ({ portal }) => new URL(portal.url).host)
  return Promise.all(
    [...hosts].map(async ([host, shapes]): Promise<[string, StandIn]> => {
      const server = await standIn((asked) => {
        const board = { 51: 'CT', 46: 'RI' }[asked.query.get('customerid') ?? '']
        const shape = shapes.find(({ portal }) => board === undefined || portal.state === board)
        return shape ? answer(shape, asked) : { status: 404 }
      })
      return [host, server]
    }),
  )
}
