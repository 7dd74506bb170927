import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { flush, hashFile, replaceFile } from '../files/files.ts'
import { getTextsFolder } from './texts.ts'

/**
 * A publication works on a copy of the dataset, so one that fails or is killed changes nothing. The copy is put in
 * place with one rename (to `.settled`); moving its files can then be finished by the next publication.
 */

const STAGED = '.staged'
const SETTLED = '.settled'
const PARTS = ['records', 'history'] as const
type Part = (typeof PARTS)[number]

/** In a copy: the hashes of the files when they were copied. */
const ORIGINALS = 'originals.json'
/** In a copy that is being put in place: the files that were removed. */
const REMOVED = 'removed.json'

/** Copies the dataset of a folder, or a part of it, to work on. Returns the folder of the copy. */
export function stage(data: string, parts: readonly Part[] = PARTS): string {
  const copy = path.join(data, STAGED)
  rmSync(copy, { recursive: true, force: true })
  mkdirSync(copy, { recursive: true })
  for (const part of PARTS) mkdirSync(path.join(copy, part))
  // One by one, because copying a whole folder does not report a full disk as such.
  for (const file of listFiles(data, parts)) {
    mkdirSync(path.dirname(path.join(copy, file)), { recursive: true })
    copyFileSync(path.join(data, file), path.join(copy, file))
  }
  writeFileSync(path.join(copy, ORIGINALS), JSON.stringify(hashFiles(copy)))
  // Full texts are large and not part of a publication, so they are read and written in place.
  if (existsSync(getTextsFolder(data))) symlinkSync(path.resolve(getTextsFolder(data)), getTextsFolder(copy))
  return copy
}

/** Discards the copy: the dataset is unchanged. */
export const discard = (data: string): void => rmSync(path.join(data, STAGED), { recursive: true, force: true })

/**
 * Puts the files that changed in the copy in place. They count from the rename on, even if the process then dies.
 * @throws Error when one of these files was edited since the copy was made
 */
export function takeOver(data: string): void {
  const copy = path.join(data, STAGED)
  const originals: Record<string, string> = JSON.parse(readFileSync(path.join(copy, ORIGINALS), 'utf8'))
  const staged = hashFiles(copy)
  const hashAt = (file: string) => (existsSync(path.join(data, file)) ? hashFile(path.join(data, file)) : undefined)
  const isChanged = (file: string) => staged[file] !== originals[file]
  const files = [...new Set([...Object.keys(staged), ...Object.keys(originals)])]
  const edited = files.filter((file) => isChanged(file) && hashAt(file) !== originals[file])
  if (edited.length > 0) {
    throw new Error(`${edited.join(', ')} was edited in the meantime, so nothing was published; start the run again`)
  }
  replaceFile(path.join(copy, REMOVED), JSON.stringify(files.filter((file) => !(file in staged))))
  for (const file of Object.keys(staged)) {
    if (isChanged(file)) flush(path.join(copy, file))
    else rmSync(path.join(copy, file))
  }
  renameSync(copy, path.join(data, SETTLED))
  flush(data)
  settle(data)
}

/** Finishes putting a copy in place if an earlier process died halfway. */
export function settle(data: string): void {
  const copy = path.join(data, SETTLED)
  if (!existsSync(copy)) return
  for (const file of listFiles(copy)) {
    mkdirSync(path.dirname(path.join(data, file)), { recursive: true })
    renameSync(path.join(copy, file), path.join(data, file))
  }
  const listing = path.join(copy, REMOVED)
  const removed: string[] = existsSync(listing) ? JSON.parse(readFileSync(listing, 'utf8')) : []
  for (const file of removed) rmSync(path.join(data, file), { force: true })
  rmSync(copy, { recursive: true, force: true })
}

/** The files of records and history in a folder, by relative path. */
const listFiles = (folder: string, parts: readonly Part[] = PARTS): string[] =>
  parts.flatMap((part) => {
    const root = path.join(folder, part)
    if (!existsSync(root)) return []
    return readdirSync(root, { recursive: true, encoding: 'utf8' })
      .map((file) => path.join(part, file))
      .filter((file) => statSync(path.join(folder, file)).isFile())
  })

const hashFiles = (folder: string): Record<string, string> =>
  Object.fromEntries(listFiles(folder).map((file) => [file, hashFile(path.join(folder, file))]))
