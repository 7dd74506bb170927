import { classify, INFERRED_CAP } from '../rules/classify.ts'
import { type Family, mergeNotices } from '../rules/families.ts'
import { slugsOf } from '../rules/identity.ts'
import { deadlineInstant, isoOf, startInstant } from '../rules/moments.ts'
import { phasesOf } from '../rules/phases.ts'
import type { Places } from '../rules/places.ts'
import { AMENDED_DAYS, CLOSING_SOON_DAYS, opportunityStatus, opportunityTurns } from '../rules/status.ts'
import { foldId, listOf, openList } from '../schema/params.ts'
import { legacyListOf } from '../schema/taxonomy.ts'
import { OPPORTUNITY_SCOPES, OPPORTUNITY_STATUSES, OPPORTUNITY_TYPES } from '../schema/vocabularies.ts'
import { Opportunity } from '../schema/wire/opportunities.ts'
import { defineResource } from './define.ts'
import { keyword, legacyCategory, programCategory, state } from './filters.ts'
import type { Row } from './row.ts'

type OpportunityRow = Row<Opportunity, 'status'>

const allCategories = ({ item }: OpportunityRow) => [...item.programCategories, ...item.truncatedProgramCategories]

export const opportunities = defineResource<Opportunity, 'status'>()({
  name: 'opportunities',
  summary: 'Solicitations and funding notices',
  description:
    'RFPs, RFAs, NOFOs, grants and award notices with normalized deadlines; the notices of one solicitation are one record.',
  promises: [
    `\`status\` is the first rule that holds at the moment of the request: CLOSED (the due date is past, or the source says closed); UPCOMING (the posted date is to come, or the source says forecast); CLOSING_SOON (due within ${CLOSING_SOON_DAYS} days); AMENDED (amended in the last ${AMENDED_DAYS} days, or on an unknown day); OPEN.`,
    'Several notices of one solicitation are one record, which the ids of all of them find.',
  ],
  item: Opportunity,
  timed: ['status'],
  example: {
    query: { status: 'OPEN,CLOSING_SOON', limit: '2' },
    item: {
      id: '0052bf48-1a46-5407-a872-6b959d5d740f',
      slug: 'rhtp-2-5-critical-access-hospital-to-rural-emergency-hospital-conversion-ne-0052bf48',
      title: 'RHTP 2.5 Critical Access Hospital to Rural Emergency Hospital Conversion',
      type: 'RFA',
      opportunityType: 'RFA',
      programCategories: ['FINANCIAL_SUSTAINABILITY_REIMBURSEMENT'],
      programCategoryEvidence: [
        {
          category: 'FINANCIAL_SUSTAINABILITY_REIMBURSEMENT',
          source: 'INFERRED',
          matchedTerms: ['rural emergency hospital'],
          taxonomyVersion: '1.0',
        },
      ],
      truncatedProgramCategories: [],
      scope: 'STATE',
      state: 'NE',
      status: 'OPEN',
      issuingAgency: 'Nebraska Department of Health and Human Services',
      summary: 'Targeted help for hospitals that convert; applications are taken with no fixed deadline.',
      budgetMin: null,
      budgetMax: null,
      applicantTypes: ['Critical access hospitals', 'Rural emergency hospitals'],
      postedDate: null,
      dueDate: null,
      loiDate: null,
      questionDeadline: null,
      sourceUrl: 'https://dhhs.ne.gov/Pages/Grant-Opportunities.aspx',
      documentCount: 0,
      createdAt: '2026-11-20T06:00:00.000Z',
      updatedAt: '2026-11-20T06:00:00.000Z',
    },
  },
  filters: {
    state: { ...state, from: ({ item }) => item.state },
    status: {
      schema: listOf(OPPORTUNITY_STATUSES, 'opportunity status'),
      description: 'Effective status at the moment of the request, or a comma-separated list of them.',
      default: null,
      op: 'timed',
    },
    type: {
      schema: openList(OPPORTUNITY_TYPES),
      description: `Opportunity type (${OPPORTUNITY_TYPES.join(', ')}, …), or a comma-separated list. The list is open: an unlisted value finds nothing.`,
      default: null,
      op: 'is',
      from: ({ item }) => item.type,
    },
    scope: {
      schema: listOf(OPPORTUNITY_SCOPES, 'scope'),
      description: 'STATE or NATIONAL.',
      default: null,
      op: 'is',
      from: ({ item }) => item.scope,
    },
    q: { ...keyword('title and summary'), from: ({ item }) => [item.title, item.summary ?? ''] },
    category: { ...legacyCategory, op: 'has', from: (published) => legacyListOf(allCategories(published)) },
    programCategory: { ...programCategory, from: allCategories },
  },
  orders: {
    default: [['updatedAt', 'desc']],
    sortable: ['dueDate', 'postedDate', 'updatedAt', 'createdAt', 'state', 'title', 'type', 'budgetMax'],
    other: null,
  },
  formats: ['json'],
  page: { default: 25, max: 100 },
  envelope: 'paged',
  detail: {
    parameter: {
      name: 'id',
      description: 'Id or slug of the opportunity, or the id of a notice that was merged into it.',
    },
    summary: 'One opportunity',
    description: 'The opportunity with this id or slug. The ids of all notices that were merged into it find it too.',
    schema: Opportunity,
    fold: foldId,
  },
  publish({ records }, { places }) {
    // Earliest first, so that of those with the same slug the earliest has it.
    const families = mergeNotices(records.notices)
    const slugs = slugsOf(families.map(({ earliest, notice }) => ({ ...notice, title: earliest.title })))
    return families.map((family, index) => rowOf(family, slugs[index] as string, places))
  },
})

function rowOf({ notice, memberIds }: Family, slug: string, places: Places): OpportunityRow {
  const zone = places.zoneOf(notice.state)
  const start = (moment: string | null) => (moment === null ? null : startInstant(moment, zone))
  const deadline = (moment: string | null) => (moment === null ? null : deadlineInstant(moment, zone))
  const times = {
    posted: start(notice.postedDate),
    due: deadline(notice.dueDate),
    amended: notice.amended,
    amendedAt: start(notice.amendedAt),
    sourceStatus: notice.sourceStatus,
  }
  const { programCategories, truncatedProgramCategories, programCategoryEvidence } = classify(
    { title: notice.title, body: notice.summary, categories: notice.categories },
    INFERRED_CAP,
  )
  return {
    item: {
      id: notice.id,
      slug,
      title: notice.title,
      type: notice.opportunityType,
      opportunityType: notice.opportunityType,
      programCategories,
      programCategoryEvidence,
      truncatedProgramCategories,
      scope: notice.scope,
      state: notice.state,
      issuingAgency: notice.issuingAgency,
      summary: notice.summary,
      budgetMin: notice.budgetMin,
      budgetMax: notice.budgetMax,
      applicantTypes: notice.applicantTypes,
      postedDate: isoOf(times.posted),
      dueDate: isoOf(times.due),
      loiDate: isoOf(deadline(notice.loiDate)),
      questionDeadline: isoOf(deadline(notice.questionDeadline)),
      sourceUrl: notice.sourceUrl,
      documentCount: notice.documentUrls.length,
      createdAt: isoOf(startInstant(notice.firstSeen, zone)),
      updatedAt: isoOf(startInstant(notice.lastChanged, zone)),
    },
    phases: phasesOf(opportunityTurns(times), (now) => ({ status: opportunityStatus(times, now) })),
    names: [...memberIds, slug],
  }
}
