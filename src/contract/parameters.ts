import { getColumns } from '../formats/columns.ts'
import { FORMATS } from '../formats/formats.ts'
import type { Endpoint } from '../http/endpoints/endpoint.ts'
import type { Route } from './routes.ts'
import { parameterSchema, type Schemas } from './schemas.ts'
import type { OfferedFormat, Parameter, Reference } from './shape.ts'

/** The formats of an endpoint other than JSON. */
export const offeredFormats = ({ formats = [], item }: Endpoint): OfferedFormat[] =>
  formats
    .filter((format) => format !== 'json')
    .map((format) => {
      const { mediaTypes, description } = FORMATS[format]
      const columns = format === 'csv' && item ? getColumns(item) : null
      return {
        mediaType: mediaTypes[0],
        suffix: `.${format}`,
        description,
        ...(columns && { columns: columns.map(({ name, description }) => ({ name, description })) }),
      }
    })

/** A sentence that lists the formats of an endpoint; null for JSON only. */
export function formatsText({ endpoint }: Route): string | null {
  const formats = endpoint?.formats?.map((format) => `${FORMATS[format].title} (\`.${format}\`)`)
  return formats
    ? `Formats: ${formats.join(', ')}. Choose one with an extension in the path or its media type in Accept.`
    : null
}

/** The request headers that the service reads, except those of the API key. */
export const PARAMETERS: { [id: string]: Parameter } = {
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'The `ETag` of a response that you have. If it is still current, the response is 304.',
    schema: { type: 'string' },
  },
  RequestId: {
    name: 'X-Request-Id',
    in: 'header',
    description: 'Your own id for the request, returned with the response.',
    schema: { type: 'string', pattern: '^[A-Za-z0-9._-]{1,64}$' },
  },
}

const reference = (id: string): Reference => ({ $ref: `#/components/parameters/${id}` })

/** Whether an endpoint answers conditional requests with 304. */
export const isConditional = ({ isTagged, method }: Route): boolean => isTagged && method === 'GET'

/** The parameters of an endpoint. */
export function toParameters(route: Route, schemas: Schemas): (Parameter | Reference)[] {
  const { parameter, query } = route
  const parameters: Parameter[] = []
  if (parameter) {
    const { name, description } = parameter
    parameters.push({ name, in: 'path', description, required: true, schema: { type: 'string' } })
  }
  for (const [name, { alias, ...parameter }] of Object.entries(query)) {
    const described = queryParameter(name, parameter.description, parameterSchema(parameter, schemas))
    parameters.push(described)
    if (alias)
      parameters.push({ ...described, name: alias, description: `Alias of \`${name}\`. Send only one of them.` })
  }
  const shared = isConditional(route) ? [reference('IfNoneMatch')] : []
  return [...parameters, ...shared, reference('RequestId')]
}

const queryParameter = (name: string, description: string, schema: Parameter['schema']): Parameter => ({
  name,
  in: 'query',
  description,
  schema,
  ...(schema.type === 'array' && { style: 'form', explode: false }),
})
