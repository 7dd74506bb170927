import { createHash, randomUUID } from 'node:crypto'
import { accessSync, constants, readdirSync, rmSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { isRunning } from '../bake/running.ts'
import { fileStamp, holdsVerdict, writeVerdict } from '../bake/verdict.ts'
import { type Dataset, damaged, manifestOf, openFile, unreadable } from './dataset.ts'

/**
 * Reads the whole database of a folder's bake and opens it, without blocking anything else. It opens a private, unlinked
 * copy, or the file itself if the disk is read-only. Nobody can change these, so the database is
 * memory-mapped. If there is no space for a copy, the file itself is opened without being mapped.
 * @throws DatasetUnavailable when one is missing, of another format, or damaged
 */
export async function openOwn(folder: string): Promise<Dataset> {
  const manifest = manifestOf(folder)
  const named = path.join(folder, manifest.database)
  const state = fileStamp(named)
  return withCopy(named, async (file, hash, isOwn) => {
    const sha256 = await hash()
    if (sha256 === null) throw unreadable(named)
    if (sha256 !== manifest.sha256) throw damaged(named)
    const dataset = openFile(file, { manifest, named, isOwn })
    if (!holdsVerdict(folder, manifest)) noteWhole(folder, manifest, state)
    return dataset
  })
}

/**
 * Opens a copy of a file, which is then removed, or the file itself if its disk is read-only or has no space for one.
 * @param open its parameters: the file to open, its SHA-256 (null if it cannot be read), and whether it is private
 */
async function withCopy<Opened>(
  named: string,
  open: (file: string, hash: () => Promise<string | null>, isOwn: boolean) => Promise<Opened>,
): Promise<Opened> {
  const isReadOnly = hasReadOnlyDisk(named)
  const copy = isReadOnly ? null : await copied(named)
  try {
    const hash = async () => copy?.sha256 ?? (await transfer(named, null).catch(() => null))
    return await open(copy?.file ?? named, hash, isReadOnly || copy !== null)
  } finally {
    if (copy) rmSync(copy.file, { force: true })
  }
}

/** Speeds up the next start; skipped if the folder is read-only. */
function noteWhole(...verdict: Parameters<typeof writeVerdict>): void {
  try {
    writeVerdict(...verdict)
  } catch {
    // The whole file is then read at the next start too.
  }
}

function hasReadOnlyDisk(file: string): boolean {
  try {
    accessSync(file, constants.W_OK)
    return false
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EROFS'
  }
}

const COPY = /^\.served-(\d+)-/

/** A copy beside the file or in the temporary folder, with its SHA-256; null if there is no space for it. */
async function copied(file: string): Promise<{ file: string; sha256: string } | null> {
  for (const place of [path.dirname(file), tmpdir()]) {
    const copy = path.join(place, `.served-${process.pid}-${randomUUID()}`)
    try {
      removeLeftOver(place)
      const target = await open(copy, 'wx')
      try {
        return { file: copy, sha256: await transfer(file, target) }
      } finally {
        await target.close()
      }
    } catch {
      rmSync(copy, { force: true })
    }
  }
  return null
}

/** Removes the copies of processes that died before removing them. */
function removeLeftOver(place: string): void {
  for (const name of readdirSync(place)) {
    const [, owner] = COPY.exec(name) ?? []
    if (owner && !isRunning(Number(owner))) rmSync(path.join(place, name), { force: true })
  }
}

// A block takes less than a millisecond, and requests are served in between.
const BLOCK_BYTES = 512 * 1024

/** Reads a file in blocks, optionally copying it to another. Returns its SHA-256. */
async function transfer(file: string, target: FileHandle | null): Promise<string> {
  const sum = createHash('sha256')
  const block = Buffer.allocUnsafe(BLOCK_BYTES)
  const source = await open(file)
  try {
    for (;;) {
      const { bytesRead } = await source.read(block, 0, BLOCK_BYTES, null)
      if (bytesRead === 0) return sum.digest('hex')
      const part = block.subarray(0, bytesRead)
      sum.update(part)
      await target?.writeFile(part)
    }
  } finally {
    await source.close()
  }
}
