import type { FetchResponse } from '../../net/exchange.ts'
import { cleanDate, cleanMoment, cleanMoney, cleanTexts } from '../../read/clean.ts'
import { csvRows } from '../../read/sheets.ts'
import type { Listed, Portal } from './portal.ts'

const DATASET = 'https://data.ca.gov/dataset/e1b1c799-cdd4-4219-af6d-93b79747fffb'
const GRANTS = `${DATASET}/resource/111c8c88-21f6-453c-ae2c-b4785a0624f5/download/california-grants-portal-data.csv`
const ASK = {
  url: GRANTS,
  accepts: ['text/csv', 'application/csv', 'application/octet-stream', 'binary/octet-stream', 'text/plain'],
  bytesMax: 64 * 1024 * 1024,
} as const

const COLUMNS =
  'PortalID,GrantID,Status,AgencyDept,Title,Type,Purpose,ApplicantType,EstAvailFunds,EstAmounts,OpenDate,ApplicationDeadline,GrantURL'.split(
    ',',
  )
type Grant = Readonly<Record<string, string>>

/**
 * The California Grants Portal: every grant and loan of the state's agencies, published each day as open data.
 * Shape as recorded in 2026: one CSV with the columns of the portal; times as `2026-11-02 17:00:00` in California, or
 * `Ongoing`; lists separated by `;`. The robots.txt of data.ca.gov disallows its API, so the file is downloaded.
 */
export const californiaGrants: Portal = {
  name: 'california-grants',
  state: 'CA',
  summary: 'Grants and loans of California (California Grants Portal)',
  url: GRANTS,
  async read({ network }, { timezone }) {
    const grants = await network.ask(ASK, readGrants)
    return grants.flatMap((grant): Listed[] => {
      const isForecast = grant.Status === 'forecasted'
      if (!isForecast && grant.Status !== 'active') return []
      const {
        PortalID: id = '',
        Type: type = '',
        ApplicationDeadline: deadline = '',
        ApplicantType: types = '',
      } = grant
      const opens = cleanDate(grant.OpenDate)
      return [
        {
          id,
          title: grant.Title,
          noticeNumber: grant.GrantID || null,
          agency: grant.AgencyDept,
          kind: /loan/i.test(type) && !/grant/i.test(type) ? 'Loan' : 'Grant',
          summary: grant.Purpose,
          postedDate: isForecast ? null : opens,
          dueDate: cleanMoment(deadline, timezone),
          url: grant.GrantURL,
          facts: {
            sourceStatus: isForecast ? 'FORECAST' : 'OPEN',
            expectedBy: isForecast ? opens : null,
            rolling: /\b(?:ongoing|rolling|continuous)\b/i.test(deadline),
            budgetMax: cleanMoney(grant.EstAvailFunds) || null,
            budgetPerAward: largestAmount(grant.EstAmounts),
            applicantTypes: cleanTexts(types.split(';'), 200, 50),
          },
        },
      ]
    })
  },
}

function readGrants({ bytes }: FetchResponse): Grant[] {
  const [heading = [], ...rows] = csvRows(bytes).map((row) => row.map(({ value }) => String(value).trim()))
  const missing = COLUMNS.filter((name) => !heading.includes(name))
  if (missing.length > 0) throw new Error(`has no column ${missing.join(', ')}`)
  if (rows.length === 0) throw new Error('has no rows')
  return rows.map((row) => Object.fromEntries(heading.map((name, place) => [name, row[place] ?? ''])))
}

/** The ceiling of `Between $100,000 and $10,000,000`; null for several amounts in a sentence. */
function largestAmount(text = ''): number | null {
  const [, least, most = least] =
    /^(?:between\s+)?(\$[\d,.]+\d)(?:\s*(?:and|to|-|–)\s*(\$[\d,.]+\d))?$/i.exec(text) ?? []
  return cleanMoney(most) || null
}
