import { type Command, InvalidArgumentError, Option } from 'commander'
import type { z } from 'zod'
import { PLAN_NAMES, type PlanName } from '../metering/plans.ts'
import type { Store } from '../storage/port.ts'

/** The environment of a command. */
export interface Terminal {
  /** Opens the store, which is closed when the command ends. */
  openStore(): Promise<Store>
  now(): number
  /** Standard output, for the command's result only. */
  out(text: string): void
  /** Standard error, for all other messages. */
  log(text: string): void
  /** Settings of email (see `openMailer`) and of the store. */
  env: Record<string, string | undefined>
}

/** A command of a group, which can print JSON. */
export const createCommand = (group: Command, name: string, description: string): Command =>
  group.command(name).description(description).option('--json', 'print JSON')

/**
 * Makes the action of a command: opens the store, runs `work`, always closes the store, and prints the result: readable text, or
 * with `--json` one JSON document with ISO timestamps.
 * @param work receives the store, the options and the arguments
 */
export const withStore =
  (terminal: Terminal) =>
  <Options, Args extends string[], Result>(
    work: (store: Store, options: Options, ...args: Args) => Promise<Result>,
    words: (result: Result) => string,
  ) =>
  async (...given: [...args: Args, options: Options & { json?: boolean }, command: Command]): Promise<void> => {
    const [options] = given.slice(-2) as [Options & { json?: boolean }]
    const store = await terminal.openStore()
    try {
      const result = await work(store, options, ...(given.slice(0, -2) as Args))
      terminal.out(`${options.json ? JSON.stringify(result, instants, 2) : words(result)}\n`)
    } finally {
      await store.close()
    }
  }

const instants = (key: string, value: unknown): unknown =>
  key.endsWith('At') && typeof value === 'number' ? new Date(value).toISOString() : value

/** An instant as its UTC minute; a dash for null. */
export const moment = (at: number | null): string =>
  at === null ? '-' : `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`

/** Rows under a heading, each column as wide as its widest cell; `none` when there are no rows. */
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

/** `--plan`, case-insensitive. */
export const planOption = () =>
  new Option('--plan <plan>', `one of ${PLAN_NAMES.join(', ')}`).argParser((value: string): PlanName => {
    const name = PLAN_NAMES.find((plan) => plan === value.toUpperCase())
    if (!name) throw new InvalidArgumentError(`Must be one of ${PLAN_NAMES.join(', ')}.`)
    return name
  })

/** Parses an option's value with a schema, whose message becomes the command's error. */
export const parsedBy =
  <Schema extends z.ZodType>(schema: Schema) =>
  (value: string): z.infer<Schema> => {
    const parsed = schema.safeParse(value)
    if (!parsed.success) throw new InvalidArgumentError(`It ${parsed.error.issues[0]?.message}.`)
    return parsed.data
  }
