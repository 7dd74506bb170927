import { NOTHING_MERGED } from '../../src/ingest/run.ts'
import type { SourceResult } from '../../src/ingest/source.ts'
import type { AwardRecord, ListRecord, PoolRecord } from '../../src/schema/award-records.ts'
import type { AllotmentRecord, DocumentRecord, NoticeRecord, Records, StateRecord } from '../../src/schema/records.ts'

/** Complete records for tests; each test sets only what it is about. */

export const NO_RECORDS: Records = {
  states: [],
  allotments: [],
  documents: [],
  awards: [],
  notices: [],
  events: [],
  publishers: [],
  lists: [],
  pools: [],
  activities: [],
  commitments: [],
}

export const uuid = (n: number): string => `00000000-0000-5000-8000-${String(n).padStart(12, '0')}`

export const state = (more: Partial<StateRecord> = {}): StateRecord => ({
  code: 'AK',
  name: 'Alaska',
  region: '10',
  timezone: 'America/Anchorage',
  population: 733_391,
  ruralPercent: 35.1,
  cahCount: 13,
  summary: null,
  contact: null,
  portals: [],
  sites: [],
  sources: {},
  ...more,
})

export const notice = (more: Partial<NoticeRecord> = {}): NoticeRecord => ({
  id: uuid(1),
  state: null,
  scope: 'NATIONAL',
  title: 'Rural Health Network Development Program',
  opportunityType: 'NOFO',
  noticeNumber: 'HRSA-27-051',
  issuingAgency: 'Health Resources and Services Administration',
  summary: 'Two tracks for networks.',
  budgetMin: null,
  budgetMax: 500_000,
  budgetPerAward: null,
  applicantTypes: [],
  postedDate: '2026-08-13',
  dueDate: null,
  loiDate: null,
  questionDeadline: null,
  expectedBy: null,
  rolling: false,
  amended: false,
  amendedAt: null,
  sourceStatus: null,
  confirmedAt: null,
  inferred: [],
  documentUrls: [],
  firstSeen: '2026-08-13',
  lastChanged: '2026-08-13',
  sourceUrl: 'https://www.grants.gov/search-results-detail/363580',
  retrievedFrom: null,
  alsoFrom: [],
  duplicateOf: null,
  partOf: null,
  relatedTo: null,
  ...more,
})

export const award = (more: Partial<AwardRecord> = {}): AwardRecord => ({
  id: uuid(2),
  state: 'AK',
  fiscalYear: 'FY2026',
  awardeeName: 'Galena City School District',
  awardeeKind: 'ORGANIZATION',
  recipientKind: null,
  ccn: null,
  county: null,
  place: null,
  federalAmount: 90_665,
  matchAmount: null,
  projectTitle: "Grow Our Own: Students' Pathway",
  initiative: 'Strengthen Workforce',
  programDescription: 'Written by hand.',
  awardDate: '2026-08-28',
  awardStage: 'INTENT',
  rejected: null,
  duplicateOf: null,
  remark: null,
  sourceLine: null,
  sourceDocumentId: uuid(3),
  sourceUrl: 'https://health.alaska.gov/media/tcvker5a/ak_rhtp_awardsnotice_2026.xlsx',
  retrievedFrom: null,
  ...more,
})

export const document = (more: Partial<DocumentRecord> = {}): DocumentRecord => ({
  id: uuid(3),
  state: 'AK',
  title: 'Alaska RHTP Awards Notice 2026',
  fileType: 'XLSX',
  documentCategory: 'AWARD_ANNOUNCEMENT',
  fiscalYear: 'FY2026',
  award: null,
  budget: null,
  highlights: null,
  programHighlights: null,
  description: null,
  strategicGoals: [],
  milestones: [],
  transformationStrategy: null,
  implementationPhase: null,
  applicationUrl: null,
  keyDates: [],
  deadline: null,
  pages: null,
  url: 'https://health.alaska.gov/media/tcvker5a/ak_rhtp_awardsnotice_2026.xlsx',
  published: null,
  discovered: '2026-08-07',
  sourceUrl: 'https://health.alaska.gov/media/tcvker5a/ak_rhtp_awardsnotice_2026.xlsx',
  retrievedFrom: null,
  mergedIds: [],
  ...more,
})

export const allotment = (more: Partial<AllotmentRecord> = {}): AllotmentRecord => ({
  id: uuid(4),
  state: 'AK',
  fiscalYear: 'FY2026',
  amount: 272_174_856,
  verified: true,
  sourceTitle: 'CMS announcement',
  sourceUrl: 'https://www.cms.gov/newsroom/press-releases/awards',
  confirmedBy: ['https://www.example.org/list'],
  ...more,
})

export const list = (more: Partial<ListRecord> = {}): ListRecord => ({
  id: uuid(50),
  state: 'AK',
  documentId: uuid(3),
  firstLine: null,
  lastLine: null,
  statedRows: null,
  statedTotal: null,
  statedTotalUnit: null,
  statedIn: null,
  rowsHavePages: false,
  partOf: null,
  readings: [],
  remark: null,
  ...more,
})

export const pool = (more: Partial<PoolRecord> = {}): PoolRecord => ({
  id: uuid(60),
  state: 'AK',
  fiscalYear: 'FY2026',
  title: 'Awards without names',
  initiative: null,
  awards: 48,
  amount: 1_000,
  named: false,
  members: [],
  sourceLine: null,
  sourceDocumentId: uuid(3),
  sourceUrl: 'https://health.alaska.gov/awards.pdf',
  retrievedFrom: null,
  ...more,
})

/** The result of a source's run that found nothing. */
export const sourceResult = (more: Partial<SourceResult> = {}): SourceResult => ({
  ...NOTHING_MERGED,
  source: 'pages',
  ms: 1,
  ...more,
})
