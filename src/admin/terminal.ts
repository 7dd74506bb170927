import { type Command, InvalidArgumentError, Option } from 'commander'
import * as z from 'zod'
import type { Store } from '../storage/port.ts'

/** The environment of a command. */
export interface Terminal {
  openStore(): Promise<Store>
  now(): number
  /** Standard output, for the command's result only. */
  out(text: string): void
  /** Standard error, for all other messages. */
  log(text: string): void
  /** Settings of email (see `openMailer`) and of the store. */
  env: Record<string, string | undefined>
}

/** For commands that do not use the store, or open it themselves. */
export const openLater = (): null => null

/**
 * Defines a command that can print JSON with ISO timestamps. The store is closed whatever happens.
 * @param words its group, if any, its name, and its argument
 * @param work receives the store, the options and the argument
 * @param format its result for people
 */
export type Define = <Options, Result, Opened extends Store | null = Store>(
  words: string,
  about: string,
  options: readonly Option[],
  work: (store: Opened, options: Options, argument: string) => Promise<Result>,
  format: (result: Result) => string,
  open?: () => Opened,
) => void

/** Adds commands to a program. @param groups the description of each group */
export const createDefine =
  (program: Command, terminal: Terminal, groups: { [group: string]: string }): Define =>
  (words, about, options, work, format, open) => {
    const [, group = '', name = ''] = /^(?:(\w+) )?([\w-]+(?: <.*>)?)$/.exec(words) ?? []
    const known = program.commands.find((each) => each.name() === group)
    const parent = group === '' ? program : (known ?? program.command(group).description(groups[group] ?? ''))
    const command = parent.command(name).description(about).option('--json', 'print JSON')
    for (const option of options) command.addOption(option)
    command.action(async (...given: unknown[]) => {
      const [argument, values] = name.includes('<') ? given : ['', ...given]
      const store = open ? open() : await terminal.openStore()
      try {
        const result = await work(store as never, values as never, argument as string)
        const { json } = values as { json?: true }
        terminal.out(`${json ? JSON.stringify(result, toTimes, 2) : format(result)}\n`)
      } finally {
        await store?.close()
      }
    })
  }

const toTimes = (key: string, value: unknown): unknown =>
  key.endsWith('At') && typeof value === 'number' ? new Date(value).toISOString() : value

/** A required option, parsed with a schema, whose message becomes the command's error. */
export const required = (flags: string, about: string, schema: z.ZodType = z.string()): Option =>
  new Option(flags, about).makeOptionMandatory().argParser((value: string) => {
    const parsed = schema.safeParse(value)
    if (!parsed.success) throw new InvalidArgumentError(`It ${parsed.error.issues[0]?.message}.`)
    return parsed.data
  })
