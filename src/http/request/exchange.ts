import { randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import type { Deadline } from '../../metering/admission.ts'
import { newDeadline } from '../../metering/outage.ts'
import type { Service } from '../../store/service.ts'
import type { Deps } from '../deps.ts'
import type { HeaderFields } from '../response/headers.ts'

/** One request from start to log line. The response headers are completed along the way. */
export interface Exchange {
  c: Context
  id: string
  /** The route, such as `/api/v1/states/:code`. */
  route: string
  startedAt: number
  /** The end of the time for calls to the store. */
  deadline: Deadline
  /**
   * The bake of this request: the same for body, tag and headers, even if a new bake is adopted in the meantime.
   * @throws DatasetUnavailable
   */
  bake: () => Service
  /** The headers of the response. */
  headers: HeaderFields
  keyId: string | null
  /** The account whose alerts became due with this request. */
  alertsOf: string | null
}

const REQUEST_ID = /^[A-Za-z0-9._-]{1,64}$/

/** Starts an exchange. @param constant headers of every response of its kind */
export function begin(c: Context, deps: Pick<Deps, 'service'>, route: string, constant: HeaderFields): Exchange {
  const startedAt = performance.now()
  const requested = c.req.header('x-request-id')
  const id = requested !== undefined && REQUEST_ID.test(requested) ? requested : randomUUID()
  const headers: HeaderFields = { ...constant, 'X-Request-Id': id }
  let bake: Exchange['bake']
  try {
    const current = deps.service()
    bake = () => current
    headers['X-Dataset-Version'] = current.manifest.datasetVersion
  } catch (error) {
    bake = () => {
      throw error
    }
  }
  return { c, id, route, startedAt, deadline: newDeadline(), bake, headers, keyId: null, alertsOf: null }
}
