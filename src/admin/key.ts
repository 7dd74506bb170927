import { Command } from 'commander'
import { ACTORS } from '../account/actions.ts'
import { DisplayName, type Key } from '../account/record.ts'
import { newId, newKey } from '../metering/keys.ts'
import { moment, parsedBy, print, type Terminal, table, withStore } from './terminal.ts'

type Json = { json?: boolean }

/** `key …`: the API keys of an account. A secret is printed once, when its key is made. */
export function keyCommand(terminal: Terminal): Command {
  const command = new Command('key').description('API keys')

  command
    .command('create')
    .description('create a key and show its secret, this once')
    .requiredOption('--account <id>', 'account id')
    .option('--name <name>', 'what the key is for', parsedBy(DisplayName), 'default')
    .option('--json', 'print JSON')
    .action(async ({ account, name, ...options }: { account: string; name: string } & Json) => {
      const { secret, ...draft } = newKey()
      const key = await withStore(terminal, (store) =>
        store.createKey(account, { ...draft, id: newId('key'), name }, terminal.now(), ACTORS.maintainer),
      )
      printSecret(terminal, options, key, secret)
    })

  command
    .command('rotate')
    .description('put a new key in the place of one, which works for 24 hours more')
    .argument('<key-id>', 'id of the key, not its secret')
    .option('--json', 'print JSON')
    .action(async (keyId: string, options: Json) => {
      const { secret, ...draft } = newKey()
      const key = await withStore(terminal, (store) =>
        store.rotateKey(keyId, { ...draft, id: newId('key') }, terminal.now(), ACTORS.maintainer),
      )
      printSecret(terminal, options, key, secret)
    })

  command
    .command('list')
    .description('list the keys of an account, the ended ones too')
    .requiredOption('--account <id>', 'account id')
    .option('--json', 'print JSON')
    .action(async ({ account, ...options }: { account: string } & Json) => {
      const keys = await withStore(terminal, (store) => store.keys(account))
      print(terminal, options, keys, () => keyTable(keys))
    })

  command
    .command('revoke')
    .description('end a key at once')
    .argument('<key-id>', 'id of the key, not its secret')
    .option('--json', 'print JSON')
    .action(async (keyId: string, options: Json) => {
      const key = await withStore(terminal, (store) => store.revokeKey(keyId, terminal.now(), ACTORS.maintainer))
      print(terminal, options, key, () => keyTable([key]))
    })
  return command
}

/** Keys as a table, recognisable by prefix and last four characters. */
export const keyTable = (keys: Key[]): string =>
  table(
    ['KEY ID', 'NAME', 'KEY', 'STATUS', 'LAST USED', 'CREATED'],
    keys.map((key) => [
      key.id,
      key.name,
      `${key.prefix}…${key.lastFour}`,
      keyStatus(key),
      moment(key.lastUsedAt),
      moment(key.createdAt),
    ]),
    'The account has no keys; `key create --account ID` makes one.',
  )

function keyStatus({ revokedAt, expiresAt }: Key): string {
  if (revokedAt !== null) return `revoked ${moment(revokedAt)}`
  return expiresAt === null ? 'active' : `rotated, ends ${moment(expiresAt)}`
}

function printSecret(terminal: Terminal, options: Json, key: Key, secret: string): void {
  print(terminal, options, { ...key, key: secret }, () =>
    [keyTable([key]), '', `  ${secret}`, '', 'Keep it safe: it is shown this once and cannot be read again.'].join(
      '\n',
    ),
  )
}
