/** A schema or a stand-in for one. */
type Schema = { [name: PropertyKey]: unknown }

/** The fields of an object schema. */
type Shape = { [field: string]: unknown }

/** The properties of a schema that are known before it is created. */
interface Known {
  shape?: Shape
  options?: readonly unknown[]
}

interface StandIn {
  /** Creates the schema on first use and returns it. */
  schema: () => Schema
  /** Null if only the schema itself knows. */
  known: Known | null
}

const standIns = new WeakMap<object, StandIn>()

/** The methods that derive another schema. All others read this one. */
const MAKING: ReadonlySet<PropertyKey> = new Set(
  [
    ['array', 'brand', 'catch', 'default', 'describe', 'exclude', 'extend', 'extract', 'int', 'length', 'lowercase'],
    ['max', 'meta', 'min', 'nullable', 'nullish', 'optional', 'or', 'pick', 'pipe', 'prefault', 'refine', 'regex'],
    ['required', 'toLowerCase', 'toUpperCase', 'transform', 'trim'],
  ].flat(),
)

/** The known properties of a derived schema, by method. Nothing is known after other methods. */
const AFTER: { [method: string]: (known: Known, given: never) => Known | null } = {
  describe: (known) => known,
  meta: (known) => known,
  extend: ({ shape }, more: Shape) => (shape ? { shape: { ...shape, ...more } } : null),
  pick: ({ shape }, mask: Shape) =>
    shape ? { shape: Object.fromEntries(Object.keys(mask).map((field) => [field, shape[field]])) } : null,
}

/**
 * A stand-in for a schema that is created on first use. Most of the service's hundreds of schemas are only documentation,
 * and creating all of them takes longer than everything else in a first request.
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

/** The result of a method that derives another schema. */
function next({ schema, known }: StandIn, method: string, given: readonly unknown[]): unknown {
  const call = (): unknown => (schema()[method] as (...given: unknown[]) => unknown)(...given.map(whole))
  // Without an argument, `meta` reads the metadata.
  if (method === 'meta' && given.length === 0) return call()
  return late(call as () => Schema, (known && AFTER[method]?.(known, given[0] as never)) ?? null)
}

/** The schema behind a stand-in. */
export const real = <Given>(given: Given): Given =>
  ((typeof given === 'object' && given !== null && standIns.get(given)?.schema()) || given) as Given

/** Whether a stand-in is for an object schema; null if only the schema itself knows. */
export function isObjectStandIn(given: object): boolean | null {
  const known = standIns.get(given)?.known
  return known ? known.shape !== undefined : null
}

/** Replaces every stand-in in an argument, an array or the fields of an object with its schema. */
function whole(given: unknown): unknown {
  if (typeof given !== 'object' || given === null) return given
  if (standIns.has(given)) return real(given)
  if (Array.isArray(given)) return given.map(real)
  if (Object.getPrototypeOf(given) !== Object.prototype) return given
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, real(value)]))
}

type Maker = (...given: never[]) => unknown

const makes = (maker: () => Maker, given: never[]) => (): Schema => maker()(...(given.map(whole) as never[])) as Schema

/**
 * A function that returns a stand-in for the schema that another function creates.
 * @param maker the other function, which is looked up on first use
 * @param getKnown the properties of the schema that follow from its arguments
 */
export const lazy = <Make extends Maker>(
  maker: () => Make,
  getKnown: (...given: Parameters<Make>) => Known = () => ({}),
) => ((...given: Parameters<Make>) => late(makes(maker, given), getKnown(...given))) as unknown as Make
