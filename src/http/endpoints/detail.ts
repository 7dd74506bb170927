import type { Resource } from '../../resources/define.ts'
import { type ResourceName, resource } from '../../resources/index.ts'
import { ApiError } from '../errors.ts'
import { refuseParameters } from '../parameters.ts'
import { API, type Endpoint, ONE_REQUEST } from './endpoint.ts'

/** The single record of a resource that has one. */
function detailEndpoint(name: ResourceName, detail: NonNullable<Resource['detail']>): Endpoint {
  return {
    method: 'GET',
    path: `${API}/${name}/:${detail.parameter.name}`,
    tag: name,
    summary: detail.summary,
    description: detail.description,
    query: {},
    parameter: detail.parameter,
    answer: detail.schema,
    open:
      () =>
      ({ search, name: given }, { readers }, now) => {
        refuseParameters(search)
        const reader = readers[name]
        const record = detail.fold(given)
        return {
          name: `${name}/${record}`,
          until: reader.until(now),
          caching: 'private',
          cost: ONE_REQUEST,
          answer: () => reader.find(record, now) ?? missing(name, given),
        }
      },
  }
}

function missing(name: ResourceName, record: string): never {
  throw new ApiError('NOT_FOUND', `Nothing in ${name} has the name "${record}".`)
}

/** The single-record endpoint of a resource, if it has one. */
export function detailEndpoints(name: ResourceName): Endpoint[] {
  const { detail } = resource(name)
  return detail ? [detailEndpoint(name, detail)] : []
}
