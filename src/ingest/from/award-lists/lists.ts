import type { AwardRecord } from '../../../schema/award-records.ts'
import type { StateCode } from '../../../schema/vocabularies.ts'

/** The fields of an award that a column of a list can fill. `ref` is the list's own row number. */
export const AWARD_COLUMNS = [
  'ref',
  'awardeeName',
  'projectTitle',
  'programDescription',
  'initiative',
  'federalAmount',
  'matchAmount',
  'awardDate',
] as const
export type AwardColumn = (typeof AWARD_COLUMNS)[number]

export interface AwardList {
  /** Part of the key of every row: never change it. */
  name: string
  state: StateCode
  fiscalYear: string
  url: string
  /** HTML: a table on a page. PDF: tables in a document, found by their headings. */
  format: 'CSV' | 'XLSX' | 'HTML' | 'PDF'
  /** The sheet of a workbook; null: the first. */
  sheet: string | null
  /** The title of the list as a document, used if it has no record yet. */
  title: string
  /** The heading of each column that is read, case-insensitive. The headings may be in any of the first rows. */
  columns: Partial<Record<AwardColumn, string>> & { awardeeName: string }
  /** What the list is: a notice of intent, or awards that were made. */
  stage: AwardRecord['awardStage']
  /** Values shared by all rows of the list. */
  fixed: { initiative?: string; awardDate?: string }
}

/** The award lists that states publish as files or tables. To add one, add a row here. */
export const AWARD_LISTS = [
  {
    // Overwritten weekly at the same URL; amounts are preliminary.
    name: 'ak-notice-of-intent-2026',
    state: 'AK',
    fiscalYear: 'FY2026',
    url: 'https://health.alaska.gov/media/tcvker5a/ak_rhtp_awardsnotice_2026.xlsx',
    format: 'XLSX',
    sheet: 'Notice of Intent to Award',
    title: 'Alaska RHTP Awards Notice 2026 (Notice of Intent to Award)',
    columns: {
      ref: 'App ID',
      awardeeName: 'Org Name',
      projectTitle: 'Project Title',
      programDescription: 'Project Summary',
      initiative: 'Initiative',
      federalAmount: 'Award Amount (Preliminary)',
      awardDate: 'Notification Date',
    },
    stage: 'INTENT',
    fixed: {},
  },
  {
    // The list has recipients and projects but no amounts. Its sheet is dated a day before the announcement.
    name: 'tn-hart-2026',
    state: 'TN',
    fiscalYear: 'FY2026',
    url: 'https://www.tn.gov/content/dam/tn/health/xlsx/2026-RHTP-HART-Grant-Awards-FINAL.xlsx',
    format: 'XLSX',
    sheet: null,
    title: '2026 Healthy Active Rural Tennessee (HART) grant awards',
    columns: { awardeeName: 'RHTP Award Recipient', projectTitle: 'Project Name' },
    stage: 'AWARDED',
    fixed: { initiative: 'Healthy Active Rural Tennessee (HART)', awardDate: '2026-09-03' },
  },
  {
    // 13 pages in six sections with the same headings, as recorded in September 2026; no printed total.
    name: 'nj-allocations-2026',
    state: 'NJ',
    fiscalYear: 'FY2026',
    url: 'https://nj.gov/rural-health-transformation/documents/njrht-funding-allocations-2026.pdf',
    format: 'PDF',
    sheet: null,
    title: 'New Jersey RHTP funding allocations: 103 awards (July 31, 2026)',
    columns: { awardeeName: 'Applicant Name', federalAmount: 'Award Amount', programDescription: 'Activities' },
    stage: 'AWARDED',
    fixed: {},
  },
] as const satisfies readonly AwardList[]
