import { Command } from 'commander'
import { z } from 'zod'
import { ACTORS } from '../account/actions.ts'
import { type Member, MemberEmail, ROLES } from '../account/record.ts'
import { parsedBy, print, type Terminal, table, withStore } from './terminal.ts'

const RoleInAnyCase = z
  .string()
  .toUpperCase()
  .pipe(z.enum(ROLES, `is none of ${ROLES.join(', ')}`))

type Options = { account: string; json?: boolean }

/** `member …`: the people of an account. Owners and admins get the usage alerts. */
export function memberCommand(terminal: Terminal): Command {
  const command = new Command('member').description('the people of an account')

  command
    .command('add')
    .description('add a member, or change the role of one')
    .requiredOption('--account <id>', 'account id')
    .requiredOption('--email <email>', 'e-mail address', parsedBy(MemberEmail))
    .requiredOption('--role <role>', `one of ${ROLES.join(', ')}`, parsedBy(RoleInAnyCase))
    .option('--json', 'print JSON')
    .action(async ({ account, email, role, ...options }: Options & Member) => {
      const members = await withStore(terminal, (store) =>
        store.addMember(account, { email, role }, terminal.now(), ACTORS.maintainer),
      )
      print(terminal, options, members, () => memberTable(members))
    })

  command
    .command('remove')
    .description('remove a member; the last owner stays')
    .requiredOption('--account <id>', 'account id')
    .requiredOption('--email <email>', 'e-mail address', parsedBy(MemberEmail))
    .option('--json', 'print JSON')
    .action(async ({ account, email, ...options }: Options & { email: string }) => {
      const members = await withStore(terminal, (store) =>
        store.removeMember(account, email, terminal.now(), ACTORS.maintainer),
      )
      print(terminal, options, members, () => memberTable(members))
    })

  command
    .command('list')
    .description('list the members of an account')
    .requiredOption('--account <id>', 'account id')
    .option('--json', 'print JSON')
    .action(async ({ account, ...options }: Options) => {
      const members = await withStore(terminal, (store) => store.members(account))
      print(terminal, options, members, () => memberTable(members))
    })
  return command
}

/** Members as a table. */
export const memberTable = (members: Member[]): string =>
  table(
    ['MEMBER', 'ROLE'],
    members.map(({ email, role }) => [email, role]),
    'The account has no members.',
  )
