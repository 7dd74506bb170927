import type { Award } from '../../resources/awards.ts'
import { formatMark } from '../entries.ts'
import { html } from '../html.ts'
import { amountText, awardPath, getPurpose, HELD, heldMark, heldText } from '../lists/awards.ts'
import { documentPath } from '../lists/documents.ts'
import type { SiteContext, View } from '../view.ts'
import { codeText, countText, dateText, dollarText, proseText, shortText } from '../wording.ts'
import type { Past } from './history.ts'
import { hostLink, known, recordView, section } from './parts.ts'

/** The page of a single award, or of a row on file that is not verified. */
export interface WholeAward {
  award: Award
  recipient: string
  /** When an automatic check last read a source of the state; null for never. */
  lastRead: string | null
  past: Past
}

export function awardView({ award, recipient, lastRead, past }: WholeAward, context: SiteContext): View {
  const { id, state, stateName, awardeeName, awardDate, awardStage, sourceDocument, sourceLine, sourceUrl } = award
  const purpose = getPurpose(award)
  const where = award.county ?? award.place
  return recordView(
    {
      list: { text: 'Awards', path: '/awards' },
      state,
      stateName,
      path: awardPath(id),
      heading: awardeeName,
      lead: html`<p>${formatMark(heldMark(award) ?? { text: 'verified', kind: 'accent' })} ${heldText(award) ?? VERIFIED_BY[award.verificationBasis]}</p>`,
      facts: [
        ['Amount', amountText(award)],
        ['Match', award.matchAmount !== null && dollarText(award.matchAmount)],
        ['For', award.projectTitle && proseText(award.projectTitle)],
        ['Initiative', award.initiative],
        ['Stage', awardStage && STAGES[awardStage]],
        ['Announced', awardDate && dateText(awardDate)],
        ['Fiscal year', award.fiscalYear],
        ['Kind of recipient', award.recipientKind && codeText(award.recipientKind)],
        ['CMS certification number', award.ccn],
        ['Place', where && `${where}, ${stateName}`],
      ],
      actions: html`<a href="${recipient}">All awards to this recipient</a><a href="${sourceUrl}">Open the source</a>`,
      sections: [
        section('about', 'Summary', award.programDescription && html`<p>${proseText(award.programDescription)}</p>`),
        section('remark', 'Remark', award.remark && html`<p>${proseText(award.remark)}</p>`),
        section(
          'sources',
          'Source',
          html`<p><a href="${documentPath(sourceDocument.id)}">${sourceDocument.title}</a> (${sourceDocument.fileType})${sourceLine !== null && `, row ${countText(sourceLine)}`}: ${hostLink(sourceUrl)}</p><p class="small soft">${
            lastRead
              ? `Sources of ${stateName} last read on ${dateText(lastRead)}.`
              : 'No automatic check has read it again yet.'
          }</p>`,
        ),
      ],
      history: { createdAt: null, updatedAt: award.updatedAt, ...past },
      cited: { title: `Award to ${awardeeName} (${stateName})`, source: sourceDocument.url },
      title: `Award to ${shortText(awardeeName, 70)}, ${stateName}`,
      description: `${award.verification === HELD ? 'Row on file, not verified' : 'Award'}: ${awardeeName}, ${stateName}, ${amountText(award)}. ${purpose ?? ''}`,
      data: award.verification === HELD ? null : grant(award),
    },
    context,
  )
}

export const STAGES = { INTENT: 'notice of intent', AWARDED: 'awarded', CONTRACTED: 'under contract' } as const

/** Why an award counts as verified. */
const VERIFIED_BY: { [Basis in Award['verificationBasis']]: string } = {
  OFFICIAL_LIST: 'It is in an official list whose rows and total agree.',
  OFFICIAL_TOTAL: 'It is in an official list that agrees with the total in another official document.',
  TWO_READINGS: 'Two readings of the official list agree.',
  NONE: '',
}

export const grant = ({ federalAmount, projectTitle, initiative, sourceDocument, id }: Award): object =>
  known({
    '@type': 'MonetaryGrant',
    name: projectTitle ?? initiative ?? 'Rural Health Transformation Program award',
    identifier: id,
    url: sourceDocument.url,
    amount: federalAmount === null ? null : { '@type': 'MonetaryAmount', currency: 'USD', value: federalAmount },
  })
