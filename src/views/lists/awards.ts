import type { Award } from '../../resources/awards.ts'
import { CATEGORIES, type CategoryId } from '../../schema/taxonomy.ts'
import { formatMark, type Mark } from '../entries.ts'
import { html, joined } from '../html.ts'
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
export const heldMark = ({ verificationLacks: lacks }: Pick<Award, 'verificationLacks'>): Mark | null =>
  lacks === null ? null : { text: 'not verified', kind: 'warn' }

export const heldText = ({ verificationLacks: lacks }: Pick<Award, 'verificationLacks'>): string | null =>
  lacks && `waits for ${lacks}`

export const awardListing: Listing<Award> = {
  name: 'awards',
  title: 'Awards',
  lead: 'Who received program money: every verified award to an organization, with the amount if published.',
  noun: ['award', 'awards'],
  links: [
    { text: 'By recipient', path: '/recipients' },
    { text: 'Near your county', path: '/near' },
  ],
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
  entry: (award, { recipientPath }) => {
    const purpose = getPurpose(award)
    return {
      title: award.awardeeName,
      path: award.verification === HELD ? awardPath(award.id) : recipientPath(award.id),
      when: { text: amountText(award) },
      mark: heldMark(award) ?? (award.awardStage === 'INTENT' ? { text: 'intent' } : null),
      facts: [award.stateName, award.fiscalYear, heldText(award), purpose && shortText(purpose, PURPOSE_MAX)],
    }
  },
  table: {
    heads: ['Organization', 'State', 'Year', { number: 'Amount' }, 'For'],
    row: ({ id, federalAmount }, { title, path, mark, facts: [state, year, ...others] = [] }) =>
      html`<tr><th scope="row"><a href="${path}">${title}</a></th><td>${state}</td><td>${year}</td><td class="number" data-label="Amount"><a href="${awardPath(id)}">${federalAmount === null ? 'not published' : dollarText(federalAmount)}</a></td><td class="purpose">${mark && formatMark(mark)} ${joined(others, '. ')}</td></tr>`,
  },
}
