import { NATIONAL_ZONE } from '../../rules/moments.ts'
import type { StateRecord } from '../../schema/records.ts'
import type { StateCode } from '../../schema/vocabularies.ts'

/** What records say of their state: its zone, its name, its program page; for national records the national zone and null. */
export interface Context {
  zoneOf: (state: StateCode | null) => string
  nameOf: (state: StateCode | null) => string | null
  siteOf: (state: StateCode | null) => string | null
  /** The agencies of the state that publish on the host of an address. */
  agenciesAt: (state: StateCode | null, url: string) => string[]
}

export function contextOf(states: readonly StateRecord[]): Context {
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
