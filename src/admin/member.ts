import { Command } from 'commander'
import * as z from 'zod'
import { ACTORS } from '../account/actions.ts'
import { type Member, MemberEmail, ROLES } from '../account/record.ts'
import { createCommand, parsedBy, type Terminal, table, withStore } from './terminal.ts'

const RoleInAnyCase = z
  .string()
  .toUpperCase()
  .pipe(z.enum(ROLES, `must be one of ${ROLES.join(', ')}`))

type Options = { account: string }
const { maintainer } = ACTORS

/** `member …`: the members of an account. Owners and admins get the usage alerts. */
export function memberCommand(terminal: Terminal): Command {
  const group = new Command('member').description('members of an account')
  const { now } = terminal
  const run = withStore(terminal)
  const commandWith = (name: string, description: string) =>
    createCommand(group, name, description).requiredOption('--account <id>', 'account id')

  commandWith('add', 'add a member or change their role')
    .requiredOption('--email <email>', 'email address', parsedBy(MemberEmail))
    .requiredOption('--role <role>', `one of ${ROLES.join(', ')}`, parsedBy(RoleInAnyCase))
    .action(
      run(
        (store, { account, email, role }: Options & Member) =>
          store.addMember(account, { email, role }, now(), maintainer),
        memberTable,
      ),
    )

  commandWith('remove', 'remove a member (the last owner cannot be removed)')
    .requiredOption('--email <email>', 'email address', parsedBy(MemberEmail))
    .action(
      run(
        (store, { account, email }: Options & { email: string }) =>
          store.removeMember(account, email, now(), maintainer),
        memberTable,
      ),
    )

  commandWith('list', 'list the members of an account').action(
    run((store, { account }: Options) => store.members(account), memberTable),
  )
  return group
}

/** Members as a table. */
export const memberTable = (members: readonly Member[]): string =>
  table(
    ['MEMBER', 'ROLE'],
    members.map(({ email, role }) => [email, role]),
    'The account has no members.',
  )
