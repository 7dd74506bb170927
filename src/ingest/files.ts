import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import type { z } from 'zod'
import { RECORDS, type RecordKind, type Records } from '../schema/records.ts'
import type { IngestKind, RecordOf } from './source.ts'

const recordsFile = (data: string, kind: RecordKind): string => path.join(data, 'records', `${kind}.ndjson`)
const historyFile = (data: string, name: string): string => path.join(data, 'history', name)

/** The text of a file; null when there is none. */
async function textOf(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/**
 * The rows of NDJSON text.
 * @throws Error naming the first bad line: `name:line: field: reason`.
 */
export function parseLines<Schema extends z.ZodType>(name: string, text: string, schema: Schema): z.infer<Schema>[] {
  return text.split('\n').flatMap((line, index) => {
    if (line === '') return []
    const fault = (reason: string) => new Error(`${name}:${index + 1}: ${reason}`)
    let value: unknown
    try {
      value = JSON.parse(line)
    } catch {
      throw fault('is not JSON')
    }
    const parsed = schema.safeParse(value)
    if (parsed.success) return [parsed.data]
    const [issue] = parsed.error.issues
    throw fault(`${issue?.path.join('.') || 'line'}: ${issue?.message}`)
  })
}

export const linesOf = (rows: readonly unknown[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('')

/**
 * Reads every record file of a dataset folder.
 * @throws Error naming the file that is missing or its first bad line; nothing is merged into a dataset that is not whole.
 */
export async function readRecords(data: string): Promise<Records> {
  const kinds = Object.keys(RECORDS) as RecordKind[]
  const rows = await Promise.all(
    kinds.map(async (kind) => {
      const file = recordsFile(data, kind)
      const text = await textOf(file)
      if (text === null) throw new Error(`${file} is missing; name the folder that holds records/ with --data`)
      return [kind, parseLines(`${kind}.ndjson`, text, RECORDS[kind] as z.ZodType)] as const
    }),
  )
  return Object.fromEntries(rows) as unknown as Records
}

const SORT_FIELDS = ['state', 'fiscalYear', 'id'] as const
type Sortable = Partial<Record<(typeof SORT_FIELDS)[number], string | null>>

/** The order of record files: state, fiscal year, id; what has none comes first. */
export function byPlace(a: Sortable, b: Sortable): number {
  for (const field of SORT_FIELDS) {
    const [left, right] = [a[field] ?? '', b[field] ?? '']
    if (left !== right) return left < right ? -1 : 1
  }
  return 0
}

/** Writes a record file in the order of `byPlace`. */
export const writeRecords = <K extends IngestKind>(
  data: string,
  kind: K,
  records: readonly RecordOf<K>[],
): Promise<void> => replaceFile(recordsFile(data, kind), linesOf([...records].sort(byPlace)))

export const readHistory = (data: string, name: string): Promise<string | null> => textOf(historyFile(data, name))

/** Writes a file of `data/history`, unless it holds the very text already; none is the same as an empty one. */
export async function writeHistory(data: string, name: string, text: string): Promise<void> {
  if (((await readHistory(data, name)) ?? '') !== text) await replaceFile(historyFile(data, name), text)
}

/** Puts a whole new text in the place of a file: whoever reads it meets the old one or the new one, never a part. */
async function replaceFile(file: string, text: string): Promise<void> {
  const folder = path.dirname(file)
  await mkdir(folder, { recursive: true })
  const draft = path.join(folder, `.${path.basename(file)}.${process.pid}.draft`)
  try {
    await flushed(draft, 'w', (handle) => handle.writeFile(text, 'utf8'))
    await rename(draft, file)
    // The new name is on the disk only when its folder is.
    await flushed(folder, 'r', async () => {})
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

async function flushed(
  file: string,
  flags: 'r' | 'w',
  use: (handle: Awaited<ReturnType<typeof open>>) => Promise<void>,
): Promise<void> {
  const handle = await open(file, flags)
  try {
    await use(handle)
    await handle.sync()
  } finally {
    await handle.close()
  }
}
