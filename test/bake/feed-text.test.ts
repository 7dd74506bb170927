import { expect, it } from 'vitest'
import { eventOf, eventText } from '../../src/bake/feed-text.ts'
import { eventId } from '../../src/rules/changes.ts'
import type { FeedItem } from '../../src/schema/wire/activity.ts'

const AT = '2026-11-21T08:00:00.000Z'
const URL = 'https://health.example.gov/rhtp'
const HASH = '139070339f784af12524dae7b2c05a358f64057d034bb7866ecd883473735f60'

function pageEvent(label: string, currentHash: string | null): FeedItem {
  return {
    id: eventId('PAGE_UPDATED', URL, AT),
    state: 'OH',
    type: 'PAGE_UPDATED',
    summary: `Page updated: ${label}`,
    siteUrl: URL,
    documentId: null,
    detail: { url: URL, label, previousHash: null, currentHash },
    occurredAt: AT,
    updatedAt: AT,
  }
}

it.each([
  ['a hash', pageEvent('Program page', HASH)],
  ['no hash', pageEvent('Program page', null)],
  ['a label that looks like a hash', pageEvent(HASH, HASH)],
  ['a label with a shortened hash in it', pageEvent(`Hash:~${'A'.repeat(43)}`, HASH)],
  ['a label in braces', pageEvent(`{"id":"${HASH}"}`, HASH)],
  ['another id than its own', { ...pageEvent('Program page', HASH), id: '0b8c2c6e-0000-5000-8000-000000000000' }],
])('an event with %s is read as it was written', (_, event) => {
  expect(eventOf(eventText(event), AT)).toEqual({ id: event.id, body: JSON.stringify(event) })
})

it('the text of an event has neither its id nor its times, and short hashes', () => {
  const text = eventText(pageEvent('Program page', HASH))
  expect(text).not.toContain(AT)
  expect(text).not.toContain(HASH)
  expect(text).not.toContain(eventId('PAGE_UPDATED', URL, AT))
})
