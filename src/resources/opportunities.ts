import type { CalendarEntry, FeedEntry } from '../formats/formats.ts'
import type { Places } from '../rules/awards/places.ts'
import { classify, INFERRED_CAP } from '../rules/classify/classify.ts'
import { classifyApplicants } from '../rules/classify/kinds.ts'
import { getUpdateInstant } from '../rules/notices/dates.ts'
import { type Family, mergeNotices } from '../rules/notices/families.ts'
import { dayText } from '../rules/text/wording.ts'
import { getPrecision, toDeadlineInstant, toIso } from '../rules/time/moments.ts'
import { getOpportunityStatus, getOpportunityTurns, getPhases, toOpportunityTimes } from '../rules/time/status.ts'
import { listParameter, openList } from '../schema/params.ts'
import type { NoticeRecord } from '../schema/records.ts'
import { toLegacyList } from '../schema/taxonomy.ts'
import {
  APPLICANT_TYPES,
  OPPORTUNITY_STATUSES,
  OPPORTUNITY_TYPES,
  STATE_NAMES,
  StatusBasis,
} from '../schema/vocabularies.ts'
import { Opportunity, publishedKeys } from '../schema/wire/records.ts'
import { defineResource, fill } from './define.ts'
import { amounts, bounds, choice, keyword, legacyCategory, place, programCategory } from './filters.ts'
import { type Row, toSlugs } from './publishing.ts'

type Related = Opportunity['relatedTo']
type OpportunityRow = Row<Opportunity, 'status' | 'statusBasis'>
const DUE = bounds('dueDate', true)
const POSTED = bounds('postedDate', true)

export const opportunities = defineResource<Opportunity, 'status' | 'statusBasis'>()({
  name: 'opportunities',
  summary: 'Solicitations and funding notices',
  description:
    'RFPs, RFAs, NOFOs, grants and award notices with normalized deadlines. All notices of one solicitation are merged into one record.',
  item: Opportunity,
  timed: ['status', 'statusBasis'],
  example: { status: 'OPEN,CLOSING_SOON', limit: '2' },
  filters: {
    state: place.state,
    status: {
      ...choice(OPPORTUNITY_STATUSES, 'opportunity status', 'statuses', 'Effective status at the time of the request'),
      op: 'timed',
    },
    type: {
      schema: openList(OPPORTUNITY_TYPES),
      description: `Opportunity type (${OPPORTUNITY_TYPES.join(', ')}, …), or a comma-separated list of types. The list is open: an unlisted value matches nothing.`,
      op: 'is',
    },
    statusBasis: {
      ...choice(StatusBasis.options, 'status basis', 'rules', 'The rule that gives the status'),
      op: 'timed',
    },
    applicantType: {
      schema: listParameter(APPLICANT_TYPES, 'applicant type'),
      description:
        'Type of applicant, or a comma-separated list of types, recognized in `applicantTypes`. Most notices do not say who can apply; they match no type.',
      op: 'has',
      from: ({ item }) => classifyApplicants(item.applicantTypes),
    },
    scope: place.scope,
    dueAfter: DUE.since,
    dueBefore: DUE.until,
    postedAfter: POSTED.since,
    postedBefore: POSTED.until,
    ...amounts('budgetMax'),
    q: {
      ...keyword('title, summary, issuing agency, applicants and state'),
      from: ({ item }) => [
        item.title,
        item.summary ?? '',
        item.issuingAgency ?? '',
        item.applicantTypes.join('. '),
        item.state === null ? '' : `${STATE_NAMES[item.state]} ${item.state}`,
      ],
    },
    category: {
      ...legacyCategory,
      op: 'has',
      from: ({ item }) => toLegacyList([...item.programCategories, ...item.truncatedProgramCategories]),
    },
    programCategory: { ...programCategory, fields: ['programCategories', 'truncatedProgramCategories'] },
  },
  orders: {
    default: [['updatedAt', 'desc']],
    sortable: ['dueDate', 'postedDate', 'updatedAt', 'createdAt', 'state', 'title', 'type', 'budgetMax'],
  },
  formats: { calendar: getOpportunityDeadlines, feed: toOpportunityPost },
  page: { default: 25, max: 100 },
  detail: {
    parameter: {
      name: 'id',
      description: 'Id or slug of the opportunity, or the id of a notice that was merged into it.',
    },
    summary: 'One opportunity',
    description: 'The opportunity with this id or slug. The ids of notices merged into it also work.',
    schema: Opportunity,
  },
  publish({ records }, { places }) {
    // Earliest first, so that the earliest opportunity keeps a shared slug.
    const families = mergeNotices(records.notices)
    const slugs = toSlugs(families.map(({ earliest, notice }) => ({ ...notice, title: earliest.title })))
    const published = new Map(families.flatMap(({ notice, memberIds }) => memberIds.map((id) => [id, notice.id])))
    const toRelated = ({ id, relatedTo }: NoticeRecord): Related => {
      const other = relatedTo && published.get(relatedTo.id)
      return other && other !== id ? { id: other, relation: relatedTo.relation } : null
    }
    return families.map((family, index) => toRow(family, slugs[index] as string, places, toRelated(family.notice)))
  },
})

function toRow({ notice, memberIds }: Family, slug: string, places: Places, relatedTo: Related): OpportunityRow {
  const zone = places.getZone(notice.state)
  const deadline = (moment: string | null) => (moment === null ? null : toDeadlineInstant(moment, zone))
  const times = toOpportunityTimes(notice, zone)
  const { programCategories, truncatedProgramCategories, programCategoryEvidence } = classify(
    { title: notice.title, body: notice.summary, categories: notice.categories },
    INFERRED_CAP,
  )
  return {
    item: fill(Opportunity, {
      ...notice,
      slug,
      type: notice.opportunityType,
      programCategories,
      programCategoryEvidence,
      truncatedProgramCategories,
      lastConfirmedAt: toIso(times.confirmedAt),
      postedDate: toIso(times.posted),
      postedDatePrecision: getPrecision(notice.postedDate),
      dueDate: toIso(times.due),
      dueDatePrecision: getPrecision(notice.dueDate),
      loiDate: toIso(deadline(notice.loiDate)),
      loiDatePrecision: getPrecision(notice.loiDate),
      questionDeadline: toIso(deadline(notice.questionDeadline)),
      questionDeadlinePrecision: getPrecision(notice.questionDeadline),
      timeZone: zone,
      inferred: publishedKeys(notice.inferred),
      relatedTo,
      documentCount: notice.documentUrls.length,
    }),
    phases: getPhases(getOpportunityTurns(times), (now) => getOpportunityStatus(times, now)),
    names: [...memberIds, slug],
    merged: memberIds.filter((id) => id !== notice.id),
    dated: toIso(getUpdateInstant(notice, zone)),
  }
}

const DEADLINES = [
  { field: 'dueDate', precision: 'dueDatePrecision', is: 'Due', suffix: '' },
  { field: 'loiDate', precision: 'loiDatePrecision', is: 'Letter of intent due', suffix: '-loi' },
  { field: 'questionDeadline', precision: 'questionDeadlinePrecision', is: 'Questions due', suffix: '-questions' },
] as const

/** The deadlines of an opportunity as calendar entries. The entry of the application deadline has the opportunity's id. */
function getOpportunityDeadlines(opportunity: Opportunity): CalendarEntry[] {
  const { id, title, timeZone, type, status, issuingAgency, summary, sourceUrl, createdAt, updatedAt } = opportunity
  const issuer = issuingAgency && `Issued by ${issuingAgency}.`
  return DEADLINES.flatMap(({ field, precision, is, suffix }) => {
    const at = opportunity[field]
    if (at === null) return []
    return {
      uid: `${id}${suffix}`,
      title: `${is}: ${title} (${opportunity.state ?? 'National'})`,
      start: { at, precision: opportunity[precision] ?? 'DATE' },
      end: null,
      timeZone,
      isCancelled: false,
      isBusy: false,
      description: [summary, issuer, `Type ${type}, status ${status}.`, sourceUrl].filter(Boolean).join('\n'),
      address: sourceUrl,
      categories: [type, ...opportunity.programCategories],
      createdAt,
      updatedAt,
    }
  })
}

function toOpportunityPost(opportunity: Opportunity): FeedEntry {
  const { id, dueDate, timeZone, summary, state, type, status, programCategories } = opportunity
  const due = dueDate && `Due ${dayText(dueDate, timeZone)}.`
  return {
    id,
    title: `${opportunity.title} (${state ?? 'National'})`,
    text: [due, summary].filter(Boolean).join('\n') || null,
    address: opportunity.sourceUrl,
    published: opportunity.postedDate,
    updated: opportunity.updatedAt,
    categories: [state ?? 'National', type, status, ...programCategories],
  }
}
