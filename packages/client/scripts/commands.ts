import type { z } from 'zod'
import type { OpenApi } from '../../../src/contract/document.ts'
import { isReference, type JsonSchema, type Operation, resolve } from '../../../src/contract/schemas.ts'
import { getColumns } from '../../../src/formats/table.ts'
import { getResource, type ResourceName } from '../../../src/resources/index.ts'
import type { Filter, ListCommand } from '../src/cli/command.ts'

const LIST = /^\/api\/v1\/(\w+)$/

// The path of the feed is singular, and close to that of the activities.
const NAMES: { [tag: string]: string } = { activity: 'changes' }

/** What tells commands apart whose names or lists are easily taken for each other, and what they send of their own. */
const OWN: { [command: string]: Pick<ListCommand, 'summary' | 'description' | 'sent' | 'alias'> } = {
  activities: {
    summary: "program activities: the states' initiatives",
    description:
      'Program activities, /api/v1/activities: what each state does in the program. What was published or changed lately is `rhp changes`.',
  },
  changes: {
    summary: 'change feed: what was published, changed or removed',
    description:
      'The change feed, /api/v1/activity: one event for each change, newest first, of all types unless --type is given. What states do in the program is `rhp activities`.',
    sent: { type: 'ALL' },
    alias: 'activity',
  },
}

/** One list of the contract. */
interface ListOfContract {
  /** Its name in the client and on the command line. */
  name: string
  /** Its name in paths. */
  tag: string
  path: string
  get: Operation
  /** The path of its single records. */
  singlePath: string | null
}

function findLists({ paths }: OpenApi): ListOfContract[] {
  return Object.entries(paths).flatMap(([path, { get }]) => {
    const tag = LIST.exec(path)?.[1]
    if (!tag || !get?.responses['200']?.content?.['application/json']?.schema.properties?.data?.items) return []
    const singlePath = Object.keys(paths).find((other) => other.startsWith(`${path}/{`)) ?? null
    return { name: NAMES[tag] ?? tag, tag, path, get, singlePath }
  })
}

/** The lists of the client. */
export const clientLists = (document: OpenApi): { [name: string]: object } =>
  Object.fromEntries(
    findLists(document).map(({ name, path, get, singlePath }) => [
      name,
      { path, limitMax: getLimit(get).max, singlePath },
    ]),
  )

/** The commands of the lists, as far as they follow from the contract. */
export function createCommands(document: OpenApi): ListCommand[] {
  return findLists(document).map(({ name, tag, get, singlePath }) => {
    const { item, detail } = getResource(tag as ResourceName)
    const single = singlePath ? document.paths[singlePath] : undefined
    const parameter = single?.get?.parameters.find((each) => !isReference(each) && each.in === 'path')
    return {
      name,
      summary: get.summary.toLowerCase(),
      description: plain(get.description),
      filters: getFilters(get).filter(({ name }) => name !== 'page' && name !== 'limit'),
      limit: getLimit(get),
      single: parameter && !isReference(parameter) ? plain(parameter.description) : null,
      columns: listColumns(item),
      singleColumns: detail ? listColumns(detail.schema) : null,
      ...OWN[name],
    }
  })
}

/** The fields of a search result. */
export function getSearchFields({ paths, components }: OpenApi): string[] {
  const answer = paths['/api/v1/search']?.post?.responses['200']?.content?.['application/json']?.schema
  const items = answer && resolve(answer, components.schemas).properties?.documents?.items
  return items ? getFields(items, components.schemas) : []
}

const getQueryParameters = ({ parameters }: Operation) =>
  parameters.flatMap((parameter) => (isReference(parameter) || parameter.in !== 'query' ? [] : parameter))

const getFilters = (operation: Operation): Filter[] =>
  getQueryParameters(operation).map(({ name, description, schema }) => ({
    name,
    description: plain(description),
    kind: schema.type === 'array' ? 'list' : schema.type === 'boolean' ? 'flag' : 'text',
    values: (schema.items?.enum ?? []) as string[],
    ...(schema.type === 'array' && schema.default !== undefined && { fallback: [schema.default].flat().join(',') }),
  }))

function getLimit(operation: Operation): ListCommand['limit'] {
  const { schema } = getQueryParameters(operation).find(({ name }) => name === 'limit') ?? {}
  return { default: Number(schema?.default), max: Number(schema?.maximum) }
}

/** The columns of a table of records, as the service writes it. */
const listColumns = (item: z.ZodType): string[] => getColumns(item).map(({ name }) => name)

function getFields(schema: JsonSchema, components: OpenApi['components']['schemas']): string[] {
  const { properties, anyOf, oneOf } = resolve(schema, components)
  const fields = properties
    ? Object.keys(properties)
    : (anyOf ?? oneOf ?? []).flatMap((part) => getFields(part, components))
  return [...new Set(fields)]
}

const plain = (markdown: string): string => markdown.replaceAll('`', '')
