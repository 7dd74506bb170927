import { isSigned } from '../../account/billing.ts'
import { readFields } from '../endpoints/fields.ts'
import { jsonObject, readBytes, requireJson } from '../request/body.ts'
import { ApiError } from '../response/errors.ts'
import { notFoundForCaller } from './errors.ts'
import { forSigner, type Route } from './route.ts'
import { BillingBody } from './schemas.ts'

export const BILLING_ROUTES: readonly Route[] = [
  forSigner({
    method: 'POST',
    path: '/api/account/billing',
    async run({ request, store, billingSecret, now, aside }) {
      if (billingSecret === null) throw notFoundForCaller()
      const bytes = await aside(() => readBytes(request))
      if (!isSigned(request.headers.get('x-billing-signature') ?? '', bytes, billingSecret, now)) {
        throw new ApiError('SIGNATURE_INVALID', 'X-Billing-Signature is missing, wrong or too old.')
      }
      requireJson(request, 'the event')
      const { account, occurredAt, ...event } = readFields(BillingBody, jsonObject(bytes, '{"id": "evt_1"}'), false)
      const outcome = await store.bill({ ...event, accountId: account, occurredAt: Date.parse(occurredAt) }, now)
      return { body: { outcome } }
    },
  }),
]
