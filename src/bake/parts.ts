/** A part of a text, which is stored as it is, as one piece, or as an array of pieces. It ends where the next one starts. */
export interface Part {
  kind: 'plain' | 'piece' | 'entries'
  /** The names, as `,"name":`, of the members from the start of the previous part on. It starts at the last of them. */
  names: string[]
  /** Whether it starts after that name. */
  isAfterName: boolean
}

/** What a piece costs in each text, in bytes: inserting it takes about as long as reading this many. */
const CODE_COST = 70
/** What a piece costs where it is stored, besides its own bytes. */
const PIECE_COST = 12
/** What a part costs unless it is stored as it is: one that saves less than a page of the file is not worth it. */
const PART_COST = 16_384

/** A member of the sampled texts. */
interface Member {
  /** Its name with the comma before it. */
  name: string
  /** Its value in each text; empty in one that does not have it. */
  values: string[]
  /** The position of each value among the distinct ones. */
  places: Uint32Array
  distinct: number
}

/** A way to store the texts from one position to another, and what it costs. */
interface Step {
  kind: Part['kind']
  from: number
  cost: number
}

/**
 * Splits texts into parts so that storing and reading them costs the least.
 * @param sample some of the texts
 * @param names of members, in order. A part begins at one of them or after its name.
 * @param count the number of all texts
 */
export function cheapestParts(sample: readonly string[], names: readonly string[], count: number): Part[] {
  const members = membersIn(sample, names)
  const partCost = (PART_COST * sample.length) / count
  // Position 2i is where member i begins, 2i + 1 where its value does. Each has the last step on the cheapest way to it.
  const steps: Step[] = [{ kind: 'plain', from: 0, cost: 0 }]
  for (let from = 0; from < 2 * members.length; from += 1) {
    const { name, values } = members[from >> 1] as Member
    const isValue = from % 2 === 1
    const ways: Step[] = [{ kind: 'plain', from, cost: isValue ? lengthOf(values) : name.length * values.length }]
    if (isValue) ways.push({ kind: 'entries', from, cost: partCost + entriesCost(values) })
    for (const way of pieceSteps(members, from)) ways.push({ ...way, cost: way.cost + partCost })
    const whole = ways.map((way) => ({ ...way, cost: way.cost + (steps[way.from] as Step).cost }))
    steps.push(whole.reduce((best, way) => (way.cost < best.cost ? way : best)))
  }
  return partsOf(steps, members)
}

const lengthOf = (texts: readonly string[]): number => texts.reduce((sum, { length }) => sum + length, 0)

/** Pieces that end with a member's name or value, from the shortest on, as long as they are repeated. */
function* pieceSteps(members: readonly Member[], last: number): Generator<Step> {
  const size = members[0]?.values.length ?? 0
  // The combination of values in each text, as a number, and the length of all distinct ones without names.
  let combinations = new Uint32Array(size)
  let lengths = new Uint32Array(size)
  let distinct = 1
  let valuesLength = 0
  let namesLength = 0
  for (let from = last; from >= 0 && distinct <= size / 2; from -= 1) {
    const member = members[from >> 1] as Member
    if (from % 2 === 0) namesLength += member.name.length
    else {
      lengths = lengths.map((length, text) => length + (member.values[text] as string).length)
      const known = new Map<number, number>()
      valuesLength = 0
      combinations = combinations.map((combination, text) => {
        const key = combination * member.distinct + (member.places[text] as number)
        const place = known.get(key) ?? known.size
        if (place === known.size) {
          known.set(key, place)
          valuesLength += lengths[text] as number
        }
        return place
      })
      distinct = known.size
    }
    yield { kind: 'piece', from, cost: size * CODE_COST + valuesLength + distinct * (namesLength + PIECE_COST) }
  }
}

function entriesCost(values: readonly string[]): number {
  let cost = 0
  const known = new Set<string>()
  for (const value of values) {
    const entries = entriesOf(value) ?? []
    cost += entries.length > 0 ? entries.length * CODE_COST : value.length
    for (const entry of entries) known.add(entry)
  }
  return cost + lengthOf([...known]) + known.size * PIECE_COST
}

/** The entries of an array of objects, which are its text if joined by commas; null for another value. */
export function entriesOf(value: string): string[] | null {
  if (!value.startsWith('[{') || !value.endsWith('}]')) return null
  return value
    .slice(2, -2)
    .split('},{')
    .map((entry) => `{${entry}}`)
}

function membersIn(sample: readonly string[], names: readonly string[]): Member[] {
  const members = names.map((name) => ({
    name: `,${JSON.stringify(name)}:`,
    values: sample.map(() => ''),
    places: new Uint32Array(sample.length),
    distinct: 0,
  }))
  sample.forEach((text, index) => {
    let open: Member | null = null
    let from = 0
    for (const member of members) {
      const at = text.indexOf(member.name, from)
      if (at < 0) continue
      if (open) open.values[index] = text.slice(from, at)
      open = member
      from = at + member.name.length
    }
    if (open) open.values[index] = text.slice(from, -1)
  })
  for (const member of members) {
    const places = new Map<string, number>()
    for (const value of member.values) if (!places.has(value)) places.set(value, places.size)
    member.places = Uint32Array.from(member.values, (value) => places.get(value) as number)
    member.distinct = places.size
  }
  return members
}

/** The parts on the cheapest way to the end. Adjacent plain ones are one. */
function partsOf(steps: readonly Step[], members: readonly Member[]): Part[] {
  const way: Step[] = []
  for (let position = steps.length - 1; position > 0; position = (steps[position] as Step).from)
    way.unshift(steps[position] as Step)
  let first = 0
  return way
    .filter(({ kind }, index) => kind !== 'plain' || way[index - 1]?.kind !== 'plain')
    .map(({ kind, from }) => {
      const names = members.slice(first, (from >> 1) + 1).map(({ name }) => name)
      first = (from + 1) >> 1
      return { kind, names, isAfterName: from % 2 === 1 }
    })
}
