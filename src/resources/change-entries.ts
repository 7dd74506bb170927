import type { FeedEntry } from '../formats/entries.ts'
import type { ChangeEvent } from '../schema/wire/activity.ts'

/** A change event as a feed entry. */
export const changePost = ({ id, state, type, summary, siteUrl, detail, occurredAt }: ChangeEvent): FeedEntry => ({
  id,
  title: summary,
  text: 'label' in detail && detail.label !== null ? `${summary} (${detail.label})` : summary,
  address: siteUrl ?? ('url' in detail ? detail.url : null),
  published: occurredAt,
  updated: occurredAt,
  categories: [state ?? 'National', type],
})
