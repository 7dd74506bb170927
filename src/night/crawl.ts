import type { Publication } from '../bake/publish.ts'
import { createApp } from '../http/app.ts'
import type { Deps } from '../http/deps.ts'
import { ENDPOINTS } from '../http/endpoints/index.ts'
import type { Admission } from '../metering/admission.ts'
import { newKey } from '../metering/keys.ts'
import { RESOURCE_NAMES, type ResourceName, resource } from '../resources/index.ts'
import type { AnyRow } from '../resources/row.ts'
import type { Service } from '../store/service.ts'

/** Admits everything; the crawl is not metered. */
export const openMeter: Deps['meter'] = {
  admit: async (_key, _cost, { minute, month }): Promise<Admission> => ({
    verdict: 'admitted',
    answer: 'not_asked',
    usage: {
      accountId: 'crawl',
      keyId: 'crawl',
      plan: 'TEAM',
      minute,
      month,
      minuteUsed: 0,
      monthUsed: 0,
      answersUsed: 0,
    },
  }),
  refund: async () => {},
  ping: async () => {},
  usage: () => Promise.reject(new Error('The crawl has no account.')),
}

/**
 * Requests every page of every list and every single record, in process, and checks each answer against its documented
 * schema. Returns what is wrong, by address.
 */
export async function crawl(service: Service, publication: Publication, now: number): Promise<string[]> {
  const app = createApp({
    service: () => service,
    meter: openMeter,
    clock: () => now,
    log: () => {},
    base: 'http://localhost',
  })
  const headers = { Authorization: `Bearer ${newKey().secret}` }
  const faults: string[] = []

  async function visit(path: string, address: string): Promise<unknown> {
    const endpoint = ENDPOINTS.find((candidate) => candidate.path === path)
    const response = await app.request(address, { headers })
    const text = await response.text()
    if (response.status !== 200 || !endpoint) {
      faults.push(`${address} answers ${response.status}`)
      return null
    }
    const result = endpoint.answer.safeParse(JSON.parse(text))
    const issue = result.error?.issues[0]
    if (issue) faults.push(`${address}: ${issue.path.join('.')}: ${issue.message}`)
    return result.success ? result.data : null
  }

  for (const name of RESOURCE_NAMES) {
    const found = await visitList(name, visit)
    const expected = publication[name].length
    if (found !== expected) faults.push(`/api/v1/${name} lists ${found} of ${expected} records`)
    const { detail } = resource(name)
    if (!detail) continue
    for (const { names = [] } of publication[name] as AnyRow[]) {
      for (const record of names) await visit(`/api/v1/${name}/:${detail.parameter.name}`, `/api/v1/${name}/${record}`)
    }
  }
  return faults
}

async function visitList(
  name: ResourceName,
  visit: (path: string, address: string) => Promise<unknown>,
): Promise<number> {
  const { page, envelope, filters } = resource(name)
  const everything = Object.entries(filters).flatMap(([parameter, { default: absent }]) =>
    absent ? [[parameter, absent.everything]] : [],
  )
  let found = 0
  for (let number = 1; ; number += 1) {
    const place = envelope === 'counted' ? [] : [['page', String(number)]]
    const query = new URLSearchParams([['limit', String(page.max)], ...place, ...everything])
    const address = `/api/v1/${name}?${query}`
    const answer = (await visit(`/api/v1/${name}`, address)) as { data: unknown[] } | null
    if (answer === null) return found
    found += answer.data.length
    if (answer.data.length < page.max || envelope === 'counted') return found
  }
}
