import { type Html, html } from '../../views/html.ts'

/**
 * How to get a plan on this instance.
 * @param url page where plans are sold, PLANS_URL
 * @param contact public email address of the operator, CONTACT_EMAIL
 */
export function formatPlanOffer({ url, contact }: { url: string | null; contact: string | null }): Html {
  const when = 'The plan takes effect with the next request.'
  if (url !== null) return html`Choose a plan on the <a href="${url}">order page</a>. Give your account ID. ${when}`
  const address = contact && html` at <a href="mailto:${contact}?subject=A%20plan%20for%20my%20account">${contact}</a>`
  return html`Ask the operator of this service${address}. Name the plan and your account ID. ${when}`
}
