/** A schema, or what stands for one, seen from outside. */
type Schema = { [name: PropertyKey]: unknown }

/** The fields of an object schema. */
type Shape = { [field: string]: unknown }

/** What is known of a schema before it is made, under the names by which it tells it. */
interface Known {
  shape?: Shape
  options?: readonly unknown[]
}

interface StandIn {
  /** The schema; it is made where nobody has asked for it yet. */
  schema: () => Schema
  /** Null where only the schema itself can tell. */
  known: Known | null
}

const standIns = new WeakMap<object, StandIn>()

/** The methods that make another schema. All others ask something of this one. */
const MAKING: ReadonlySet<PropertyKey> = new Set(
  [
    ['array', 'brand', 'catch', 'default', 'describe', 'exclude', 'extend', 'extract', 'int', 'length', 'lowercase'],
    ['max', 'meta', 'min', 'nullable', 'nullish', 'optional', 'or', 'pick', 'pipe', 'prefault', 'refine', 'regex'],
    ['required', 'toLowerCase', 'toUpperCase', 'transform', 'trim'],
  ].flat(),
)

/** What is known of the schema that a method makes of another one. After all other methods, nothing is known. */
const AFTER: { [method: string]: (known: Known, given: never) => Known | null } = {
  describe: (known) => known,
  meta: (known) => known,
  extend: ({ shape }, more: Shape) => (shape ? { shape: { ...shape, ...more } } : null),
  pick: ({ shape }, mask: Shape) =>
    shape ? { shape: Object.fromEntries(Object.keys(mask).map((field) => [field, shape[field]])) } : null,
}

/**
 * Stands for a schema that is made when something is first asked of it. Most of the hundreds of schemas of the service
 * only describe it, and making all of them takes longer than everything else that a first request needs.
 */
function late(make: () => Schema, known: Known | null): Schema {
  let made: Schema | undefined
  const schema = (): Schema => {
    made ??= make()
    return made
  }
  const standIn = new Proxy<Schema>(
    {},
    {
      get(_, name) {
        if (known && Object.hasOwn(known, name)) return known[name as keyof Known]
        if (MAKING.has(name)) return (...given: unknown[]) => next({ schema, known }, String(name), given)
        const value = schema()[name]
        return typeof value === 'function' ? value.bind(schema()) : value
      },
      has: (_, name) => name in schema(),
      getPrototypeOf: () => Object.getPrototypeOf(schema()),
    },
  )
  standIns.set(standIn, { schema, known })
  return standIn
}

/** What a method that makes another schema gives. */
function next({ schema, known }: StandIn, method: string, given: readonly unknown[]): unknown {
  const call = (): unknown => (schema()[method] as (...given: unknown[]) => unknown)(...given.map(whole))
  // Without an argument, `meta` tells what is known of the schema.
  if (method === 'meta' && given.length === 0) return call()
  return late(call as () => Schema, (known && AFTER[method]?.(known, given[0] as never)) ?? null)
}

/** The schema itself where a stand-in is given. */
export const real = <Given>(given: Given): Given =>
  ((typeof given === 'object' && given !== null && standIns.get(given)?.schema()) || given) as Given

/** Whether it stands for the schema of an object; null where only the schema itself can tell. */
export function standsForObject(given: object): boolean | null {
  const known = standIns.get(given)?.known
  return known ? known.shape !== undefined : null
}

/** An argument with every schema in it made: one alone, several in an array, or the fields of an object. */
function whole(given: unknown): unknown {
  if (typeof given !== 'object' || given === null) return given
  if (standIns.has(given)) return real(given)
  if (Array.isArray(given)) return given.map(real)
  if (Object.getPrototypeOf(given) !== Object.prototype) return given
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, real(value)]))
}

type Maker = (...given: never[]) => unknown

const makes = (make: Maker, given: never[]) => (): Schema => make(...(given.map(whole) as never[])) as Schema

/**
 * A function that makes a schema, as one that gives its stand-in.
 * @param knownOf what is known of the schema from what it is made of
 */
export const lately = <Make extends Maker>(make: Make, knownOf: (...given: Parameters<Make>) => Known = () => ({})) =>
  ((...given: Parameters<Make>) => late(makes(make, given), knownOf(...given))) as unknown as Make
