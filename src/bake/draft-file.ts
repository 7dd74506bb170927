import { closeSync, openSync, readSync, writeFileSync } from 'node:fs'

/** A temporary file of records as NDJSON, which is read part by part, on another thread if need be. */
export interface DraftFile {
  file: string
  /** The size of each part in bytes, in file order. */
  parts: readonly number[]
}

/**
 * Writes a draft. Only one part is in memory at a time.
 * @param endsPart whether a part ends after a record, its `count`th
 */
export function writeDraft<Item>(
  file: string,
  records: Iterable<Item>,
  endsPart: (record: Item, count: number) => boolean,
): DraftFile {
  const descriptor = openSync(file, 'w')
  const parts: number[] = []
  let lines: string[] = []
  function end(): void {
    const part = lines.join('')
    writeFileSync(descriptor, part)
    parts.push(Buffer.byteLength(part))
    lines = []
  }
  try {
    for (const record of records) {
      lines.push(`${JSON.stringify(record)}\n`)
      if (endsPart(record, lines.length)) end()
    }
    if (lines.length > 0) end()
  } finally {
    closeSync(descriptor)
  }
  return { file, parts }
}

/** The parts of a draft; each is valid until the next one is read. */
export function* partsOf({ file, parts }: DraftFile): Generator<Buffer> {
  const descriptor = openSync(file, 'r')
  const room = Buffer.allocUnsafe(Math.max(0, ...parts))
  try {
    for (const bytes of parts) {
      const part = room.subarray(0, bytes)
      readSync(descriptor, part)
      yield part
    }
  } finally {
    closeSync(descriptor)
  }
}

/** The records of a part. */
export const recordsOf = <Item>(part: Buffer): Item[] =>
  JSON.parse(`[${part.toString().trimEnd().replaceAll('\n', ',')}]`)
