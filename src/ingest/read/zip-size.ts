import { fromBufferPromise } from 'yauzl'

/**
 * Rejects a zip archive that would unpack to more than `max` bytes. Every entry is unpacked and counted, because an
 * archive may understate its sizes.
 * @throws Error when it is too large or is not an archive
 */
export async function refuseLargeZip(bytes: Uint8Array, max: number): Promise<void> {
  const size = await unpackedSize(bytes, max).catch(() => null)
  if (size === null) throw new Error('is not a complete zip archive')
  if (size > max) throw new Error(`unpacks to more than ${max} bytes`)
}

/** The unpacked size of an archive in bytes. Counting stops beyond `max`. */
async function unpackedSize(bytes: Uint8Array, max: number): Promise<number> {
  // The sizes stated in an archive are not trusted, so they are not checked either.
  const options = { lazyEntries: true, validateEntrySizes: false, autoClose: false }
  const archive = await fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), options)
  let size = 0
  for await (const entry of archive.eachEntry()) {
    for await (const chunk of await archive.openReadStreamPromise(entry)) {
      size += (chunk as Buffer).length
      if (size > max) return size
    }
  }
  return size
}
