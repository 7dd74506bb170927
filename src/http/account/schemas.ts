import * as z from 'zod'
import { DisplayName, MemberEmail, Role } from '../../account/record.ts'
import { PLAN_NAMES, PlanName } from '../../metering/plans.ts'
import { wholeNumber } from '../../schema/params.ts'

/** Request shapes of the account pages. Their responses have the types of what makes them. */

export const SignInBody = z.strictObject({ email: MemberEmail })
export const LinkBody = z.strictObject({ token: z.string().max(200) })
export const NameBody = z.strictObject({ name: DisplayName })
export const RoleBody = z.strictObject({ role: Role })
export const InvitationBody = z.strictObject({ email: MemberEmail, role: Role })
/** What the operator changes of an account. */
export const AccountChangeBody = z
  .strictObject({ plan: PlanName.optional(), suspended: z.boolean().optional() })
  .refine((change) => Object.keys(change).length > 0, 'Send "plan" or "suspended".')
export const DecisionBody = z.strictObject({
  decision: z.enum(['release', 'drop', 'take', 'keep', 'accept', 'reject']),
  reason: z.string().trim().min(1, 'is empty').max(500),
})
export const NoBody = z.strictObject({})

/** A billing event from the payment provider. */
export const BillingBody = z.strictObject({
  id: z.string().min(1).max(200).describe('Id of the event. An event that was received before is ignored.'),
  account: z.string().max(100).describe('Id of the account, as shown on its page and on the command line.'),
  plan: PlanName.describe(`The new plan: ${PLAN_NAMES.map((name) => `\`${name}\``).join(', ')}.`),
  occurredAt: z.iso
    .datetime()
    .describe(
      'When it occurred, in UTC. Out-of-order events are ignored; events more than 5 minutes in the future are rejected.',
    ),
})

/** Pagination of a trail: the entries before this number. */
export const TrailQuery = z.strictObject({ before: wholeNumber(1, 1_000_000_000).default(1_000_000_000) })

/** The operator's account search: part of a name or id. */
export const AccountsQuery = z.strictObject({ q: z.string().trim().max(100).default('') })
