import { remove, setRole } from '../../account/caller.ts'
import { toMailbox } from '../../account/mailbox.ts'
import { toIso } from '../../rules/time/moments.ts'
import { isWithin, throttle } from './limits.ts'
import { forMember, noContent, OF_ACCOUNT, type Route } from './route.ts'
import { InvitationBody, type InvitationResponse, RoleBody } from './schemas.ts'

/** Routes for the members of an account. */
export const MEMBER_ROUTES: readonly Route[] = [
  forMember({
    method: 'POST',
    path: `${OF_ACCOUNT}/members`,
    access: 'members.invite',
    body: InvitationBody,
    async run(call, member) {
      const { store, limits, caller, now, base, post } = call
      const { account } = caller
      // Anyone can have free accounts, so their invitations are limited per person.
      if (account.plan === 'FREE') await throttle(call, 'invitationFree', toMailbox(caller.email))
      else await throttle(call, 'invitation', account.id)
      const mailbox = toMailbox(member.email)
      await throttle(call, 'invitationFor', `${account.id} ${mailbox}`)
      const { email, role, invitedBy, expiresAt } = await store.invite(account.id, member, now, caller.email)
      if (await isWithin(limits, 'mail', mailbox, now)) {
        post({ kind: 'invitation', to: [email], account, role, invitedBy, expiresAt, link: `${base}/account` })
      }
      return { status: 201, body: { email, role, expiresAt: toIso(expiresAt) } satisfies InvitationResponse }
    },
  }),
  forMember({
    method: 'PATCH',
    path: `${OF_ACCOUNT}/members/:member`,
    access: 'members.set_role',
    body: RoleBody,
    run: ({ params, store, caller, now }, { role }) =>
      noContent(setRole(store, caller, params.member ?? '', role, now)),
  }),
  forMember({
    method: 'DELETE',
    path: `${OF_ACCOUNT}/members/:member`,
    // Members may always leave; removing others depends on both roles.
    access: 'members.leave',
    run: ({ params, store, caller, now }) => noContent(remove(store, caller, params.member ?? '', now)),
  }),
]
