import { LINK_MS, toMailbox } from '../../account/person.ts'
import { openLink, requestLink } from '../../account/sign-in.ts'
import { planAt } from '../../metering/plans.ts'
import { toIso } from '../../rules/time/moments.ts'
import { ApiError } from '../response/errors.ts'
import { isOperator } from './operator.ts'
import {
  forAnyone,
  forPerson,
  isWithin,
  LinkBody,
  NoBody,
  noContent,
  OF_ACCOUNT,
  type PersonCall,
  type Route,
  SignInBody,
  throttle,
} from './route.ts'

export const SIGN_IN_ROUTES: readonly Route[] = [
  forAnyone({
    method: 'POST',
    path: '/api/account/sign-in',
    body: SignInBody,
    async run(call, { email }) {
      const { store, limits, cookies, base, now, post, network } = call
      const mailbox = toMailbox(email)
      await throttle(call, 'signIn', network)
      await throttle(call, 'signInFor', `${network} ${mailbox}`)
      const { link, browser } = await requestLink(store, { email, browser: cookies.read('rhp_browser'), base }, now)
      cookies.write('rhp_browser', browser)
      // Requests by others must not lock the person out, so this limit only stops emails and refuses nothing.
      if (await isWithin(limits, 'mail', mailbox, now)) post({ kind: 'sign_in_link', to: [email], link })
      return { status: 202, body: { email, expiresAt: toIso(now + LINK_MS) } }
    },
  }),
  forAnyone({
    method: 'POST',
    path: '/api/account/session',
    body: LinkBody,
    async run(call, { token }) {
      const { store, cookies, now } = call
      const sent = { browser: cookies.read('rhp_browser'), session: cookies.read('rhp_session') }
      const opened = await openLink(store, { token, ...sent }, now)
      // Only failed attempts are counted: a valid link always works.
      if (!opened) {
        await throttle(call, 'link', call.network)
        throw new ApiError(
          'LINK_INVALID',
          'The link was already used, is older than 15 minutes, or was requested in another browser. Request a new one.',
        )
      }
      cookies.clear('rhp_browser')
      cookies.write('rhp_session', opened.session)
      return { status: 201, body: { email: opened.email } }
    },
  }),
  ending('/api/account/session', ({ store, session }) => store.endSession(session.hash)),
  ending('/api/account/sessions', ({ store, session }) => store.endSessions(session.email)),
  deciding('POST', ({ store, session, now }, id) => store.acceptInvitation(id, session.email, now)),
  deciding('DELETE', ({ store, session, now }, id) => store.declineInvitation(id, session.email, now)),
  forPerson({ method: 'GET', path: '/api/account', run: async (call) => ({ body: await personBody(call) }) }),
  forPerson({
    method: 'POST',
    path: '/api/account',
    body: NoBody,
    async run(call) {
      await call.store.welcome(call.session.email, call.now)
      return { body: await personBody(call) }
    },
  }),
]

function deciding(method: 'POST' | 'DELETE', decide: (call: PersonCall, accountId: string) => Promise<void>): Route {
  return forPerson({
    method,
    path: `${OF_ACCOUNT}/invitation`,
    ...(method === 'POST' && { body: NoBody }),
    run: (call) => noContent(decide(call, call.params.account ?? '')),
  })
}

/** Ends sessions of the person, including this one. */
function ending(path: string, end: (call: PersonCall) => Promise<void>): Route {
  return forPerson({
    method: 'DELETE',
    path,
    async run(call) {
      await end(call)
      call.cookies.clear('rhp_session')
      return { status: 204 }
    },
  })
}

export type PersonResponse = Awaited<ReturnType<typeof personBody>>

/** The signed-in person and their memberships. */
async function personBody(call: PersonCall) {
  const { store, session, now } = call
  const { email, hash } = session
  const [memberships, invitations, sessions] = await Promise.all([
    store.memberships(email),
    store.readInvitations(email, now),
    store.sessions(email, now),
  ])
  return {
    email,
    isOperator: isOperator(call),
    accounts: memberships.map(({ account, account: { id, name, trialEndsAt, suspended }, role }) => ({
      id,
      name,
      plan: planAt(account, now),
      trialEndsAt: toIso(trialEndsAt),
      suspended,
      role,
    })),
    invitations: invitations.map(({ accountId, accountName, role, invitedBy, expiresAt }) => ({
      account: accountId,
      accountName,
      role,
      invitedBy,
      expiresAt: toIso(expiresAt),
    })),
    sessions: sessions.map((each) => ({
      createdAt: toIso(each.createdAt),
      seenAt: toIso(each.seenAt),
      isThis: each.hash === hash,
    })),
  }
}
