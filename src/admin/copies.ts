import { readFileSync, writeFileSync } from 'node:fs'
import { Command } from 'commander'
import { exported, imported, readExport } from '../storage/copies.ts'
import { type Backup, backUp, restore } from '../storage/embedded/backup.ts'
import { storeFile } from '../storage/open.ts'
import { asking, type Terminal } from './terminal.ts'

/** `backup FILE`: a copy of the embedded store, while it is being used. */
export const backupCommand = (terminal: Terminal): Command =>
  command('backup', 'copy the embedded store into a new file, also while the service runs').action(
    (file: string, { json }: { json?: boolean }) => {
      const backup = backUp(storeFile(terminal.env), file)
      print(terminal, json, backup, `Backed up ${sizeOf(backup)} into ${file}.`)
    },
  )

/** `restore FILE`: a backup in the place of the embedded store. */
export const restoreCommand = (terminal: Terminal): Command =>
  command('restore', 'put a backup in the place of the embedded store; the service must be stopped').action(
    (file: string, { json }: { json?: boolean }) => {
      const path = storeFile(terminal.env)
      const restored = restore(path, file)
      const before = restored.before ? ` The store before it is ${restored.before}.` : ''
      print(terminal, json, restored, `Restored ${sizeOf(restored)} from ${file} to ${path}.${before}`)
    },
  )

/** `export FILE`: the accounts of any store, to be imported into another. */
export const exportCommand = (terminal: Terminal): Command =>
  command('export', 'write every account into a new file, to move to another kind of store').action(
    asking(
      terminal,
      async (store, _: object, file: string) => {
        const { text, accounts } = await exported(store)
        writeFileSync(file, text, { flag: 'wx', mode: 0o600 })
        return { file, accounts }
      },
      ({ file, accounts }) => `Exported ${counted(accounts)} into ${file}. It holds addresses of people: keep it safe.`,
    ),
  )

/** `import FILE`: the accounts of an export. */
export const importCommand = (terminal: Terminal): Command =>
  command('import', 'place the accounts of an export in the store; those that it has stay as they are').action(
    asking(
      terminal,
      async (store, _: object, file: string) => imported(store, readExport(readFileSync(file, 'utf8'))),
      ({ placed, known }) =>
        [
          `Imported ${counted(placed)}.`,
          ...(known.length > 0 ? [`${counted(known.length)} stayed as they are here: ${known.join(', ')}.`] : []),
        ].join(' '),
    ),
  )

const command = (name: string, description: string): Command =>
  new Command(name).description(description).argument('<file>', 'the file').option('--json', 'print JSON')

const print = ({ out }: Terminal, json: boolean | undefined, answer: object, sentence: string): void =>
  out(`${json ? JSON.stringify(answer, null, 2) : sentence}\n`)

const counted = (accounts: number): string => `${accounts.toLocaleString('en-US')} account${accounts === 1 ? '' : 's'}`
const sizeOf = ({ accounts, bytes }: Backup): string =>
  `${counted(accounts)} (${Math.ceil(bytes / 1024).toLocaleString('en-US')} KB)`
