import { createHash } from 'node:crypto'
import { constants, crc32, deflateRawSync } from 'node:zlib'

export type PackedFile = ReturnType<typeof packedFile>

// RFC 1952: deflate, no flags, no time, no level, Unix.
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3])
/** The empty block that ends a deflate stream. */
const LAST_BLOCK = Buffer.from([3, 0])
const TRAILER_BYTES = 8

/** Takes half the time of the default level for a file that is an eighth larger. */
const LEVEL = 3

/**
 * Compresses a file part by part, so neither the file nor its compressed form is in memory as a whole.
 * @param write receives the parts of the gzip file in order
 */
export function packedFile(write: (part: Buffer) => void) {
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
    /** Adds the next part. @param deflated the same part if it is already compressed */
    add(part: Buffer, deflated = packedPart(part)): void {
      plain.update(part)
      checksum = crc32(part, checksum)
      bytes += part.length
      put(deflated)
    },
    /** Ends the file. */
    finish() {
      const trailer = Buffer.alloc(TRAILER_BYTES)
      trailer.writeUInt32LE(checksum, 0)
      trailer.writeUInt32LE(bytes % 2 ** 32, 4)
      put(Buffer.concat([LAST_BLOCK, trailer]))
      return { bytes, sha256: plain.digest('hex'), packedBytes, packedSha256: packed.digest('hex') }
    },
  }
}

/** A part of a compressed file. It ends on a byte boundary, so parts can be concatenated. */
const packedPart = (part: Buffer): Buffer => deflateRawSync(part, { level: LEVEL, finishFlush: constants.Z_SYNC_FLUSH })
