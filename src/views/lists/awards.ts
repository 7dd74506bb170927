import type { Award } from '../../resources/awards.ts'
import { CATEGORIES, type CategoryId } from '../../schema/taxonomy.ts'
import { type Html, html } from '../html.ts'
import { dollarText, proseText, shortText } from '../wording.ts'
import type { Listing } from './listing.ts'

const PURPOSE_MAX = 110

/** The value of `verification` for rows on file that no sum includes. */
export const HELD = 'UNVERIFIED'

export const awardPath = (id: string): string => `/awards/${id}`

/** What an award is for; null if unknown. */
export function getPurpose({ projectTitle, initiative, programDescription }: Award): string | null {
  const purpose = projectTitle ?? initiative ?? programDescription
  return purpose && proseText(purpose)
}

export const amountText = ({ federalAmount }: Pick<Award, 'federalAmount'>): string =>
  federalAmount === null ? 'amount not published' : dollarText(federalAmount)

/** The mark of a row that is not verified, with what it waits for; null for an award. */
export const heldMark = ({ verificationLacks: lacks }: Pick<Award, 'verificationLacks'>): Html | null =>
  lacks === null ? null : html`<span class="mark mark-warn">not verified</span> waits for ${lacks}. `

export const awardListing: Listing<Award> = {
  name: 'awards',
  title: 'Awards',
  lead: 'Who received program money: every verified award to an organization, with the amount if published.',
  noun: ['award', 'awards'],
  links: [
    { text: 'By recipient', path: '/recipients' },
    { text: 'Near your county', path: '/near' },
  ],
  shape: {
    heads: [
      { label: 'Organization' },
      { label: 'State' },
      { label: 'Year' },
      { label: 'Amount', isNumber: true },
      { label: 'For' },
    ],
  },
  filters: [
    { parameter: 'q', label: 'Search', isText: true },
    { parameter: 'state', label: 'State' },
    { parameter: 'county', label: 'County of the state', within: 'state' },
    { parameter: 'recipientKind', label: 'Kind of recipient' },
    { parameter: 'programCategory', label: 'Subject' },
    { parameter: 'fiscalYear', label: 'Year' },
    {
      parameter: 'verification',
      label: 'Verification',
      blank: 'Verified',
      choices: [
        { value: HELD, label: 'On file, not verified' },
        { value: `VERIFIED,${HELD}`, label: 'All on file' },
      ],
    },
  ],
  orders: [
    { label: 'Largest amount', sort: '-federalAmount' },
    { label: 'Organization', sort: 'awardeeName' },
    { label: 'State', sort: 'state,awardeeName' },
  ],
  defaults: {},
  heading: ({ programCategory = '', verification = '' }, place) => {
    const subject = CATEGORIES[programCategory as CategoryId]?.label
    const kind = verification === HELD ? 'Awards not verified' : 'Awards'
    return `${kind}${subject ? ` for ${subject}` : ''}${place}`
  },
  row: (award, { recipientPath }) => {
    const purpose = getPurpose(award)
    const path = award.verification === HELD ? awardPath(award.id) : recipientPath(award.id)
    return html`<tr><th scope="row"><a href="${path}">${award.awardeeName}</a></th><td>${award.stateName}</td><td>${award.fiscalYear}</td><td class="number" data-label="Amount"><a href="${awardPath(award.id)}">${award.federalAmount === null ? 'not published' : dollarText(award.federalAmount)}</a></td><td class="purpose">${heldMark(award)}${award.awardStage === 'INTENT' && html`<span class="mark">intent</span> `}${purpose && shortText(purpose, PURPOSE_MAX)}</td></tr>`
  },
}
