import * as z from 'zod'
import { generateSecret, hashSecret, isSecret, LINK_MS, toMailbox } from '../../account/person.ts'
import { MemberEmail } from '../../account/record.ts'
import { getPlanAt } from '../../metering/plans.ts'
import { createSignInMail } from '../../notify/mail.ts'
import { pick } from '../../rules/pick.ts'
import { toIso, withTimestamps } from '../../rules/time/moments.ts'
import { ApiError } from '../response/errors.ts'
import { isOperator } from './operator.ts'
import { ACCOUNT, isWithin, NoBody, type PersonCall, type Route, route, throttle } from './route.ts'

const SignInBody = z.strictObject({ email: MemberEmail })
const SessionBody = z.strictObject({ token: z.string().max(200) })

export const SIGN_IN_ROUTES: readonly Route[] = [
  // Known and unknown addresses take the same work.
  route('anybody', 'POST', '/api/account/sign-in', SignInBody, 202, async (call, { email }) => {
    const { store, cookies, base, now, post, network } = call
    const mailbox = toMailbox(email)
    await throttle(call, 'signIn', network)
    await throttle(call, 'signInFor', `${network} ${mailbox}`)
    const sent = cookies.read('rhp_browser')
    const browser = isSecret(sent) ? sent : generateSecret()
    const token = generateSecret()
    await store.saveLink({ hash: hashSecret(token), browser: hashSecret(browser), email }, now)
    cookies.write('rhp_browser', browser)
    // The token follows the `#`, which browsers never send, so no server or log sees it.
    const link = `${base}/account/open#${token}`
    // Requests by others must not lock the person out, so this limit only stops emails and refuses nothing.
    if (await isWithin(call, 'mail', mailbox)) post(createSignInMail(email, link))
    return { email, expiresAt: toIso(now + LINK_MS) }
  }),
  route('anybody', 'POST', '/api/account/session', SessionBody, 201, async (call, { token }) => {
    const { store, cookies, now } = call
    const browser = cookies.read('rhp_browser')
    const isPossible = isSecret(token) && isSecret(browser)
    const email = isPossible ? await store.takeLink(hashSecret(token), hashSecret(browser), now) : null
    // Only failed attempts are counted: a valid link always works.
    if (email === null) {
      await throttle(call, 'link', call.network)
      throw new ApiError(
        'LINK_INVALID',
        'The link was already used, is older than 15 minutes, or was requested in another browser. Request a new one.',
      )
    }
    await store.welcome(email, now)
    const before = cookies.read('rhp_session')
    if (isSecret(before)) await store.endSession(hashSecret(before))
    const session = generateSecret()
    await store.openSession(hashSecret(session), email, now)
    cookies.clear('rhp_browser')
    cookies.write('rhp_session', session)
    return { email }
  }),
  route('person', 'DELETE', '/api/account/session', null, 204, async ({ store, session, cookies }) => {
    await store.endSession(session.hash)
    cookies.clear('rhp_session')
  }),
  route('person', 'DELETE', '/api/account/sessions', null, 204, async ({ store, session, cookies }) => {
    await store.endSessions(session.email)
    cookies.clear('rhp_session')
  }),
  route('person', 'POST', `${ACCOUNT}/invitation`, NoBody, 204, ({ store, session, params, now }) =>
    store.acceptInvitation(params.account ?? '', session.email, now),
  ),
  route('person', 'DELETE', `${ACCOUNT}/invitation`, null, 204, ({ store, session, params, now }) =>
    store.declineInvitation(params.account ?? '', session.email, now),
  ),
  route('person', 'GET', '/api/account', null, 200, readPerson),
  route('person', 'POST', '/api/account', NoBody, 200, async (call) => {
    await call.store.welcome(call.session.email, call.now)
    return readPerson(call)
  }),
]

export type PersonResponse = Awaited<ReturnType<typeof readPerson>>

async function readPerson(call: PersonCall) {
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
    accounts: memberships.map(({ account, role }) => ({
      ...withTimestamps(pick(account, ['id', 'name', 'suspended', 'trialEndsAt'])),
      role,
      plan: getPlanAt(account, now),
    })),
    invitations: invitations.map((each) => ({
      ...withTimestamps(pick(each, ['accountName', 'role', 'invitedBy', 'expiresAt'])),
      account: each.accountId,
    })),
    sessions: sessions.map((each) => ({
      ...withTimestamps(pick(each, ['createdAt', 'seenAt'])),
      isThis: each.hash === hash,
    })),
  }
}
