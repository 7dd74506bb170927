import type { Format } from '../../formats/formats.ts'
import type { Cost } from '../../metering/admission.ts'
import { once } from '../../rules/once.ts'
import type { Written } from '../../store/lists/bodies.ts'
import { refuseParameters } from '../request/parameters.ts'
import { entityTag } from '../response/entity-tag.ts'
import type { Endpoint, EndpointDeps, Handler, Inquiry } from './endpoint.ts'

/**
 * The inquiry of a response of one text, made once for its entity tag and its body.
 * @param read may throw an ApiError, such as NOT_FOUND
 */
export function toInquiry(name: string, cost: Cost, read: () => Written, format?: Format): Inquiry {
  const readOnce = once(read)
  return {
    name,
    caching: 'private',
    cost,
    ...(format && { format }),
    tag: () => entityTag(name, readOnce().digest, { format }),
    respond: async () => readOnce().body,
  }
}

/** The handler of an endpoint. An endpoint without query parameters refuses all of them. */
export function openEndpoint({ query, handle }: Endpoint, deps: EndpointDeps): Handler {
  const hasParameters = Object.keys(query).length > 0
  return async (request, bake, now) => {
    if (!hasParameters) refuseParameters(request.search)
    return handle(request, bake, now, deps)
  }
}
