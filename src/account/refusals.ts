/** A command that the rules of accounts refuse. The message is a sentence for the person who asked. */
export class AccountRefusal extends Error {
  override name = 'AccountRefusal'
  readonly code: RefusalCode
  /** @param subject what the command was about: an id, an address, a role or a plan */
  constructor(code: RefusalCode, subject: string) {
    super(REFUSALS[code](subject))
    this.code = code
  }
}

const REFUSALS = {
  account_unknown: (id) => `There is no account "${id}"; \`npm run admin -- account list\` shows the accounts.`,
  key_unknown: (id) => `There is no key "${id}"; \`npm run admin -- key list --account ID\` shows an account's keys.`,
  keys_exhausted: (plan) => `The account already has all the keys that its plan ${plan} includes. Revoke one first.`,
  plan_without_keys: (plan) => `The plan ${plan} includes no keys. Get a paid plan first; see /plans.`,
  trial_used: () => 'You or this account already had a trial. Choose a paid plan instead; see /plans.',
  trial_unneeded: (plan) => `The account is already on the plan ${plan}.`,
  key_ended: (id) => `The key "${id}" is revoked or already rotated; create a new one.`,
  subscription_unknown: (id) => `The account has no signed address "${id}".`,
  subscriptions_exhausted: (plan) =>
    `The account already holds every signed address that its plan ${plan} allows; revoke one first.`,
  owner_needed: (email) => `${email} is the account's only owner; make another member an owner first.`,
  member_unknown: (email) => `${email} is not a member of the account.`,
  member_known: (email) => `${email} is already a member of the account.`,
  role_denied: (role) => `The role ${role} does not allow this.`,
  invitation_unknown: (email) => `${email} is not invited to the account.`,
  webhook_unknown: (id) => `There is no webhook "${id}".`,
  webhooks_exhausted: (plan) =>
    `The account already holds every webhook that its plan ${plan} allows; delete one first.`,
  plan_without_webhooks: (plan) => `The plan ${plan} includes no webhooks; choose another plan first.`,
  webhook_disabled: (id) => `The webhook "${id}" is disabled; enable it first.`,
  delivery_unknown: (id) => `There is no delivery "${id}"; the log of a webhook keeps 30 days.`,
  delivery_pending: (id) => `The delivery "${id}" is being sent or will be retried; it needs no replay.`,
  event_ahead: (now) => `occurredAt lies in the future; here it is ${now}.`,
  invitations_exhausted: () => 'The account has too many open invitations; withdraw one first.',
} as const satisfies Record<string, (subject: string) => string>
export type RefusalCode = keyof typeof REFUSALS
