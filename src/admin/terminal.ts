import { InvalidArgumentError, Option } from 'commander'
import type { z } from 'zod'
import { PLAN_NAMES, type PlanName } from '../metering/plans.ts'
import type { Store } from '../storage/port.ts'

/** What a command needs of the world around it. */
export interface Terminal {
  /** Opens the store; it is closed when the command has ended. */
  openStore(): Promise<Store>
  now(): number
  /** Standard output: a command's result and nothing else. */
  out(text: string): void
  /** Standard error: whatever else there is to say. */
  log(text: string): void
  /** Mail settings, see `openMailer`. */
  env: Record<string, string | undefined>
}

/** Runs a command's work on the store and closes it, whatever happens. */
export async function withStore<Result>(terminal: Terminal, work: (store: Store) => Promise<Result>): Promise<Result> {
  const store = await terminal.openStore()
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

/** Prints a result: as one JSON document with `--json`, with instants as ISO timestamps, else as words for people. */
export function print(terminal: Terminal, options: { json?: boolean }, value: unknown, words: () => string): void {
  terminal.out(`${options.json ? JSON.stringify(value, instants, 2) : words()}\n`)
}

const instants = (key: string, value: unknown): unknown =>
  key.endsWith('At') && typeof value === 'number' ? new Date(value).toISOString() : value

/** An instant for people: the UTC minute, or a dash. */
export const moment = (at: number | null): string =>
  at === null ? '-' : `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`

/** Rows under a heading, each column as wide as its widest cell; a sentence when there is none. */
export function table(heading: string[], rows: string[][], none: string): string {
  if (rows.length === 0) return none
  const widths = heading.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)))
  const line = (cells: string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd()
  return [line(heading), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n')
}

/** `--plan`, in any letter case. */
export const planOption = () =>
  new Option('--plan <plan>', `one of ${PLAN_NAMES.join(', ')}`).argParser((value: string): PlanName => {
    const name = PLAN_NAMES.find((plan) => plan === value.toUpperCase())
    if (!name) throw new InvalidArgumentError(`The plans are ${PLAN_NAMES.join(', ')}.`)
    return name
  })

/** Parses an option's value with a schema; its message becomes the command's error. */
export const parsedBy =
  <Schema extends z.ZodType>(schema: Schema) =>
  (value: string): z.infer<Schema> => {
    const parsed = schema.safeParse(value)
    if (!parsed.success) throw new InvalidArgumentError(`It ${parsed.error.issues[0]?.message}.`)
    return parsed.data
  }
