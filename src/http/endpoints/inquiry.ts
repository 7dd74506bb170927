import type { Format } from '../../formats/formats.ts'
import type { Cost } from '../../metering/admission.ts'
import { once } from '../../rules/once.ts'
import type { Written } from '../../store/lists/bodies.ts'
import { entityTag } from '../response/entity-tag.ts'
import type { Inquiry } from './endpoint.ts'

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
