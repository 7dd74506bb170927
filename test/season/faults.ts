import { type Night, onHosts, someHosts } from './plan.ts'
import { type Lie, pageOf, SEASON_SOURCES } from './servers.ts'

const status =
  (code: number): Lie =>
  () => ({ status: code, json: {} })
const hangs: Lie = () => ({ hang: true })
const drops: Lie = () => ({ drop: true })
const garbage: Lie = () => ({ type: 'application/json', body: '{"errorcode": 0, "data": {"hitCo' })
const html: Lie = () => ({ body: '<html><body>Down for maintenance</body></html>' })

/** Failures: the source cannot be read, and nothing from it changes. */
export const FAULTS: readonly Night[] = [
  { name: 'a source responds with 500', lies: { 'grants-gov': status(500) }, failed: ['grants-gov'] },
  { name: 'a source never responds', lies: { usaspending: hangs }, failed: ['usaspending'] },
  { name: 'a source drops the connection', lies: { 'federal-register': drops }, failed: ['federal-register'] },
  { name: 'a source sends truncated JSON', lies: { 'grants-gov': garbage }, failed: ['grants-gov'] },
  {
    name: 'a source sends a web page instead of JSON',
    lies: { 'federal-register': html },
    failed: ['federal-register'],
  },
  { name: 'a list returns 404', lies: { 'award-lists': status(404) }, failed: ['award-lists'] },
  { name: 'a list has become a web page', lies: { 'award-lists': html }, failed: ['award-lists'] },
  {
    name: 'a list lacks a column heading',
    lies: { 'award-lists': () => ({ type: 'text/csv', body: 'Name,Sum\n"Clinic","$5"\n' }) },
    failed: ['award-lists'],
  },
  {
    name: 'every source is down',
    lies: Object.fromEntries(SEASON_SOURCES.map((name) => [name, status(500)])),
    outcome: 'silent',
    failed: SEASON_SOURCES,
  },
  {
    name: 'a page blocks the crawler (403)',
    lies: { pages: onHosts(someHosts(2), { status: 403 }) },
    unseen: someHosts(2),
  },
  {
    name: 'a few pages show a bot challenge',
    lies: { pages: onHosts(someHosts(3), { body: pageOf('Just a moment... Checking your browser.') }) },
    unseen: someHosts(3),
  },
]
