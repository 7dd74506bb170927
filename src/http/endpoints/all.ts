import { RESOURCE_NAMES } from '../../resources/index.ts'
import { changesEndpoint } from './changes.ts'
import { commonGrantsEndpoints } from './commongrants.ts'
import { getListEndpoints } from './detail.ts'
import type { Endpoint } from './endpoint.ts'
import { exportEndpoint, exportsEndpoint } from './exports.ts'
import { metaEndpoint } from './meta.ts'
import { searchEndpoint } from './search.ts'
import { subscriptionEndpoints } from './subscriptions.ts'
import { usageEndpoint } from './usage.ts'

/** The keyed endpoints besides those of the lists, in the order of the docs. */
export const OTHER_ENDPOINTS: readonly Endpoint[] = [
  changesEndpoint,
  exportsEndpoint,
  exportEndpoint,
  metaEndpoint,
  usageEndpoint,
  ...subscriptionEndpoints,
  searchEndpoint,
  ...commonGrantsEndpoints,
]

export const ENDPOINTS: readonly Endpoint[] = [...RESOURCE_NAMES.flatMap(getListEndpoints), ...OTHER_ENDPOINTS]
