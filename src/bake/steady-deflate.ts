import { once } from '../rules/once.ts'

// RFC 1951. The lengths of matches by their codes from 257 on, and their distances by their codes from 0 on: where each
// begins, and how many extra bits follow.
const LENGTHS = stepsOf(3, [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5])
const DISTANCES = stepsOf(
  1,
  [0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13],
)
const FIRST_LENGTH_CODE = 257
const END_OF_BLOCK = 256
/** The length 258 has its own code, which is not used. */
const LENGTH_MAX = 257
const LENGTH_MIN = 4
const DISTANCE_MAX = 32_768
const DISTANCE_BITS = 5
const TRIES_MAX = 16
const HASH_BITS = 15

interface Step {
  base: number
  bits: number
}

function stepsOf(first: number, bits: readonly number[]): Step[] {
  let base = first
  return bits.map((own) => {
    const step = { base, bits: own }
    base += 2 ** own
    return step
  })
}

/** The last step that begins at or before a value. */
const placeIn = (steps: readonly Step[], value: number): number => {
  const next = steps.findIndex(({ base }) => base > value)
  return (next < 0 ? steps.length : next) - 1
}

const LENGTH_PLACES = Uint8Array.from({ length: LENGTH_MAX + 1 }, (_, length) => Math.max(0, placeIn(LENGTHS, length)))
const distancePlaces = once(() =>
  Uint8Array.from({ length: DISTANCE_MAX + 1 }, (_, distance) => Math.max(0, placeIn(DISTANCES, distance))),
)

/** The fixed code of each symbol, with its bits in writing order, and how many there are. */
const CODES = new Uint16Array(288)
const CODE_BITS = new Uint8Array(288)
for (let symbol = 0; symbol < 288; symbol += 1) {
  const [code, bits] =
    symbol < 144
      ? [0x30 + symbol, 8]
      : symbol < 256
        ? [0x190 + symbol - 144, 9]
        : symbol < 280
          ? [symbol - 256, 7]
          : [0xc0 + symbol - 280, 8]
  CODES[symbol] = reversed(code, bits)
  CODE_BITS[symbol] = bits
}
const DISTANCE_CODES = DISTANCES.map((_, place) => reversed(place, DISTANCE_BITS))

function reversed(code: number, bits: number): number {
  let result = 0
  for (let bit = 0; bit < bits; bit += 1) result |= ((code >>> bit) & 1) << (bits - 1 - bit)
  return result
}

/**
 * Deflates bytes (RFC 1951) so that the result depends only on the bytes, on any machine and with any version of zlib,
 * which does not guarantee that. It ends on a byte boundary, without ending the stream. fflate also gives the same bytes
 * everywhere, but its stream (0.8.3) fails two of this function's tests: some bytes are lost, and some parts cannot be
 * concatenated.
 */
export function steadyDeflate(bytes: Uint8Array): Buffer {
  const out = openBits(bytes.length)
  const matches = openMatches(bytes)
  const places = distancePlaces()
  // One block with fixed codes that is not the last.
  out.put(0b010, 3)
  for (let at = 0; at < bytes.length; ) {
    const length = matches.lengthAt(at)
    if (length < LENGTH_MIN) {
      const symbol = bytes[at] as number
      out.put(CODES[symbol] as number, CODE_BITS[symbol] as number)
      at += 1
      continue
    }
    const place = LENGTH_PLACES[length] as number
    const symbol = FIRST_LENGTH_CODE + place
    out.put(CODES[symbol] as number, CODE_BITS[symbol] as number)
    const step = LENGTHS[place] as Step
    out.put(length - step.base, step.bits)
    const distance = matches.distance()
    const far = places[distance] as number
    const span = DISTANCES[far] as Step
    out.put(DISTANCE_CODES[far] as number, DISTANCE_BITS)
    out.put(distance - span.base, span.bits)
    at += length
  }
  out.put(CODES[END_OF_BLOCK] as number, CODE_BITS[END_OF_BLOCK] as number)
  return out.finish()
}

/** Writes bits, lowest first. */
function openBits(expected: number) {
  // A byte takes at most nine bits.
  const buffer = Buffer.alloc(Math.ceil(expected * 1.125) + 16)
  let length = 0
  let waiting = 0
  let count = 0
  const put = (value: number, bits: number): void => {
    waiting |= value << count
    count += bits
    for (; count >= 8; count -= 8) {
      buffer[length] = waiting & 0xff
      length += 1
      waiting >>>= 8
    }
  }
  return {
    put,
    /** An empty stored block, which begins on the next byte. */
    finish(): Buffer {
      put(0, 3)
      if (count > 0) put(0, 8 - count)
      buffer.writeUInt32LE(0xffff_0000, length)
      return buffer.subarray(0, length + 4)
    },
  }
}

/** Finds the longest repetition of the text at a position; positions must be queried in order. */
function openMatches(bytes: Uint8Array) {
  const heads = new Int32Array(2 ** HASH_BITS).fill(-1)
  const previous = new Int32Array(bytes.length)
  let known = 0
  let found = 0
  const hashAt = (at: number): number => {
    const four =
      (bytes[at] as number) |
      ((bytes[at + 1] as number) << 8) |
      ((bytes[at + 2] as number) << 16) |
      ((bytes[at + 3] as number) << 24)
    return Math.imul(four, 0x9e37_79b1) >>> (32 - HASH_BITS)
  }
  function learnUpTo(end: number): void {
    for (; known < end; known += 1) {
      if (known + LENGTH_MIN > bytes.length) continue
      const hash = hashAt(known)
      previous[known] = heads[hash] as number
      heads[hash] = known
    }
  }
  return {
    /** The length of the repetition; 0 if there is none. */
    lengthAt(at: number): number {
      learnUpTo(at)
      if (at + LENGTH_MIN > bytes.length) return 0
      const max = Math.min(LENGTH_MAX, bytes.length - at)
      let best = 0
      let candidate = heads[hashAt(at)] as number
      for (let tries = 0; candidate >= 0 && at - candidate <= DISTANCE_MAX && tries < TRIES_MAX; tries += 1) {
        // A longer repetition also repeats the byte after the best one.
        if (bytes[candidate + best] === bytes[at + best]) {
          let length = 0
          while (length < max && bytes[candidate + length] === bytes[at + length]) length += 1
          if (length > best) {
            best = length
            found = at - candidate
          }
          if (length === max) break
        }
        candidate = previous[candidate] as number
      }
      return best
    },
    /** How far back the repetition that was found last is. */
    distance: () => found,
  }
}
