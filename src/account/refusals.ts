/** A command refused by the account rules. The message is a sentence for the person who gave it. */
export class AccountRefusal extends Error {
  override name = 'AccountRefusal'
  readonly code: RefusalCode
  /** @param subject what the command concerns: an id, an email address, a role or a plan */
  constructor(code: RefusalCode, subject: string) {
    super(REFUSALS[code](subject))
    this.code = code
  }
}

const REFUSALS = {
  account_unknown: (id) => `No account has the id "${id}". \`npm run admin -- account list\` shows all accounts.`,
  key_unknown: (id) => `No key has the id "${id}". \`npm run admin -- key list --account ID\` shows an account's keys.`,
  keys_exhausted: (plan) => `The account already has all the keys that the plan ${plan} allows. Revoke one first.`,
  plan_without_keys: (plan) => `The plan ${plan} includes no keys. Get a paid plan first; see /plans.`,
  trial_used: () => 'You or this account already had a trial. Choose a paid plan instead; see /plans.',
  trial_unneeded: (plan) => `The account is already on the plan ${plan}.`,
  key_ended: (id) => `The key "${id}" is revoked or already rotated. Create a new one.`,
  subscription_unknown: (id) => `The account has no signed address "${id}".`,
  subscriptions_exhausted: (plan) =>
    `The account already has all the signed addresses that the plan ${plan} allows. Revoke one first.`,
  owner_needed: (email) => `${email} is the account's only owner. Make another member an owner first.`,
  member_unknown: (email) => `${email} is not a member of the account.`,
  member_known: (email) => `${email} is already a member of the account.`,
  role_denied: (role) => `The role ${role} does not allow this.`,
  invitation_unknown: (email) => `${email} is not invited to the account.`,
  webhook_unknown: (id) => `The account has no webhook "${id}".`,
  webhooks_exhausted: (plan) =>
    `The account already has all the webhooks that the plan ${plan} allows. Delete one first.`,
  plan_without_webhooks: (plan) => `The plan ${plan} includes no webhooks. Choose another plan first.`,
  webhook_disabled: (id) => `The webhook "${id}" is disabled. Enable it first.`,
  delivery_unknown: (id) => `The webhook has no delivery "${id}". Its log keeps deliveries for 30 days.`,
  delivery_pending: (id) =>
    `The delivery "${id}" is still being sent or retried. Only finished deliveries can be replayed.`,
  event_ahead: (now) => `occurredAt is in the future. The server's time is ${now}.`,
  invitations_exhausted: () => 'The account has too many open invitations. Withdraw one first.',
} as const satisfies Record<string, (subject: string) => string>
export type RefusalCode = keyof typeof REFUSALS
