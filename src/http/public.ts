import type { z } from 'zod'
import { Stats } from '../resources/stats.ts'
import type { Answer } from './answer.ts'
import type { Deps } from './deps.ts'
import type { Exchange } from './exchange.ts'
import { Health, health } from './health.ts'
import { jsonAnswer } from './respond.ts'

/** How long shared caches keep the stats, and for how long they may answer with the old ones while they fetch. */
const STATS_CACHING = 'public, max-age=300, s-maxage=3600, stale-while-revalidate=86400'

/** One endpoint without a key: free of charge, not counted. */
export interface PublicEndpoint {
  method: 'GET'
  path: string
  /** The group it stands in, in the documents. */
  tag: string
  summary: string
  description: string
  answer: z.ZodType
  /** The statuses that carry the answer. */
  statuses: readonly (200 | 503)[]
  respond: (exchange: Exchange, deps: Deps) => Answer | Promise<Answer>
}

/** All endpoints without a key, in the order of the documents. */
export const PUBLIC_ENDPOINTS: readonly PublicEndpoint[] = [
  {
    method: 'GET',
    path: '/api/stats',
    tag: 'service',
    summary: 'Dataset at a glance',
    description: 'The size of the dataset. `totalStateAward` is the total that the program awarded to all states.',
    answer: Stats,
    statuses: [200],
    respond({ bake, headers }) {
      headers['Cache-Control'] = STATS_CACHING
      return jsonAnswer(headers, bake().stats)
    },
  },
  {
    method: 'GET',
    path: '/api/health',
    tag: 'service',
    summary: 'Health of the service',
    description: 'Whether keyed requests can be served, and from which dataset. 503 when they cannot.',
    answer: Health,
    statuses: [200, 503],
    respond: health,
  },
]
