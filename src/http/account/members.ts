import { remove, setRole } from '../../account/caller.ts'
import { isoOf } from '../../rules/moments.ts'
import { forMember, OF_ACCOUNT, type Route } from './route.ts'
import { type InvitationAnswer, InvitationBody, RoleBody } from './schemas.ts'
import { throttle } from './throttle.ts'

/** The people of an account. */
export const MEMBER_ROUTES: readonly Route[] = [
  forMember({
    method: 'POST',
    path: `${OF_ACCOUNT}/members`,
    access: 'members.invite',
    body: InvitationBody,
    async run(call, member) {
      const { store, caller, now, base, post } = call
      const { account } = caller
      await throttle(call, 'invitation', account.id)
      await throttle(call, 'mail', member.email)
      const { email, role, invitedBy, expiresAt } = await store.invite(account.id, member, now, caller.email)
      post({ kind: 'invitation', to: [email], account, role, invitedBy, expiresAt, link: `${base}/account` })
      return { status: 201, body: { email, role, expiresAt: isoOf(expiresAt) } satisfies InvitationAnswer }
    },
  }),
  forMember({
    method: 'PATCH',
    path: `${OF_ACCOUNT}/members/:member`,
    access: 'members.set_role',
    body: RoleBody,
    async run({ params, store, caller, now }, { role }) {
      await setRole(store, caller, params.member ?? '', role, now)
      return { status: 204 }
    },
  }),
  forMember({
    method: 'DELETE',
    path: `${OF_ACCOUNT}/members/:member`,
    // Whom one may remove besides oneself is decided by the roles of both.
    access: 'members.leave',
    async run({ params, store, caller, now }) {
      await remove(store, caller, params.member ?? '', now)
      return { status: 204 }
    },
  }),
]
