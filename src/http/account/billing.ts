import { isSigned } from '../../account/billing.ts'
import { readBytes, readJson } from '../body.ts'
import { ApiError } from '../errors.ts'
import { readFields } from './fields.ts'
import { nothingHere } from './refusals.ts'
import { forSigner, type Route } from './route.ts'
import { type BillingAnswer, BillingBody } from './schemas.ts'

/** What a payment provider tells, signed. */
export const BILLING_ROUTES: readonly Route[] = [
  forSigner({
    method: 'POST',
    path: '/api/account/billing',
    async run({ c, store, billingSecret, now }) {
      if (billingSecret === null) throw nothingHere()
      const bytes = await readBytes(c.req.raw)
      if (!isSigned(c.req.header('x-billing-signature') ?? '', bytes, billingSecret, now)) {
        throw new ApiError('SIGNATURE_INVALID', 'X-Billing-Signature is missing, wrong, or not of this moment.')
      }
      const signed = new Request(c.req.url, { method: 'POST', headers: c.req.raw.headers, body: bytes })
      const { account, occurredAt, ...event } = readFields(
        BillingBody,
        await readJson(signed, 'the event', '{"id": "evt_1"}'),
      )
      const outcome = await store.bill({ ...event, accountId: account, occurredAt: Date.parse(occurredAt) }, now)
      return { body: { outcome } satisfies BillingAnswer }
    },
  }),
]
