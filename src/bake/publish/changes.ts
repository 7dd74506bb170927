import {
  type ChangeDraft,
  newDocument,
  newOpportunity,
  placeChanges,
  subjectOf,
  type TimedDraft,
} from '../../rules/changes.ts'
import type { Instant } from '../../rules/moments.ts'
import type { ChangeEvent } from '../../schema/wire/activity.ts'
import type { Context } from './context.ts'
import type { Publication } from './index.ts'

/**
 * The change events to be appended to the feed: documents and opportunities that it has not told of, and what the
 * tracked pages came to. The feed itself is the memory, so the same dataset again adds nothing.
 * @param feed the published events; null before the first, whose events carry the records' own dates
 * @param now nothing is told with a later time
 */
export function changesOfNight(
  { documents, opportunities }: Pick<Publication, 'documents' | 'opportunities'>,
  { siteOf, zoneOf }: Context,
  feed: readonly ChangeEvent[] | null,
  pages: readonly ChangeDraft[],
  now: Instant,
): ChangeEvent[] {
  const told = new Set((feed ?? []).map((event) => `${event.type} ${subjectOf(event)}`))
  const at = (own: string): Instant => (feed === null ? Math.min(Date.parse(own), now) : now)
  const drafts: TimedDraft[] = [
    ...documents
      .filter(({ item }) => !told.has(`NEW_DOCUMENT ${item.id}`))
      .map(({ item }) => ({ draft: newDocument(item, siteOf(item.state)), at: at(item.discovered) })),
    ...opportunities
      // The id of a merged record may be that of a notice which was told of alone.
      .filter(({ names = [] }) => !names.some((name) => told.has(`NEW_OPPORTUNITY ${name}`)))
      .map(({ item }) => ({
        draft: newOpportunity(item, siteOf(item.state), zoneOf(item.state)),
        at: at(item.createdAt),
      })),
    ...pages.map((draft) => ({ draft, at: now })),
  ]
  return placeChanges(feed ?? [], drafts)
}
