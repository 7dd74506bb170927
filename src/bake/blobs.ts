/** The widths in which whole numbers are stored. */
const WIDTHS = [Uint8Array, Uint16Array, Uint32Array] as const
type Numbers = InstanceType<(typeof WIDTHS)[number]> | Float64Array

/** An aligned copy. */
const copyOf = (bytes: Buffer): ArrayBuffer => new Uint8Array(bytes).buffer

const bytesOf = ({ buffer, byteOffset, byteLength }: Numbers): Buffer => Buffer.from(buffer, byteOffset, byteLength)

/** Whole numbers as stored: with as few bytes per number as the largest one needs. The last byte says how many. */
export function numbersBlob(numbers: Uint32Array): Buffer {
  let largest = 0
  for (const number of numbers) if (number > largest) largest = number
  const Width = WIDTHS.find((each) => largest < 2 ** (8 * each.BYTES_PER_ELEMENT)) ?? Uint32Array
  return Buffer.concat([bytesOf(Width.from(numbers)), Buffer.of(Width.BYTES_PER_ELEMENT)])
}

/** The whole numbers of a blob. */
export function numbersOf(blob: Buffer): Uint32Array {
  const Width = WIDTHS.find((each) => each.BYTES_PER_ELEMENT === blob.at(-1)) ?? Uint32Array
  const numbers = new Width(copyOf(blob.subarray(0, -1)))
  return numbers instanceof Uint32Array ? numbers : Uint32Array.from(numbers)
}

const INSTANT_BYTES = Float64Array.BYTES_PER_ELEMENT
const COUNT_BYTES = Uint32Array.BYTES_PER_ELEMENT

/**
 * Instants, amounts or NaN as stored: the distinct ones, the position of each among them, and how many are distinct; if
 * that is shorter than all of them with a zero.
 */
export function instantsBlob(instants: Float64Array): Buffer {
  const places = new Map<number, number>()
  for (const instant of instants) if (!places.has(instant)) places.set(instant, places.size)
  const found = numbersBlob(Uint32Array.from(instants, (instant) => places.get(instant) as number))
  const count = Buffer.alloc(COUNT_BYTES)
  if (places.size * INSTANT_BYTES + found.length >= instants.byteLength)
    return Buffer.concat([bytesOf(instants), count])
  count.writeUInt32LE(places.size)
  return Buffer.concat([bytesOf(Float64Array.from(places.keys())), found, count])
}

/** The instants of a blob. */
export function instantsOf(blob: Buffer): Float64Array {
  const rest = blob.subarray(0, -COUNT_BYTES)
  const bytes = blob.readUInt32LE(rest.length) * INSTANT_BYTES
  if (bytes === 0) return new Float64Array(copyOf(rest))
  const distinct = new Float64Array(copyOf(rest.subarray(0, bytes)))
  return Float64Array.from(numbersOf(rest.subarray(bytes)), (place) => distinct[place] as number)
}
