import { expect, it } from 'vitest'
import { formatPlanOffer } from '../../src/site/docs/plan-offer.ts'

it.each([
  [
    'the order page, if the operator has one',
    { url: 'https://shop.example.org/plans', contact: 'desk@example.org' },
    'Choose a plan on the [order page](https://shop.example.org/plans). Give your account ID.',
  ],
  [
    "the operator's email address, if one is set",
    { url: null, contact: 'desk@example.org' },
    'Ask the operator of this service at [desk@example.org](mailto:desk@example.org?subject=A%20plan%20for%20my%20account). Name the plan and your account ID.',
  ],
  [
    'the operator, if no address is set',
    { url: null, contact: null },
    'Ask the operator of this service. Name the plan and your account ID.',
  ],
])('a user who needs a plan is sent to %s', (_, settings, text) => {
  const offer = formatPlanOffer(settings).text.replace(/<a href="([^"]*)">(.*?)<\/a>/g, '[$2]($1)')
  expect(offer).toBe(`${text} The plan takes effect with the next request.`)
})
