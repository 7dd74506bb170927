import { Command } from 'commander'
import { ACTORS } from '../account/actions.ts'
import { type Account, DisplayName, MemberEmail } from '../account/record.ts'
import { AccountRefusal } from '../account/refusals.ts'
import { newId } from '../metering/keys.ts'
import type { PlanName } from '../metering/plans.ts'
import { keyTable } from './key.ts'
import { memberTable } from './member.ts'
import { moment, parsedBy, planOption, print, type Terminal, table, withStore } from './terminal.ts'

type Json = { json?: boolean }

/** `account …`: who may use the service, and on which plan. */
export function accountCommand(terminal: Terminal): Command {
  const command = new Command('account').description('accounts and their plans')

  command
    .command('create')
    .description('create an account with its first owner')
    .requiredOption('--name <name>', 'name of the account', parsedBy(DisplayName))
    .addOption(planOption().makeOptionMandatory())
    .requiredOption('--owner <email>', 'e-mail address of the owner', parsedBy(MemberEmail))
    .option('--json', 'print JSON')
    .action(async ({ name, plan, owner, ...options }: { name: string; plan: PlanName; owner: string } & Json) => {
      const account = await withStore(terminal, (store) =>
        store.createAccount({ id: newId('acct'), name, plan, ownerEmail: owner }, terminal.now(), ACTORS.maintainer),
      )
      print(terminal, options, { ...account, owner }, () => `${accountTable([account])}\n\nOwner: ${owner}`)
    })

  command
    .command('list')
    .description('list all accounts')
    .option('--json', 'print JSON')
    .action(async (options: Json) => {
      const accounts = await withStore(terminal, (store) => store.accounts())
      print(terminal, options, accounts, () => accountTable(accounts))
    })

  command
    .command('show')
    .description('show an account with its members and keys')
    .argument('<id>', 'account id')
    .option('--json', 'print JSON')
    .action(async (id: string, options: Json) => {
      const shown = await withStore(terminal, async (store) => {
        const account = await store.account(id)
        if (!account) throw new AccountRefusal('account_unknown', id)
        return { ...account, members: await store.members(id), keys: await store.keys(id) }
      })
      print(terminal, options, shown, () =>
        [accountTable([shown]), memberTable(shown.members), keyTable(shown.keys)].join('\n\n'),
      )
    })

  command
    .command('set-plan')
    .description('change the plan; it holds from the next request on')
    .argument('<id>', 'account id')
    .addOption(planOption().makeOptionMandatory())
    .option('--json', 'print JSON')
    .action(async (id: string, { plan, ...options }: { plan: PlanName } & Json) => {
      const account = await withStore(terminal, (store) => store.setPlan(id, plan, terminal.now(), ACTORS.maintainer))
      print(terminal, options, account, () => accountTable([account]))
    })

  for (const [verb, description] of Object.entries(VERBS) as [keyof typeof VERBS, string][]) {
    command
      .command(verb)
      .description(description)
      .argument('<id>', 'account id')
      .option('--json', 'print JSON')
      .action(async (id: string, options: Json) => {
        const account = await withStore(terminal, (store) => store[verb](id, terminal.now(), ACTORS.maintainer))
        print(terminal, options, account, () => accountTable([account]))
      })
  }
  return command
}

const VERBS = {
  suspend: 'refuse all keys of an account until it is resumed',
  resume: 'let the keys of a suspended account in again',
} as const

const accountTable = (accounts: Account[]): string =>
  table(
    ['ID', 'NAME', 'PLAN', 'STATUS', 'CREATED'],
    accounts.map(({ id, name, plan, suspended, createdAt }) => [
      id,
      name,
      plan,
      suspended ? 'suspended' : 'active',
      moment(createdAt),
    ]),
    'There is no account yet; `account create` makes one.',
  )
