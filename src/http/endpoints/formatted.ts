import type { z } from 'zod'
import type { Format } from '../../formats/formats.ts'
import type { Resource } from '../../resources/define.ts'
import type { Written } from '../../store/lists/bodies.ts'
import type { Page } from '../../store/lists/reader.ts'
import type { ListRequest } from '../request/parameters.ts'
import { Problems } from '../request/problems.ts'
import { API } from './endpoint.ts'

/** The last change of a feed without entries: when the API was first published. */
const FOUNDED = '2026-11-20T00:00:00.000Z'

interface FormatRequest {
  request: ListRequest
  search: string
  base: () => string
  /** The self URL of the response, if it differs from its URL in the API. */
  selfUrl?: (() => string) | undefined
  /** The API path of the response, without an extension. */
  path: string
}

/** Writes records in a format other than JSON. Its writer is loaded on first use. */
export async function formatted(
  format: Exclude<Format, 'json'>,
  list: Pick<Resource, 'summary' | 'description' | 'formats'> & { item: z.ZodType },
  { request, search, base, path, selfUrl }: FormatRequest,
): Promise<(page: Pick<Page, 'data'> & Partial<Pick<Page, 'digest'>>) => Written> {
  const { summary, description, item, formats } = list
  const home = `${base()}/`
  const address = selfUrl?.() ?? `${base()}${API}/${path}.${format}${search && `?${search}`}`
  const { written } = await import('../../formats/write.ts')
  return ({ data, digest = '' }) => {
    const records = JSON.parse(data) as { updatedAt?: string }[]
    const newest = records.reduce((newest, { updatedAt = '' }) => (updatedAt > newest ? updatedAt : newest), '')
    const frame = { title: summary, description, address, home, updated: newest || FOUNDED }
    const parts = written(format, {
      layout: { item, ...formats },
      records,
      frame,
      hasMark: request.bom === true,
      fields: request.fields ?? null,
    })
    return { body: [...parts].join(''), digest }
  }
}

/** Rejects options that a format does not support. @throws ApiError */
export function refuseInFormat({ filters, bom, fields, facets, isDetailed }: ListRequest, format: Format): void {
  const problems = new Problems()
  const hasFields = format === 'json' || format === 'ndjson' || format === 'csv'
  if (fields && !hasFields)
    problems.add('fields', fields.join(','), 'Not supported for calendars and feeds, which have their own fields.')
  if (isDetailed && !hasFields) problems.add('include', 'detail', 'Not supported for calendars and feeds.')
  if (facets && format !== 'json') problems.add('facets', facets.join(','), 'Only supported for JSON.')
  if (bom && format !== 'csv') problems.add('bom', 'true', 'Only supported for CSV.')
  if (filters.includeRemoved === true && format !== 'json' && format !== 'ndjson') {
    problems.add('includeRemoved', 'true', 'Only supported for JSON and NDJSON.')
  }
  problems.throwIfAny()
}
