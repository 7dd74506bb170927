import { createHash } from 'node:crypto'
import { constants, crc32, deflateRawSync, inflateRawSync } from 'node:zlib'

/** Compresses a file part by part, so that neither the file nor its compressed form is held in memory as a whole. */
export interface PackedFile {
  /** Packs what the file goes on with. @param packed the same, where it is packed already */
  add: (part: Buffer, packed?: Buffer) => void
  /** Ends the file. */
  finish: () => { bytes: number; sha256: string; packedBytes: number; packedSha256: string }
}

// RFC 1952: deflate, no flags, no time, no level, Unix.
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3])
/** The empty block that ends what is deflated. */
const LAST_BLOCK = Buffer.from([3, 0])
const TRAILER_BYTES = 8

/** Compression effort: the usual one, or about half of it for a file that is a sixth larger. */
const LEVELS = { usual: constants.Z_DEFAULT_COMPRESSION, fast: constants.Z_BEST_SPEED } as const
export type Packing = keyof typeof LEVELS

/** @param write takes the parts of the gzip file in their order */
export function packedFile(write: (part: Buffer) => void, packing: Packing): PackedFile {
  const plain = createHash('sha256')
  const packed = createHash('sha256')
  let bytes = 0
  let packedBytes = 0
  let checksum = 0
  function put(part: Buffer): void {
    packed.update(part)
    packedBytes += part.length
    write(part)
  }
  put(HEADER)
  return {
    add(part, deflated = packedPart(part, packing)) {
      plain.update(part)
      checksum = crc32(part, checksum)
      bytes += part.length
      put(deflated)
    },
    finish() {
      const trailer = Buffer.alloc(TRAILER_BYTES)
      trailer.writeUInt32LE(checksum, 0)
      trailer.writeUInt32LE(bytes % 2 ** 32, 4)
      put(Buffer.concat([LAST_BLOCK, trailer]))
      return { bytes, sha256: plain.digest('hex'), packedBytes, packedSha256: packed.digest('hex') }
    },
  }
}

/** A part of a packed file. It ends on a byte, so that parts stand one after the other. */
export const packedPart = (part: Buffer, packing: Packing = 'usual'): Buffer =>
  deflateRawSync(part, { level: LEVELS[packing], finishFlush: constants.Z_SYNC_FLUSH })

/** What was packed into a part. */
export const unpackedPart = (packed: Buffer): Buffer => inflateRawSync(packed, { finishFlush: constants.Z_SYNC_FLUSH })
