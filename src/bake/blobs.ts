/** Numbers as the baked file keeps them: 32 bits each, or 64 for instants. */
export const blobOf = ({ buffer, byteOffset, byteLength }: Uint32Array | Float64Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength)

const bytesOf = ({ buffer, byteOffset, byteLength }: Buffer) => buffer.slice(byteOffset, byteOffset + byteLength)

/** The numbers of a blob. */
export const numbersOf = (blob: Buffer): Uint32Array => new Uint32Array(bytesOf(blob))

/** The instants of a blob. */
export const instantsOf = (blob: Buffer): Float64Array => new Float64Array(bytesOf(blob))
