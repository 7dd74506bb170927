import { inflateRawSync } from 'node:zlib'

const END = 0x06054b50
const END_SIZE = 22
const COMMENT_MAX = 0xffff
const ENTRY = 0x02014b50
const ENTRY_SIZE = 46
const LOCAL_SIZE = 30
const DEFLATED = 8

/**
 * Refuses a zip archive that would unpack to more than `max` bytes. Every entry is really unpacked, one after the
 * other, because an archive may understate its sizes.
 * @throws Error when it is too large, or no archive.
 */
export function refuseLargeZip(bytes: Uint8Array, max: number): void {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = endOf(data)
  let at = data.readUInt32LE(end + 16)
  let room = max
  for (let left = data.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (data.readUInt32LE(at) !== ENTRY) throw new Error('is not a whole zip archive')
    room -= unpackedSize(data, at, room)
    if (room < 0) throw new Error(`unpacks to more than ${max} bytes`)
    at += ENTRY_SIZE + data.readUInt16LE(at + 28) + data.readUInt16LE(at + 30) + data.readUInt16LE(at + 32)
  }
}

function endOf(data: Buffer): number {
  for (let at = data.length - END_SIZE; at >= Math.max(0, data.length - END_SIZE - COMMENT_MAX); at -= 1) {
    if (data.readUInt32LE(at) === END) return at
  }
  throw new Error('is not a zip archive')
}

function unpackedSize(data: Buffer, entry: number, room: number): number {
  const packed = data.readUInt32LE(entry + 20)
  if (data.readUInt16LE(entry + 10) !== DEFLATED) return packed
  const local = data.readUInt32LE(entry + 42)
  const start = local + LOCAL_SIZE + data.readUInt16LE(local + 26) + data.readUInt16LE(local + 28)
  try {
    return inflateRawSync(data.subarray(start, start + packed), { maxOutputLength: Math.max(1, room) }).length
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return room + 1
    throw new Error('is not a whole zip archive')
  }
}
