import type { Route } from './routes.ts'
import { parameterSchema, type Schemas } from './schemas.ts'
import type { Parameter, Reference } from './shape.ts'

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
  const own: Parameter[] = []
  if (parameter) {
    const { name, description } = parameter
    own.push({ name, in: 'path', description, required: true, schema: { type: 'string' } })
  }
  for (const [name, { alias, ...parameter }] of Object.entries(query)) {
    const described = queryParameter(name, parameter.description, parameterSchema(parameter, schemas))
    own.push(described)
    if (alias) own.push({ ...described, name: alias, description: `Alias of \`${name}\`. Send only one of them.` })
  }
  const shared = isConditional(route) ? [reference('IfNoneMatch')] : []
  return [...own, ...shared, reference('RequestId')]
}

const queryParameter = (name: string, description: string, schema: Parameter['schema']): Parameter => ({
  name,
  in: 'query',
  description,
  schema,
  ...(schema.type === 'array' && { style: 'form', explode: false }),
})
