import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'

const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants

// The next qualities save 1 percent and take up to four times as long.
const QUALITY = 5

/** Compresses bytes with brotli. */
export const compressed = (bytes: Buffer): Buffer =>
  brotliCompressSync(bytes, { params: { [BROTLI_PARAM_QUALITY]: QUALITY, [BROTLI_PARAM_SIZE_HINT]: bytes.length } })

export const decompressed = (bytes: Buffer): Buffer => brotliDecompressSync(bytes)

/** Seven bits of a number per byte; the eighth means that more follow. */
const BASE = 128

/** Packs whole numbers by their differences: numbers that rise evenly or repeat take almost no space. */
export function packedNumbers(numbers: ArrayLike<number>): Buffer {
  const bytes: number[] = []
  let last = 0
  for (let at = 0; at < numbers.length; at += 1) {
    const number = numbers[at] as number
    const step = number - last
    last = number
    // Odd numbers are negative differences.
    let rest = step < 0 ? -2 * step - 1 : 2 * step
    for (; rest >= BASE; rest = Math.floor(rest / BASE)) bytes.push((rest % BASE) + BASE)
    bytes.push(rest)
  }
  return compressed(Buffer.from(bytes))
}

/** The numbers that were packed. */
export function unpackedNumbers(packed: Buffer): Float64Array {
  const bytes = decompressed(packed)
  const numbers: number[] = []
  let last = 0
  let step = 0
  let scale = 1
  for (const byte of bytes) {
    step += (byte % BASE) * scale
    scale *= BASE
    if (byte >= BASE) continue
    last += step % 2 === 0 ? step / 2 : -(step + 1) / 2
    numbers.push(last)
    step = 0
    scale = 1
  }
  return Float64Array.from(numbers)
}
