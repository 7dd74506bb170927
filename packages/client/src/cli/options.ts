import { type Command, InvalidArgumentError, Option } from 'commander'

/** `--fiscal-year` for `fiscalYear`. */
export const formatFlag = (parameter: string): string =>
  `--${parameter.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

/** Collects the values of an option, comma-separated or repeated. */
export const collected = (text: string, before: readonly string[] = []): string[] => [...before, ...text.split(',')]

/** A whole number of at least one. */
export function counted(text: string): number {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : 0
  if (number < 1) throw new InvalidArgumentError('Must be a whole number of at least 1.')
  return number
}

/** `--json` and `--csv`. */
export const addForms = (command: Command): Command =>
  command
    .addOption(new Option('--json', 'print JSON').conflicts('csv'))
    .addOption(new Option('--csv', 'print CSV').conflicts('json'))
