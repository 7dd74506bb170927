import { Command } from 'commander'
import { ACTORS } from '../account/actions.ts'
import { DisplayName, type Key, type KeyDraft } from '../account/record.ts'
import { newId, newKey } from '../metering/keys.ts'
import { createCommand, moment, parsedBy, type Terminal, table, withStore } from './terminal.ts'

const { maintainer } = ACTORS

/** `key …`: the API keys of an account. A secret is printed once, when its key is created. */
export function keyCommand(terminal: Terminal): Command {
  const group = new Command('key').description('API keys')
  const { now } = terminal
  const run = withStore(terminal)

  createCommand(group, 'create', 'create a key and show its secret once')
    .requiredOption('--account <id>', 'account id')
    .option('--name <name>', 'what the key is for', parsedBy(DisplayName), 'default')
    .action(
      run(
        (store, { account, name }: { account: string; name: string }) =>
          withNewSecret((draft) => store.createKey(account, { ...draft, name }, now(), maintainer)),
        withSecret,
      ),
    )

  createCommand(group, 'rotate', 'replace a key; the old one works for another 24 hours')
    .argument('<key-id>', 'id of the key, not its secret')
    .action(
      run(
        (store, _, keyId: string) => withNewSecret((draft) => store.rotateKey(keyId, draft, now(), maintainer)),
        withSecret,
      ),
    )

  createCommand(group, 'list', 'list the keys of an account, including revoked and rotated ones')
    .requiredOption('--account <id>', 'account id')
    .action(run((store, { account }: { account: string }) => store.keys(account), keyTable))

  createCommand(group, 'revoke', 'revoke a key immediately')
    .argument('<key-id>', 'id of the key, not its secret')
    .action(
      run(
        (store, _, keyId: string) => store.revokeKey(keyId, now(), maintainer),
        (key) => keyTable([key]),
      ),
    )
  return group
}

/** Makes a secret for a new key. @param create stores the key */
async function withNewSecret(create: (draft: Omit<KeyDraft, 'name'>) => Promise<Key>): Promise<Key & { key: string }> {
  const { secret, ...draft } = newKey()
  return { ...(await create({ ...draft, id: newId('key') })), key: secret }
}

/** Keys as a table, recognizable by prefix and last four characters. */
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
    'The account has no keys. Create one with `key create --account ID`.',
  )

function keyStatus({ revokedAt, expiresAt }: Key): string {
  if (revokedAt !== null) return `revoked ${moment(revokedAt)}`
  return expiresAt === null ? 'active' : `rotated, expires ${moment(expiresAt)}`
}

const withSecret = ({ key: secret, ...key }: Key & { key: string }): string =>
  [keyTable([key]), '', `  ${secret}`, '', 'Store it safely now: it will not be shown again.'].join('\n')
