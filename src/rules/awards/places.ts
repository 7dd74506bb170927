import type { StateRecord } from '../../schema/records.ts'
import type { StateCode } from '../../schema/vocabularies.ts'
import { NATIONAL_ZONE } from '../program.ts'

export type Places = ReturnType<typeof createPlaces>

/** What a state's record provides for other records of that state; null is national scope. */
export function createPlaces(states: readonly StateRecord[]) {
  const byCode = new Map(states.map((state) => [state.code, state]))
  const find = (state: StateCode | null) => (state === null ? undefined : byCode.get(state))
  return {
    getZone: (state: StateCode | null): string => find(state)?.timezone ?? NATIONAL_ZONE,
    getName: (state: StateCode | null): string | null => find(state)?.name ?? null,
    findSite: (state: StateCode | null): string | null => find(state)?.sites[0]?.url ?? null,
    agenciesAt(state: StateCode | null, url: string): string[] {
      const agencies = (find(state)?.sites ?? [])
        .filter((site) => new URL(site.url).host === new URL(url).host)
        .map(({ agency }) => agency)
      return [...new Set(agencies)]
    },
  }
}
