import { z } from 'zod'
import { Role } from '../../account/account.ts'
import { ACTION_NAMES, ACTORS } from '../../account/actions.ts'
import { BILLING_OUTCOMES } from '../../account/billing.ts'
import { INVITATION_MS, type Invitation } from '../../account/members.ts'
import { LINK_MS, type Membership } from '../../account/person.ts'
import { SecretHash } from '../../account/secrets.ts'
import type { People } from '../../account/verbs.ts'
import {
  ACCOUNTS,
  accountKey,
  billingKey,
  invitedKey,
  linkKey,
  personKey,
  sessionKey,
  sessionsKey,
  trailKey,
} from './names.ts'
import * as scripts from './people-scripts.ts'
import { accountOf, entriesOf, Instant } from './record.ts'
import { type Run, reading } from './reply.ts'

const SessionHash = z.strictObject({ hash: SecretHash, email: z.string(), createdAt: Instant, seenAt: Instant })
const InvitationHash = z.strictObject({
  email: z.string(),
  role: Role,
  invitedBy: z.string(),
  createdAt: Instant,
  expiresAt: Instant,
})
const InvitationHeldHash = InvitationHash.extend({ accountId: z.string(), accountName: z.string() })
const TrailValue = z.tuple([Instant, z.string(), z.enum(ACTION_NAMES), z.string(), z.string()])
const Outcome = z.tuple([z.enum(BILLING_OUTCOMES)])

/** The verbs about people on Redis. `rename` stands with the fields of an account. */
export function redisPeople(run: Run): Omit<People, 'rename'> {
  const one = async <Schema extends z.ZodType>(schema: Schema, ...asked: Parameters<Run>) => {
    const [flat] = await run(...asked)
    return flat.length === 0 ? null : reading(() => schema.parse(objectOf(flat)) as z.infer<Schema>)
  }
  const many = async <Schema extends z.ZodType>(schema: Schema, ...asked: Parameters<Run>) => {
    const [, found] = await run(...asked)
    return reading(() => found.map((flat) => schema.parse(objectOf(flat)) as z.infer<Schema>))
  }
  const belonging = async (...asked: Parameters<Run>): Promise<Membership[]> => {
    const [, found] = await run(...asked)
    const memberships = reading(() =>
      found.map((flat) => {
        const { id = '', role } = objectOf(flat)
        return { account: accountOf(id, flat), role: Role.parse(role) }
      }),
    )
    return memberships.sort(
      (a, b) => a.account.createdAt - b.account.createdAt || (a.account.id < b.account.id ? -1 : 1),
    )
  }

  return {
    async keepLink({ hash, browser, email }, now) {
      await run(scripts.KEEP_LINK, [linkKey(hash)], [browser, email, now + LINK_MS])
    },
    async takeLink(hash, browser, now) {
      const [[email]] = await run(scripts.TAKE_LINK, [linkKey(hash)], [browser, now])
      return email ?? null
    },

    async openSession(hash, email, now) {
      await run(scripts.OPEN_SESSION, [sessionKey(hash), sessionsKey(email)], [hash, email, now])
      return { hash, email, createdAt: now, seenAt: now }
    },
    session: (hash, now) => one(SessionHash, scripts.SESSION, [sessionKey(hash)], [hash, now]),
    async sessions(email, now) {
      const found = await many(SessionHash, scripts.LIST_SESSIONS, [sessionsKey(email)], [now])
      return found.sort((a, b) => b.createdAt - a.createdAt || (a.hash < b.hash ? -1 : 1))
    },
    async endSession(hash) {
      await run(scripts.END_SESSION, [sessionKey(hash)], [hash])
    },
    async endSessions(email) {
      await run(scripts.END_SESSIONS, [sessionsKey(email)], [])
    },

    memberships: (email) => belonging(scripts.LIST_MEMBERSHIPS, [personKey(email)], [email]),
    async invitationsOf(email, now) {
      const found = await many(InvitationHeldHash, scripts.LIST_INVITATIONS, [invitedKey(email)], [email, now])
      return found.sort((a, b) => a.createdAt - b.createdAt || (a.accountId < b.accountId ? -1 : 1))
    },
    welcome: (email, { id, name }, now) =>
      belonging(scripts.WELCOME, [invitedKey(email), ACCOUNTS], [email, now, id, name]),

    async invitations(accountId, now) {
      const found = await many(InvitationHash, scripts.OPEN_INVITATIONS, [accountKey(accountId)], [accountId, now])
      return found.sort((a, b) => (a.email < b.email ? -1 : 1))
    },
    async invite(accountId, { email, role }, now, by): Promise<Invitation> {
      const expiresAt = now + INVITATION_MS
      const args = [accountId, now, by, email, role, expiresAt]
      await run(scripts.INVITE, [accountKey(accountId), invitedKey(email)], args)
      return { email, role, invitedBy: by, createdAt: now, expiresAt }
    },
    async withdrawInvitation(accountId, email, now, by) {
      const args = [accountId, now, by, email]
      await run(scripts.WITHDRAW_INVITATION, [accountKey(accountId), invitedKey(email)], args)
    },

    async trail(accountId, limit, before = Number.MAX_SAFE_INTEGER) {
      const args = [accountId, limit, before]
      const [[first], [texts = []]] = await run(scripts.TRAIL, [accountKey(accountId), trailKey(accountId)], args)
      return reading(() =>
        texts
          .map((text, place) => {
            const [at, by, action, subject, detail] = TrailValue.parse(JSON.parse(text))
            return { number: Number(first) + place, at, by, action, subject, detail }
          })
          .reverse(),
      )
    },
    async bill({ id, accountId, plan, occurredAt }, now) {
      const args = [accountId, now, ACTORS.billing, plan, occurredAt]
      const [flat] = await run(scripts.BILL, [accountKey(accountId), billingKey(id)], args)
      return reading(() => Outcome.parse(flat)[0])
    },
  }
}

const objectOf = (flat: string[]): Record<string, string> => Object.fromEntries(entriesOf(flat))
