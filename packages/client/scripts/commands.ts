import { resolved } from '../../../src/contract/schemas.ts'
import { isReference, type JsonSchema, type OpenApi, type Operation } from '../../../src/contract/shape.ts'
import type { Filter, ListCommand } from '../src/cli/command.ts'

const LIST = /^\/api\/v1\/(\w+)$/

// The path of the feed is singular, but its command is plural.
const NAMES: { [tag: string]: string } = { activity: 'changes' }

/** One list of the contract. */
interface ListOfContract {
  /** Its name in the client and on the command line. */
  name: string
  path: string
  get: Operation
  columns: string[]
  /** The path of its single records. */
  singlePath: string | null
}

function listsOf({ paths, components }: OpenApi): ListOfContract[] {
  return Object.entries(paths).flatMap(([path, { get }]) => {
    const tag = LIST.exec(path)?.[1]
    const columns = get && columnsOf(get, components.schemas)
    if (!tag || !columns) return []
    const singlePath = Object.keys(paths).find((other) => other.startsWith(`${path}/{`)) ?? null
    return { name: NAMES[tag] ?? tag, path, get, columns, singlePath }
  })
}

/** The lists of the client. */
export const clientLists = (document: OpenApi): { [name: string]: object } =>
  Object.fromEntries(
    listsOf(document).map(({ name, path, get, singlePath }) => [
      name,
      { path, limitMax: limitOf(get).max, singlePath },
    ]),
  )

/** The commands of the lists, as far as they follow from the contract. */
export function commandsOf(document: OpenApi): ListCommand[] {
  return listsOf(document).map(({ name, get, columns, singlePath }) => {
    const single = singlePath ? document.paths[singlePath] : undefined
    const parameter = single?.get?.parameters.find((given) => !isReference(given) && given.in === 'path')
    return {
      name,
      summary: get.summary,
      description: plain(get.description),
      filters: filtersOf(get).filter(({ name }) => name !== 'page' && name !== 'limit'),
      limit: limitOf(get),
      single: parameter && !isReference(parameter) ? plain(parameter.description) : null,
      columns,
    }
  })
}

/** The fields of a search result. */
export function searchFieldsOf({ paths, components }: OpenApi): string[] {
  const answer = paths['/api/v1/search']?.post?.responses['200']?.content?.['application/json']?.schema
  const items = answer && resolved(answer, components.schemas).properties?.documents?.items
  return items ? fieldsOf(items, components.schemas) : []
}

const queryOf = ({ parameters }: Operation) =>
  parameters.flatMap((given) => (isReference(given) || given.in !== 'query' ? [] : given))

const filtersOf = (operation: Operation): Filter[] =>
  queryOf(operation).map(({ name, description, schema }) => ({
    name,
    description: plain(description),
    kind: schema.type === 'array' ? 'list' : schema.type === 'boolean' ? 'flag' : 'text',
    values: (schema.items?.enum ?? []) as string[],
    ...(schema.type === 'array' && schema.default !== undefined && { fallback: [schema.default].flat().join(',') }),
  }))

function limitOf(operation: Operation): ListCommand['limit'] {
  const { schema } = queryOf(operation).find(({ name }) => name === 'limit') ?? {}
  return { default: Number(schema?.default), max: Number(schema?.maximum) }
}

/** The fields of a list's records; null when the operation returns something else. */
function columnsOf({ responses }: Operation, components: OpenApi['components']['schemas']): string[] | null {
  const body = responses['200']?.content?.['application/json']?.schema.properties?.data?.items
  return body ? fieldsOf(body, components) : null
}

function fieldsOf(schema: JsonSchema, components: OpenApi['components']['schemas']): string[] {
  const { properties, anyOf, oneOf } = resolved(schema, components)
  const fields = properties
    ? Object.keys(properties)
    : (anyOf ?? oneOf ?? []).flatMap((part) => fieldsOf(part, components))
  return [...new Set(fields)]
}

const plain = (markdown: string): string => markdown.replaceAll('`', '')
