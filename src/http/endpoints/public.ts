import type { z } from 'zod'
import { Stats } from '../../resources/states.ts'
import { getDigest } from '../../rules/text/digest.ts'
import type { Deps } from '../deps.ts'
import type { Exchange } from '../request/exchange.ts'
import { entityTag, matchedBy } from '../response/entity-tag.ts'
import type { Reply } from '../response/headers.ts'
import { jsonReply } from '../response/respond.ts'
import { Health, health } from './health.ts'

const STATS_CACHING = 'public, max-age=300, s-maxage=3600, stale-while-revalidate=86400'

/** One public endpoint: free of charge, not metered. */
export interface PublicEndpoint {
  method: 'GET'
  path: string
  /** Its group in the docs. */
  tag: string
  summary: string
  description: string
  response: z.ZodType
  /** The statuses of a regular response. */
  statuses: readonly (200 | 503)[]
  /** Whether its responses have an entity tag. */
  isTagged: boolean
  respond: (exchange: Exchange, deps: Deps) => Promise<Reply>
}

/** All public endpoints, in the order of the docs. */
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
      const tag = entityTag('stats', getDigest(stats))
      headers['Cache-Control'] = STATS_CACHING
      headers.ETag = tag
      return matchedBy(c, { tag: () => tag }) ? { status: 304, body: null } : jsonReply(headers, stats)
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
    respond: health,
  },
]
