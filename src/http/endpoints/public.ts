import * as z from 'zod'
import { Stats } from '../../resources/states.ts'
import { orNull } from '../../rules/once.ts'
import { getDigest } from '../../rules/text/digest.ts'
import { getConfirmedAt, getConfirmedIn } from '../../rules/time/freshness.ts'
import { count, timestamp } from '../../schema/fields.ts'
import { STATE_CODES, StateCode } from '../../schema/vocabularies.ts'
import { listOf } from '../../schema/wire/fields.ts'
import type { Deps } from '../deps.ts'
import { createEntityTag, type Exchange, findMatch, toTextReply } from '../exchange.ts'
import type { Reply } from '../response/headers.ts'
import type { Endpoint } from './endpoint.ts'

const SourceHealth = z.strictObject({
  source: z.string().describe('Name of the source, such as pages or grants-gov.'),
  status: z.enum(['UP', 'DOWN']).describe('DOWN when its last check failed.'),
  lastChecked: timestamp.describe('When it was last checked.'),
  lastConfirmed: timestamp.nullable().describe('When its data was last read successfully.'),
})

const StateHealth = z.strictObject({
  state: StateCode.nullable().describe('Two-letter state code; null for national scope.'),
  confirmedAt: timestamp,
})

export const Health = z
  .strictObject({
    status: z
      .enum(['ok', 'degraded', 'stale', 'unavailable'])
      .describe(
        '`unavailable`: keyed requests cannot be served; `degraded`: they are served, but part of the service is broken; `stale`: everything works, but the data is old.',
      ),
    reasons: z.array(z.string()).describe('Why the status is not `ok`, one sentence per reason.'),
    dataset: z
      .enum(['current', 'last_good', 'unavailable'])
      .describe('`last_good` when the latest dataset is damaged or missing and the previous one is served.'),
    datasetVersion: z.string().nullable().describe('The current dataset version; null when no dataset can be read.'),
    builtAt: timestamp.nullable().describe('When the dataset was built.'),
    confirmedAt: timestamp.nullable().describe('When a source last confirmed any data; null when none has.'),
    ageSeconds: count
      .nullable()
      .describe('Age of the data in seconds since `confirmedAt`, or since `builtAt` if no source has confirmed it.'),
    store: z
      .enum(['reachable', 'unreachable'])
      .describe('Whether the key store accepts writes, which every keyed request needs.'),
    logLinesLost: count.describe(
      'Number of log lines that could not be written since startup, for example because the disk is full.',
    ),
    sources: listOf(SourceHealth, 'The sources, with the result of their last check.'),
    states: listOf(
      StateHealth,
      'When a source last confirmed data of each state. States that no source has confirmed are omitted.',
    ),
  })
  .meta({ id: 'Health' })
export type Health = z.infer<typeof Health>

const STATS_CACHING = 'public, max-age=300, s-maxage=3600, stale-while-revalidate=86400'

/** One public endpoint: free of charge, not metered. */
export interface PublicEndpoint extends Pick<Endpoint, 'path' | 'tag' | 'summary' | 'description' | 'response'> {
  method: 'GET'
  statuses: readonly (200 | 503)[]
  isTagged: boolean
  respond: (exchange: Exchange, deps: Deps) => Promise<Reply>
}

export const PUBLIC_ENDPOINTS: readonly PublicEndpoint[] = [
  {
    method: 'GET',
    path: '/api/stats',
    tag: 'service',
    summary: 'Dataset at a glance',
    description: 'The size of the dataset. `totalStateAward` is the total that the program awarded to all states.',
    response: Stats,
    statuses: [200],
    isTagged: true,
    async respond({ c, bake, headers }) {
      const { stats } = bake()
      const tag = createEntityTag('stats', getDigest(stats))
      headers['Cache-Control'] = STATS_CACHING
      headers.ETag = tag
      return findMatch(c, { tag: () => tag }) ? { status: 304, body: null } : toTextReply(headers, { body: stats })
    },
  },
  {
    method: 'GET',
    path: '/api/health',
    tag: 'service',
    summary: 'Health of the service',
    description: 'Whether keyed requests can be served, and from which dataset. 503 when they cannot.',
    response: Health,
    statuses: [200, 503],
    isTagged: false,
    respond: respondHealth,
  },
]

/** 503 when the dataset is unavailable or the store does not accept writes. */
async function respondHealth(
  { bake, headers }: Exchange,
  { meter, clock, linesLost, datasetError, staleAfterMs }: Deps,
): Promise<Reply> {
  const service = orNull(bake)
  const manifest = service?.manifest
  const isLastGood = manifest !== undefined && Boolean(datasetError?.())
  const freshness = service?.freshness ?? { sources: [], pages: [] }
  const confirmed = getConfirmedAt(freshness)
  const since = confirmed ?? manifest?.builtAt
  const isReachable = await meter.ping().then(
    () => true,
    () => false,
  )
  const ageSeconds = since ? Math.max(0, Math.floor((clock() - Date.parse(since)) / 1000)) : null
  const isStale = ageSeconds !== null && staleAfterMs !== undefined && ageSeconds * 1000 > staleAfterMs
  // Most serious first.
  const causes = [
    ['unavailable', !manifest && 'No dataset is available.'],
    ['unavailable', !isReachable && 'The key store does not accept writes.'],
    ['degraded', isLastGood && 'The latest dataset cannot be read, so the previous one is served.'],
    ['degraded', (linesLost?.() ?? 0) > 0 && 'Some log lines could not be written.'],
    ['stale', isStale && `No source has confirmed the data for ${Math.floor(ageSeconds / 3_600)} hours.`],
  ] as const
  const standing = causes.filter(([, reason]) => reason !== false)
  const status = standing[0]?.[0] ?? 'ok'
  const body: Health = {
    status,
    reasons: standing.map(([, reason]) => String(reason)),
    dataset: isLastGood ? 'last_good' : manifest ? 'current' : 'unavailable',
    datasetVersion: manifest?.datasetVersion ?? null,
    builtAt: manifest?.builtAt ?? null,
    confirmedAt: confirmed,
    ageSeconds,
    store: isReachable ? 'reachable' : 'unreachable',
    logLinesLost: linesLost?.() ?? 0,
    sources: freshness.sources.map(({ source, failure, checkedAt, confirmed: places }) => ({
      source,
      status: failure === null ? 'UP' : 'DOWN',
      lastChecked: checkedAt,
      lastConfirmed: Object.values(places).sort().at(-1) ?? null,
    })),
    states: [...STATE_CODES, null].flatMap((state) => {
      const instant = getConfirmedIn(freshness, state)
      return instant ? [{ state, confirmedAt: instant }] : []
    }),
  }
  headers['Cache-Control'] = 'no-store'
  return toTextReply(headers, { body: JSON.stringify(body) }, 'json', status === 'unavailable' ? 503 : 200)
}
