import type { Resource } from '../../resources/define.ts'
import { type ResourceName, resource } from '../../resources/index.ts'
import { RemovedRecord } from '../../schema/wire/removed.ts'
import { entityTag } from '../entity-tag.ts'
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
        const answerName = `${name}/${record}`
        return {
          name: answerName,
          caching: 'private',
          cost: ONE_REQUEST,
          tag() {
            const digest = reader.findDigest(record, now)
            return digest === null ? null : entityTag(answerName, digest)
          },
          answer: () => reader.find(record, now) ?? missing(name, given, reader.findRemoved(record)),
        }
      },
  }
}

/** @param tombstone of the record that once had the name, as JSON */
function missing(name: ResourceName, record: string, tombstone: string | null): never {
  if (tombstone === null) throw new ApiError('NOT_FOUND', `Nothing in ${name} has the name "${record}".`)
  const { removedAt, reason, mergedInto } = RemovedRecord.parse(JSON.parse(tombstone))
  const what = mergedInto === null ? 'is no longer published' : `was merged into "${mergedInto}"; ask for that one`
  throw new ApiError('GONE', `"${record}" ${what}.`, { gone: { removedAt, reason, mergedInto } })
}

/** The single-record endpoint of a resource, if it has one. */
export function detailEndpoints(name: ResourceName): Endpoint[] {
  const { detail } = resource(name)
  return detail ? [detailEndpoint(name, detail)] : []
}
