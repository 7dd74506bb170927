/** Numbers as the baked file keeps them: 32 bits each. */
export const blobOf = ({ buffer, byteOffset, byteLength }: Uint32Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength)

/** The numbers of a blob. */
export const numbersOf = ({ buffer, byteOffset, byteLength }: Buffer): Uint32Array =>
  new Uint32Array(buffer.slice(byteOffset, byteOffset + byteLength))
