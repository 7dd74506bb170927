import { Command } from 'commander'
import { addForms } from './options.ts'
import { type Form, printRecord } from './print.ts'
import { openClient, type Terminal } from './terminal.ts'

const ABOUT = {
  stats: 'show the size of the dataset (no key needed)',
  health: 'show whether the service is available (no key needed)',
} as const

/** `rhp stats` and `rhp health`, which need no key. */
export const serviceCommands = (terminal: Terminal): Command[] =>
  (Object.keys(ABOUT) as (keyof typeof ABOUT)[]).map((name) =>
    addForms(new Command(name).summary(ABOUT[name]).description(`Prints ${ABOUT[name]}.`)).action(
      async ({ json, csv }: Form) => {
        const { body } = await openClient(terminal, { needsKey: false })[name]()
        printRecord(terminal, { ...(json && { json }), ...(csv && { csv }) }, body)
      },
    ),
  )
