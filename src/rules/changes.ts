import { topLegacyOf } from '../schema/taxonomy.ts'
import type { ChangeEvent } from '../schema/wire/activity.ts'
import type { Document } from '../schema/wire/documents.ts'
import type { Opportunity } from '../schema/wire/opportunities.ts'
import { recordId } from './identity.ts'
import { type Instant, isoOf, localDate } from './moments.ts'

type DistributedOmit<Union, Key extends PropertyKey> = Union extends unknown ? Omit<Union, Key> : never

/** A change event before it is published: without its id and its place in the feed. */
export type ChangeDraft = DistributedOmit<ChangeEvent, 'id' | 'occurredAt'>

/** What a draft is about, by which the same change is known again. */
export function subjectOf(draft: ChangeDraft): string {
  switch (draft.type) {
    case 'NEW_OPPORTUNITY':
      return draft.detail.opportunityId
    case 'NEW_DOCUMENT':
      return draft.detail.documentId
    case 'PAGE_UPDATED':
    case 'SITE_DOWN':
    case 'SITE_RESTORED':
      return draft.detail.url
    default:
      draft satisfies never
      throw new Error('unknown type of change')
  }
}

/** Says that a document is new in the dataset. */
export const newDocument = (document: Document, siteUrl: string | null): ChangeDraft => ({
  state: document.state,
  type: 'NEW_DOCUMENT',
  summary: `New document: ${document.title}`,
  siteUrl,
  documentId: document.id,
  detail: {
    documentId: document.id,
    title: document.title,
    fileType: document.fileType,
    documentCategory: document.category,
    fiscalYear: document.fiscalYear,
    url: document.url,
  },
})

/** Says that an opportunity is new in the dataset; its deadline is the date in the zone of its state. */
export function newOpportunity(opportunity: Opportunity, siteUrl: string | null, zone: string): ChangeDraft {
  const deadline = opportunity.dueDate && localDate(Date.parse(opportunity.dueDate), zone)
  return {
    state: opportunity.state,
    type: 'NEW_OPPORTUNITY',
    summary: `New ${opportunity.type}: ${opportunity.title}${deadline ? `, due ${deadline}` : ''}`,
    siteUrl,
    documentId: null,
    detail: {
      opportunityId: opportunity.id,
      opportunityType: opportunity.type,
      category: topLegacyOf([...opportunity.programCategories, ...opportunity.truncatedProgramCategories]),
      deadline,
      applicationUrl: opportunity.sourceUrl,
      budgetMin: opportunity.budgetMin,
      budgetMax: opportunity.budgetMax,
    },
  }
}

/** A draft and the earliest instant at which it may stand in the feed. */
export interface TimedDraft {
  draft: ChangeDraft
  at: Instant
}

/**
 * Gives drafts their places after the events that are published: each its own millisecond, in the order of
 * their instants, then of their subjects, and none before the last published one. Returns the new events alone.
 */
export function placeChanges(published: readonly ChangeEvent[], drafts: readonly TimedDraft[]): ChangeEvent[] {
  let last = published.reduce((newest, event) => Math.max(newest, Date.parse(event.occurredAt)), 0)
  return drafts
    .map(({ draft, at }) => ({ draft, at, subject: subjectOf(draft) }))
    .sort((a, b) => a.at - b.at || (a.subject < b.subject ? -1 : a.subject > b.subject ? 1 : 0))
    .map(({ draft, at, subject }) => {
      last = Math.max(at, last + 1)
      const occurredAt = isoOf(last)
      return { id: recordId('change', [draft.type, subject, occurredAt]), ...draft, occurredAt } as ChangeEvent
    })
}
