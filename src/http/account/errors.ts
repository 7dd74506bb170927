import type { ErrorEntry } from '../error-codes.ts'

/** The error codes of accounts, in the format of the API's error codes. */
export const ACCOUNT_ERRORS = {
  SIGN_IN_REQUIRED: { status: 401, title: 'Sign-in required', remedy: 'Sign in, then try again.' },
  CROSS_SITE: {
    status: 403,
    title: 'Request from another site',
    remedy: 'Send the request from a page of this service.',
  },
  FORBIDDEN: { status: 403, title: 'Not allowed', remedy: 'Ask an owner of the account for access.' },
  SIGNATURE_INVALID: {
    status: 403,
    title: 'Signature invalid',
    remedy: 'Sign the exact bytes of the body with the shared secret, no more than 5 minutes before sending.',
  },
  LINK_INVALID: {
    status: 400,
    title: 'Link not valid',
    remedy: 'Request a new link and open it within 15 minutes in the same browser.',
  },
  KEYS_EXHAUSTED: { status: 409, title: 'All keys in use', remedy: 'Revoke a key, or choose a larger plan.' },
  TRIAL_USED: { status: 409, title: 'Trial already used', remedy: 'Choose a paid plan. See /plans.' },
  TRIAL_UNNEEDED: { status: 409, title: 'No trial needed', remedy: "Use the account's current plan." },
  KEY_ENDED: { status: 409, title: 'Key no longer valid', remedy: 'Create a new key.' },
  OWNER_NEEDED: { status: 409, title: 'Owner needed', remedy: 'Make another member an owner first.' },
  MEMBER_KNOWN: { status: 409, title: 'Already a member', remedy: 'Change the role of that member instead.' },
  INVITATIONS_EXHAUSTED: {
    status: 409,
    title: 'Too many open invitations',
    remedy: 'Withdraw an invitation first.',
  },
  WEBHOOKS_EXHAUSTED: {
    status: 409,
    title: 'All webhooks in use',
    remedy: 'Delete a webhook, or choose a larger plan.',
  },
  WEBHOOK_DISABLED: { status: 409, title: 'Webhook disabled', remedy: 'Enable the webhook first.' },
  DELIVERY_PENDING: {
    status: 409,
    title: 'Delivery in progress',
    remedy: 'Wait until the delivery has succeeded or failed.',
  },
} as const satisfies { [code: string]: ErrorEntry }

export type AccountErrorCode = keyof typeof ACCOUNT_ERRORS
export const ACCOUNT_ERROR_CODES = Object.keys(ACCOUNT_ERRORS) as AccountErrorCode[]
