import * as z from 'zod'
import { getFormats } from '../../formats/formats.ts'
import type { Resource } from '../../resources/define.ts'
import { getResource, type ResourceName } from '../../resources/index.ts'
import { onceEach } from '../../rules/once.ts'
import { timestamp } from '../../schema/fields.ts'
import { findMeantState } from '../../schema/params.ts'
import { RecordChange } from '../../schema/wire/changes.ts'
import { RemovedRecord } from '../../schema/wire/fields.ts'
import type { Written } from '../../store/lists/bodies.ts'
import type { Service } from '../../store/service.ts'
import { toInquiry } from '../exchange.ts'
import { chooseFormat, withoutSuffix } from '../request/parameters.ts'
import { ApiError } from '../response/errors.ts'
import { API, type Endpoint, ONE_REQUEST } from './endpoint.ts'
import { createFormatter, createListEndpoint } from './list.ts'

/** The endpoints of a list: the list itself and, if it has any, its single records. */
export const getListEndpoints = onceEach((name: ResourceName): readonly [Endpoint, ...Endpoint[]] => {
  const { detail } = getResource(name)
  return [createListEndpoint(name), ...(detail ? [createDetailEndpoint(name, detail)] : [])]
})

/** The endpoint of a single record. If the record is the list item itself, it also supports the list's calendar format. */
function createDetailEndpoint(name: ResourceName, detail: NonNullable<Resource['detail']>): Endpoint {
  const definition = getResource(name)
  const calendar = detail.schema === definition.item ? definition.formats.calendar : null
  const layout = { ...definition, item: detail.schema, formats: { calendar, feed: null } }
  const formats = getFormats(layout.formats)
  const { parameter, summary, description, fold, hasHistory = false } = detail
  return {
    method: 'GET',
    path: `${API}/${name}/:${parameter.name}`,
    tag: name,
    summary,
    description,
    query: {},
    parameter,
    formats,
    item: detail.schema,
    response: hasHistory ? withHistory(detail.schema as z.ZodObject) : detail.schema,
    async handle({ raw, search, name: path, base }, service, now) {
      const { name: requestedName, format: named } = withoutSuffix(path)
      const format = chooseFormat(named, raw.headers.get('accept'), formats)
      const reader = service.readers[name]
      const record = fold(requestedName)
      const read = (): Written => {
        const written = reader.single(record, now) ?? refuseMissing(name, requestedName, reader.findRemoved(record))
        return hasHistory && format === 'json' ? addHistory(written, service, name) : written
      }
      const inquiry = toInquiry(`${name}/${record}`, ONE_REQUEST, read, format)
      if (format === 'json') return inquiry
      const write = await createFormatter(format, layout, { search, base, path: `${name}/${record}` })
      return { ...inquiry, respond: async () => ({ body: write({ data: `[${read().body}]` }).body }) }
    },
  }
}

/** @param tombstone of the record that once had the name, as JSON */
export function refuseMissing(name: ResourceName, record: string, tombstone: string | null): never {
  if (tombstone === null) throw new ApiError('NOT_FOUND', explainUnknownName(name, record))
  const { removedAt, reason, mergedInto } = RemovedRecord.parse(JSON.parse(tombstone))
  const what = mergedInto === null ? 'is no longer published' : `was merged into "${mergedInto}"; use that id instead`
  throw new ApiError('GONE', `"${record}" ${what}.`, { gone: { removedAt, reason, mergedInto } })
}

const NAME_SHOWN = 80
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

function explainUnknownName(list: ResourceName, requestedName: string): string {
  const name = requestedName.length > NAME_SHOWN ? `${requestedName.slice(0, NAME_SHOWN)}…` : requestedName
  if (list === 'states') {
    const meant = findMeantState(requestedName)
    return `No state has the code "${name}".${meant ? ` Did you mean "${API}/states/${meant}"?` : ''}`
  }
  const how = UUID.test(requestedName) ? '' : ` Ids are UUIDs. "${API}/${list}" lists them.`
  return `No record in ${list} has the id "${name}".${how}`
}

const HistoryStep = z
  .strictObject({
    at: timestamp.describe('When it happened.'),
    event: z
      .enum(['PUBLISHED', 'VERIFIED', 'UPDATED', 'REMOVED'])
      .describe(
        'PUBLISHED when the record first appeared; VERIFIED when it was published after it had only been on file; UPDATED when fields changed; REMOVED when it was no longer published.',
      ),
    fields: RecordChange.shape.fields.describe('The changed fields, each with its value before and after.'),
  })
  .meta({ id: 'HistoryStep' })
type HistoryStep = z.infer<typeof HistoryStep>

const EVENTS = { CREATED: 'PUBLISHED', UPDATED: 'UPDATED', REMOVED: 'REMOVED' } as const

const withHistory = (schema: z.ZodObject): z.ZodObject =>
  schema
    .extend({
      history: z
        .array(HistoryStep)
        .describe(
          'What happened to the record, newest first, as far back as `/api/v1/changes` reaches. Only in the format JSON.',
        ),
    })
    .meta({ id: `${schema.meta()?.id}Detail` })

function addHistory({ body, digest }: Written, service: Service, name: ResourceName): Written {
  const history = JSON.stringify(readHistory(service, name, JSON.parse(body).id))
  return { body: `${body.slice(0, -1)},"history":${history}}`, digest: digest + history }
}

function readHistory({ changes, verifiedAt }: Service, resource: ResourceName, id: string): HistoryStep[] {
  const query = { resource: [resource], id, change: Object.keys(EVENTS), page: 1, limit: 1_000 }
  const published = JSON.parse(changes.page(query).data) as RecordChange[]
  const steps = published.map(
    ({ changedAt, change, fields }): HistoryStep => ({
      at: changedAt,
      event: EVENTS[change as keyof typeof EVENTS],
      fields,
    }),
  )
  const at = verifiedAt(id)
  if (at === null) return steps
  const fields = { verification: { before: 'UNVERIFIED', after: 'VERIFIED' } }
  const verified: HistoryStep = { at, event: 'VERIFIED', fields }
  const first = steps.findIndex(({ event }) => event === 'PUBLISHED')
  return first < 0 ? [...steps, verified] : steps.with(first, verified)
}
