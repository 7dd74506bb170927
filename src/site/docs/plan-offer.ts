/** How to get a plan: text around one optional link. */
export interface PlanOffer {
  before: string
  link: { label: string; href: string } | null
  after: string
}

const SUBJECT = encodeURIComponent('A plan for my account')

/**
 * How to get a plan on this instance.
 * @param url page where plans are sold, PLANS_URL
 * @param contact public email address of the operator, CONTACT_EMAIL
 */
export function planOffer({ url, contact }: { url: string | null; contact: string | null }): PlanOffer {
  if (url !== null) {
    return {
      before: 'Choose a plan on the',
      link: { label: 'order page', href: url },
      after: '. Give your account ID.',
    }
  }
  if (contact !== null) {
    return {
      before: 'Ask the operator of this service at',
      link: { label: contact, href: `mailto:${contact}?subject=${SUBJECT}` },
      after: '. Name the plan and your account ID.',
    }
  }
  return {
    before: 'Ask the operator of this service. Name the plan and your account ID.',
    link: null,
    after: '',
  }
}
