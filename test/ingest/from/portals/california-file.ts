import type { Reply } from '../../stand-in.ts'

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
