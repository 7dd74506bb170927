import { createHash, randomUUID } from 'node:crypto'
import { accessSync, constants, readdirSync, rmSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { packHash, packOf } from '../bake/exports-pack.ts'
import { isRunning } from '../bake/running.ts'
import { readStaticExports } from '../bake/static-exports.ts'
import { fileStamp, holdsVerdict, writeVerdict } from '../bake/verdict.ts'
import { type Dataset, damaged, damagedPack, MAPPED, manifestOf, openFile, UNMAPPED, unreadable } from './dataset.ts'

/**
 * Reads the whole file of a folder's bake and opens it, without blocking anything else. It opens a private, unlinked
 * copy, or the file itself if the disk is read-only; both are memory-mapped, because nobody can change them. If neither
 * is possible, the file is opened without being mapped.
 * @throws DatasetUnavailable when it is missing, of another format, or damaged
 */
export async function openOwn(folder: string): Promise<Dataset> {
  const manifest = manifestOf(folder)
  const named = path.join(folder, manifest.database)
  const state = fileStamp(named)
  const copy = hasReadOnlyDisk(named) ? null : await copied(named)
  try {
    const isOwn = copy !== null || hasReadOnlyDisk(named)
    if ((copy?.sha256 ?? (await read(named))) !== manifest.sha256) throw damaged(named)
    const dataset = openFile(copy?.file ?? named, { manifest, named, mapped: isOwn ? MAPPED : UNMAPPED, isOwn })
    await checkPack(folder, dataset)
    if (!holdsVerdict(folder, manifest)) noteWhole(folder, manifest, state)
    return dataset
  } finally {
    if (copy) rmSync(copy.file, { force: true })
  }
}

/** @throws DatasetUnavailable when the pack of a bake is missing or damaged. A deployment may have static files instead. */
async function checkPack(folder: string, { manifest, db }: Dataset): Promise<void> {
  if (readStaticExports(folder) !== null) return
  const pack = path.join(folder, packOf(manifest.database))
  const sha256 = await transfer(pack, null).catch(() => null)
  if (sha256 === packHash(db)) return
  db.close()
  throw damagedPack(pack)
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

async function read(file: string): Promise<string> {
  try {
    return await transfer(file, null)
  } catch {
    throw unreadable(file)
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
