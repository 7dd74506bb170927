import { Command } from 'commander'
import { ACTORS } from '../account/actions.ts'
import { type Account, DisplayName, MemberEmail } from '../account/record.ts'
import { AccountRefusal } from '../account/refusals.ts'
import type { Deletion } from '../account/verbs.ts'
import { newId } from '../metering/keys.ts'
import type { PlanName } from '../metering/plans.ts'
import type { Store } from '../storage/port.ts'
import { keyTable } from './key.ts'
import { memberTable } from './member.ts'
import { createCommand, moment, parsedBy, planOption, type Terminal, table, withStore } from './terminal.ts'

const { maintainer } = ACTORS

/** `account …`: accounts and their plans. */
export function accountCommand(terminal: Terminal): Command {
  const group = new Command('account').description('accounts and their plans')
  const { now } = terminal
  const run = withStore(terminal)

  createCommand(group, 'create', 'create an account with its first owner')
    .requiredOption('--name <name>', 'name of the account', parsedBy(DisplayName))
    .addOption(planOption().makeOptionMandatory())
    .requiredOption('--owner <email>', 'email address of the owner', parsedBy(MemberEmail))
    .action(
      run(
        async (store, { name, plan, owner }: { name: string; plan: PlanName; owner: string }) => {
          const draft = { id: newId('acct'), name, plan, ownerEmail: owner }
          return { ...(await store.createAccount(draft, now(), maintainer)), owner }
        },
        (made) => `${accountTable([made])}\n\nOwner: ${made.owner}`,
      ),
    )

  createCommand(group, 'list', 'list all accounts').action(run((store) => store.accounts(), accountTable))

  createCommand(group, 'show', 'show an account with its members and keys')
    .argument('<id>', 'account id')
    .action(
      run(
        async (store, _, id: string) => {
          const account = await store.account(id)
          if (!account) throw new AccountRefusal('account_unknown', id)
          return { ...account, members: await store.members(id), keys: await store.keys(id) }
        },
        (shown) => [accountTable([shown]), memberTable(shown.members), keyTable(shown.keys)].join('\n\n'),
      ),
    )

  createCommand(group, 'set-plan', 'change the plan, effective with the next request')
    .argument('<id>', 'account id')
    .addOption(planOption().makeOptionMandatory())
    .action(
      run((store, { plan }: { plan: PlanName }, id: string) => store.setPlan(id, plan, now(), maintainer), accountText),
    )

  for (const [verb, description] of Object.entries(VERBS) as [keyof typeof VERBS, string][]) {
    createCommand(group, verb, description)
      .argument('<id>', 'account id')
      .action(run((store, _, id: string) => store[verb](id, now(), maintainer), accountText))
  }
  createCommand(group, 'delete', 'delete an account with everything stored about it')
    .argument('<id>', 'account id')
    .option('--yes', 'delete it; without this option, only tell what would be deleted', false)
    .action(run((store, { yes }: { yes: boolean }, id: string) => deleteAccount(store, id, yes), deletionText))
  return group
}

async function deleteAccount(store: Store, id: string, isConfirmed: boolean): Promise<Deletion> {
  if (isConfirmed) return store.deleteAccount(id)
  const copy = await store.readCopy(id)
  if (!copy) throw new AccountRefusal('account_unknown', id)
  const { account, members, keys, webhooks } = copy.record
  const counted = `${members.length} members, ${keys.length} keys, ${webhooks.length} webhooks`
  throw new Error(
    `Nothing was deleted. "${account.name}" (${account.plan}) has ${counted}; deleting it cannot be undone. Add --yes to delete it.`,
  )
}

const deletionText = ({ account, members, keys, webhooks, subscriptions, sessions }: Deletion): string =>
  [
    `Deleted ${account.id} "${account.name}": ${members} members (${sessions} sessions ended), ${keys} keys, ${webhooks} webhooks, ${subscriptions} signed addresses.`,
    'Backups and exports of the key store still contain it.',
  ].join('\n')

const VERBS = {
  suspend: 'reject all keys of an account until it is resumed',
  resume: 'accept the keys of a suspended account again',
} as const

const accountText = (account: Account): string => accountTable([account])

const accountTable = (accounts: Account[]): string =>
  table(
    ['ID', 'NAME', 'PLAN', 'STATUS', 'TRIAL', 'CREATED'],
    accounts.map(({ id, name, plan, trialEndsAt, suspended, createdAt }) => [
      id,
      name,
      plan,
      suspended ? 'suspended' : 'active',
      trialEndsAt === null ? '-' : `until ${moment(trialEndsAt)}`,
      moment(createdAt),
    ]),
    'There are no accounts yet. Create one with `account create`.',
  )
