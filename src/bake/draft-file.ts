import { closeSync, openSync, readSync, writeFileSync } from 'node:fs'

/** A temporary file of records as NDJSON, which is read part by part, on another thread if need be. */
export interface DraftFile {
  file: string
  /** The size of each part in bytes, in file order. */
  parts: readonly number[]
}

const ROOM_BYTES = 1024 * 1024
/** A UTF-16 code unit takes at most this many bytes. */
const UNIT_BYTES = 3

/**
 * Writes a draft. Only a few records are in memory at a time.
 * @param endsPart whether a part ends after a record, its `count`th
 */
export function writeDraft<Item>(
  file: string,
  records: Iterable<Item>,
  endsPart: (record: Item, count: number) => boolean,
): DraftFile {
  const descriptor = openSync(file, 'w')
  const room = Buffer.allocUnsafe(ROOM_BYTES)
  const parts: number[] = []
  let used = 0
  let bytes = 0
  let count = 0
  function put(chunk: Buffer): void {
    writeFileSync(descriptor, chunk)
    bytes += chunk.length
  }
  function flush(): void {
    put(room.subarray(0, used))
    used = 0
  }
  function end(): void {
    flush()
    parts.push(bytes)
    bytes = 0
    count = 0
  }
  // Lines are encoded one by one into the same memory: joining those of a part takes a quarter longer.
  function add(line: string): void {
    const most = line.length * UNIT_BYTES
    if (used + most > ROOM_BYTES) flush()
    if (most > ROOM_BYTES) put(Buffer.from(line))
    else used += room.write(line, used)
  }
  try {
    for (const record of records) {
      add(`${JSON.stringify(record)}\n`)
      count += 1
      if (endsPart(record, count)) end()
    }
    if (count > 0) end()
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
  part
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
