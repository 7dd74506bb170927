import type { Resource } from '../resources/define.ts'
import { packedNumbers, unpackedNumbers } from './packed-numbers.ts'

/** Numbers as stored in the baked file: 32 bits each, or 64 for instants. */
export const blobOf = ({ buffer, byteOffset, byteLength }: Uint32Array | Float64Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength)

const bytesOf = ({ buffer, byteOffset, byteLength }: Buffer) => buffer.slice(byteOffset, byteOffset + byteLength)

/** The numbers of a blob. */
export const numbersOf = (blob: Buffer): Uint32Array => new Uint32Array(bytesOf(blob))

/** The instants of a blob. */
export const instantsOf = (blob: Buffer): Float64Array => new Float64Array(bytesOf(blob))

/** Numbers of the rows of a list. Those of an append-only list are packed. */
export const columnBlob = ({ instant }: Resource, numbers: Uint32Array | Float64Array): Buffer =>
  instant ? packedNumbers(numbers) : blobOf(numbers)

/** The numbers, or the instants, of the rows of a list. */
export const columnNumbers = ({ instant }: Resource, blob: Buffer): Uint32Array =>
  instant ? Uint32Array.from(unpackedNumbers(blob)) : numbersOf(blob)
export const columnInstants = ({ instant }: Resource, blob: Buffer): Float64Array =>
  instant ? unpackedNumbers(blob) : instantsOf(blob)
