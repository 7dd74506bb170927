import type { ChangeEvent } from '../../schema/wire/activity.ts'
import { type Html, html } from '../html.ts'
import { longDateText } from '../wording.ts'
import { section } from './parts.ts'

/** What is known of a record over time. */
export interface History {
  /** When it was first published here, and when what is published of it last changed. */
  createdAt: string | null
  updatedAt: string
  /** The change events about it, the newest first. */
  events: readonly ChangeEvent[]
}

const DAY_LENGTH = 'YYYY-MM-DD'.length

/** What changed and when, the newest first. */
export function historySection({ createdAt, updatedAt, events }: History): Html | false {
  const told = events.map(({ occurredAt, summary }) => ({ at: occurredAt, text: summary }))
  const isTold = told.some(({ at }) => at.slice(0, DAY_LENGTH) >= updatedAt.slice(0, DAY_LENGTH))
  const steps = [
    ...(isTold || updatedAt === createdAt ? [] : [{ at: updatedAt, text: 'Record last changed.' }]),
    ...told,
    ...(createdAt ? [{ at: createdAt, text: 'First published here.' }] : []),
  ].sort((a, b) => (a.at < b.at ? 1 : -1))
  return section(
    'history',
    'History',
    html`<ul class="entries">${steps.map(
      ({ at, text }) => html`<li><time datetime="${at}">${longDateText(at)}</time><span>${text}</span></li>`,
    )}</ul>`,
  )
}
