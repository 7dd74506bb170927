import { readFileSync, writeFileSync } from 'node:fs'
import { Command } from 'commander'
import { exported, imported, readExport } from '../storage/copies.ts'
import { type Backup, backUp, restore } from '../storage/embedded/backup.ts'
import { storeFile } from '../storage/open.ts'
import { type Terminal, withStore } from './terminal.ts'

/** `backup FILE`: copies the embedded store, even while it is in use. */
export const backupCommand = (terminal: Terminal): Command =>
  command('backup', 'copy the embedded store to a new file (the service may be running)').action(
    (file: string, { json }: { json?: boolean }) => {
      const backup = backUp(storeFile(terminal.env), file)
      print(terminal, json, backup, `Backed up ${formatSize(backup)} to ${file}.`)
    },
  )

/** `restore FILE`: replaces the embedded store with a backup. */
export const restoreCommand = (terminal: Terminal): Command =>
  command('restore', 'replace the embedded store with a backup (stop the service first)').action(
    (file: string, { json }: { json?: boolean }) => {
      const path = storeFile(terminal.env)
      const restored = restore(path, file)
      const before = restored.before ? ` The previous store was moved to ${restored.before}.` : ''
      print(terminal, json, restored, `Restored ${formatSize(restored)} from ${file} to ${path}.${before}`)
    },
  )

/** `export FILE`: writes the accounts of any store to a file, for import into another. */
export const exportCommand = (terminal: Terminal): Command =>
  command('export', 'write every account to a new file, to move to another kind of store').action(
    withStore(terminal)(
      async (store, _: object, file: string) => {
        const { text, accounts } = await exported(store)
        writeFileSync(file, text, { flag: 'wx', mode: 0o600 })
        return { file, accounts }
      },
      ({ file, accounts }) => `Exported ${counted(accounts)} to ${file}. Keep it safe: it contains email addresses.`,
    ),
  )

/** `import FILE`: imports the accounts of an export. */
export const importCommand = (terminal: Terminal): Command =>
  command('import', 'import the accounts of an export; accounts that already exist are left unchanged').action(
    withStore(terminal)(
      async (store, _: object, file: string) => imported(store, readExport(readFileSync(file, 'utf8'))),
      ({ placed, known }) =>
        [
          `Imported ${counted(placed)}.`,
          ...(known.length > 0
            ? [`${counted(known.length)} already existed and were left unchanged: ${known.join(', ')}.`]
            : []),
        ].join(' '),
    ),
  )

const command = (name: string, description: string): Command =>
  new Command(name).description(description).argument('<file>', 'the file').option('--json', 'print JSON')

const print = ({ out }: Terminal, json: boolean | undefined, result: object, sentence: string): void =>
  out(`${json ? JSON.stringify(result, null, 2) : sentence}\n`)

const counted = (accounts: number): string => `${accounts.toLocaleString('en-US')} account${accounts === 1 ? '' : 's'}`
const formatSize = ({ accounts, bytes }: Backup): string =>
  `${counted(accounts)} (${Math.ceil(bytes / 1024).toLocaleString('en-US')} KB)`
