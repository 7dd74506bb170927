import { z } from 'zod'
import { timestamp } from '../schema/fields.ts'
import type { Deps } from './deps.ts'
import type { Answer, Exchange } from './exchange.ts'
import { jsonAnswer } from './respond.ts'

export const Health = z
  .strictObject({
    status: z.enum(['ok', 'unavailable']).describe('`unavailable` when the service cannot answer keyed requests.'),
    datasetVersion: z.string().nullable(),
    builtAt: timestamp.nullable().describe('When the dataset was baked.'),
    ageSeconds: z.int().min(0).nullable().describe('Seconds since then.'),
    store: z.enum(['reachable', 'unreachable']).describe('Whether the key store answers.'),
  })
  .meta({ id: 'Health' })
export type Health = z.infer<typeof Health>

/** The health of the service: 200 when it can answer, 503 when the dataset or the store is away. */
export async function health({ bake, headers }: Exchange, { meter, clock }: Deps): Promise<Answer> {
  const manifest = (() => {
    try {
      return bake().manifest
    } catch {
      return null
    }
  })()
  const isReachable = await meter.ping().then(
    () => true,
    () => false,
  )
  const body: Health = {
    status: manifest && isReachable ? 'ok' : 'unavailable',
    datasetVersion: manifest?.datasetVersion ?? null,
    builtAt: manifest?.builtAt ?? null,
    ageSeconds: manifest ? Math.max(0, Math.floor((clock() - Date.parse(manifest.builtAt)) / 1000)) : null,
    store: isReachable ? 'reachable' : 'unreachable',
  }
  headers['Cache-Control'] = 'no-store'
  return jsonAnswer(headers, JSON.stringify(body), body.status === 'ok' ? 200 : 503)
}
