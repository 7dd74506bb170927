import type { Endpoint } from './endpoint.ts'
import { ENDPOINT_GROUPS } from './groups.ts'

/** All keyed endpoints, in the order of the docs. */
export const ENDPOINTS: readonly Endpoint[] = [...ENDPOINT_GROUPS.values()].flatMap((group) => group())
