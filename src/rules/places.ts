import type { StateRecord } from '../schema/records.ts'
import type { StateCode } from '../schema/vocabularies.ts'
import { NATIONAL_ZONE } from './moments.ts'

/** What a state's record provides for other records of that state; null is national scope. */
export interface Places {
  /** IANA time zone. */
  zoneOf: (state: StateCode | null) => string
  nameOf: (state: StateCode | null) => string | null
  /** URL of the program page. */
  siteOf: (state: StateCode | null) => string | null
  /** The agencies of the state that publish on a URL's host. */
  agenciesAt: (state: StateCode | null, url: string) => string[]
}

export function placesOf(states: readonly StateRecord[]): Places {
  const byCode = new Map(states.map((state) => [state.code, state]))
  const find = (state: StateCode | null) => (state === null ? undefined : byCode.get(state))
  return {
    zoneOf: (state) => find(state)?.timezone ?? NATIONAL_ZONE,
    nameOf: (state) => find(state)?.name ?? null,
    siteOf: (state) => find(state)?.sites[0]?.url ?? null,
    agenciesAt(state, url) {
      const agencies = (find(state)?.sites ?? [])
        .filter((site) => new URL(site.url).host === new URL(url).host)
        .map(({ agency }) => agency)
      return [...new Set(agencies)]
    },
  }
}
