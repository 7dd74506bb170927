import { RESOURCE_NAMES } from '../../resources/index.ts'
import { once } from '../../rules/once.ts'
import { changesEndpoint } from './changes.ts'
import { commonGrantsEndpoints } from './commongrants.ts'
import { detailEndpoints } from './detail.ts'
import { API, COMMON_GRANTS, type Endpoint } from './endpoint.ts'
import { exportEndpoint, exportsEndpoint } from './exports.ts'
import { listEndpoint } from './list.ts'
import { metaEndpoint } from './meta.ts'
import { searchEndpoint } from './search.ts'
import { subscriptionEndpoints } from './subscriptions.ts'
import { usageEndpoint } from './usage.ts'

/** The keyed endpoints under one path. */
export type EndpointGroup = () => readonly Endpoint[]

/** All keyed endpoints by the beginning of their paths, in the order of the docs. A group is created on first use. */
export const ENDPOINT_GROUPS: ReadonlyMap<string, EndpointGroup> = new Map<string, EndpointGroup>(
  [
    ...RESOURCE_NAMES.map((name) => [`${API}/${name}`, () => [listEndpoint(name), ...detailEndpoints(name)]] as const),
    [`${API}/changes`, () => [changesEndpoint]] as const,
    [`${API}/exports`, () => [exportsEndpoint, exportEndpoint]] as const,
    [`${API}/meta`, () => [metaEndpoint]] as const,
    [`${API}/usage`, () => [usageEndpoint]] as const,
    [`${API}/subscriptions`, () => subscriptionEndpoints] as const,
    [`${API}/search`, () => [searchEndpoint]] as const,
    [COMMON_GRANTS, () => commonGrantsEndpoints] as const,
  ].map(([path, make]) => [path, once(make)]),
)

/** All keyed endpoints, in the order of the docs. */
export const ENDPOINTS: readonly Endpoint[] = [...ENDPOINT_GROUPS.values()].flatMap((group) => group())
