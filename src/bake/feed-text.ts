import { eventId, subjectOf } from '../rules/changes.ts'
import type { ChangeEvent, FeedItem } from '../schema/wire/activity.ts'

/** The name of the history of the feed. */
export const FEED = 'feed'

/** This many of the newest events are also stored unpacked, because they are read far more often. */
export const PLAIN_EVENTS = 200

/** An event of the feed without what follows from the rest: its id, its times and its outer braces. */
export function eventText(event: FeedItem): string {
  const whole = JSON.stringify(event)
  const [begin, end] = framesOf(event.id, event.occurredAt)
  const isFramed = whole.startsWith(begin) && whole.endsWith(end) && event.id === idOf(event)
  const text = shortened(whole.slice(begin.length, -end.length))
  return isFramed && begin + lengthened(text) + end === whole ? text : whole
}

/** The event of a text, as JSON, and its id. */
export function eventOf(text: string, occurredAt: string): { id: string; body: string } {
  if (text.startsWith('{')) return { id: (JSON.parse(text) as FeedItem).id, body: text }
  const members = lengthened(text)
  const id = idOf({ ...JSON.parse(`{${members}}`), occurredAt })
  const [begin, end] = framesOf(id, occurredAt)
  return { id, body: begin + members + end }
}

/** Hashes in base64, which compresses a tenth better. */
const shortened = (members: string): string =>
  members.replace(/:"([0-9a-f]{64})"/g, (_, hash: string) => `:~${Buffer.from(hash, 'hex').toString('base64url')}`)

const lengthened = (text: string): string =>
  text.replace(/:~([\w-]{43})/g, (_, hash: string) => `:"${Buffer.from(hash, 'base64url').toString('hex')}"`)

const idOf = (event: ChangeEvent): string => eventId(event.type, subjectOf(event), event.occurredAt)

const framesOf = (id: string, at: string): [begin: string, end: string] => [
  `{"id":${JSON.stringify(id)},`,
  `,"occurredAt":"${at}","updatedAt":"${at}"}`,
]

const HEAD_DIGITS = 4
const HEXADECIMAL = 16

/** The first two bytes of an id, for finding an event among all. */
export const headOf = (id: string): number => Number.parseInt(id.slice(0, HEAD_DIGITS), HEXADECIMAL)
