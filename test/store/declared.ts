import { completeQuery, type Filter, type Operator } from '../../src/resources/define.ts'
import { getResource, type ResourceName } from '../../src/resources/index.ts'
import { type AnyRow, getId } from '../../src/resources/publishing.ts'

/**
 * What the tests know about a list from its declaration. The specified lists have separate tables; a list added later
 * is tested by its declaration.
 */

type Item = AnyRow['item']
type Query = { [parameter: string]: string }

/** Parameters that remove nothing from a list. */
export const getFullQuery = (name: ResourceName): Query =>
  Object.fromEntries(
    Object.entries(getResource(name).filters).flatMap(([parameter, filter]) =>
      filter.default ? [[parameter, filter.default.everything]] : [],
    ),
  )

/** The data that a row stores for a filter. */
const getStored = ({ op, from }: Filter, item: Item): unknown =>
  op === 'named' ? getId({ item }) : (from as ((row: AnyRow) => unknown) | undefined)?.({ item })

/** Values of each filter that occur in the items. */
export const declaredValues = (name: ResourceName): { [parameter: string]: (item: Item) => string[] } =>
  Object.fromEntries(
    Object.entries(getResource(name).filters)
      .filter(([, { op }]) => op in MATCHING)
      .map(([parameter, filter]) => [
        parameter,
        (item: Item) =>
          [getStored(filter, item)]
            .flat()
            .flatMap((value) => (value === null || value === undefined ? [] : [writtenAs(filter, value)])),
      ]),
  )

/** A stored value as a caller writes it. */
const writtenAs = ({ op }: Filter, value: unknown): string =>
  op === 'after' ? new Date(value as number).toISOString() : String(value)

type Matching = (stored: unknown, value: never, filter: Filter) => boolean

/**
 * What each operator accepts, given what a row stores. Operators on time and text are tested by the lists that have
 * them.
 */
const MATCHING: { [Op in Operator]?: Matching } = {
  is: (stored, values: string[]) => values.includes(stored as string),
  has: (stored, values: string[]) => values.some((value) => (stored as string[]).includes(value)),
  among: (stored, value: string, { picks }) => stored !== null && (picks?.(value, stored as string, {}) ?? false),
  contains: (stored, text: string) => stored !== null && (stored as string).includes(text),
  reveals: (stored, isAsked: boolean) => isAsked || !stored,
  atLeast: (stored, value: string, { bound }) => stored !== null && (stored as number) >= (bound?.(value) ?? 0),
  atMost: (stored, value: string, { bound }) => stored !== null && (stored as number) <= (bound?.(value) ?? 0),
  named: (stored, names: string[]) => names.includes(stored as string),
  after: (stored, value: string, { bound }) => (stored as number) > (bound?.(value) ?? 0),
  // Nothing was removed from a dataset that was published once.
  removed: () => true,
}

/** Whether an item matches a query, by the operators of the declared filters. */
export function declaredMatch(name: ResourceName, item: Item, query: Query): boolean {
  const { filters } = getResource(name)
  const parsed = Object.fromEntries(
    Object.entries(query).map(([parameter, text]) => [parameter, filters[parameter]?.schema.parse(text)]),
  )
  return Object.entries(completeQuery(getResource(name), { filters: parsed }).filters).every(([parameter, value]) => {
    const filter = filters[parameter] as Filter
    const match = MATCHING[filter.op]
    if (!match) throw new Error(`${parameter} of ${name} needs a row in the tables of the tests`)
    return match(getStored(filter, item), value as never, filter)
  })
}
