import type { Award } from '../../resources/awards.ts'
import { findNewest } from '../../rules/awards/totals.ts'
import type { Awardee } from '../awardees.ts'
import { type Html, html, joined } from '../html.ts'
import { amountText, awardeePath, awardPath, getPurpose, heldMark } from '../lists/awards.ts'
import { documentPath } from '../lists/documents.ts'
import type { Place, View } from '../view.ts'
import { codeText, countedText, countText, dateText, dollarText, proseText, shortText } from '../wording.ts'
import type { Past } from './history.ts'
import { bullets, hostLink, known, recordView, section } from './parts.ts'

/** The page of an organization that received awards in a state. */
export function awardeeView(awardee: Awardee, elsewhere: readonly Awardee[], past: Past, place: Place): View {
  const { name, state, stateName, awards, total, known: amounts } = awardee
  const path = awardeePath(awardee)
  const documents = [...new Map(awards.map(({ sourceDocument }) => [sourceDocument.id, sourceDocument])).values()]
  const sum =
    total === null
      ? 'not published'
      : amounts === awards.length
        ? dollarText(total)
        : `${dollarText(total)}, from ${amounts} of ${countedText(awards.length, 'award')}; the other amounts are not published`
  return recordView(
    {
      list: { text: 'Awards', path: '/awards' },
      state,
      stateName,
      path,
      heading: name,
      lead: html`<p class="lead">${countedText(awards.length, 'award')} under the Rural Health Transformation Program in ${stateName}.</p>`,
      facts: [
        { name: 'Total amount', value: sum },
        { name: 'State', value: html`<a href="/states/${state.toLowerCase()}">${stateName}</a>` },
        { name: 'Awards', value: String(awards.length) },
      ],
      sections: [
        section('awards', 'Awards', html`<ul class="entries">${awards.map(awardEntry)}</ul>`),
        section(
          'elsewhere',
          'In other states',
          bullets(elsewhere.map((other) => html`<a href="${awardeePath(other)}">${other.stateName}</a>`)),
        ),
        section(
          'sources',
          'Sources',
          html`${bullets(documents.map(({ id, title }) => html`<a href="${documentPath(id)}">${title}</a>`))}<p class="small soft">An award is counted only when an official list confirms it. Names are spelled as in that list.</p>`,
        ),
      ],
      history: { createdAt: null, updatedAt: findNewest(awards.map(({ updatedAt }) => updatedAt)) ?? '', ...past },
      cited: { title: `Awards to ${name} (${stateName})`, source: documents[0]?.url ?? null },
      title: `${shortText(name, 70)}, ${stateName}`,
      description: `${countedText(awards.length, 'award')} to ${name} in ${stateName} from the Rural Health Transformation Program. Amount: ${sum}.`,
      data: {
        '@type': 'Organization',
        name,
        url: place.base + path,
        areaServed: { '@type': 'State', name: stateName },
        funding: awards.map(grant),
      },
    },
    place,
  )
}

function awardEntry(award: Award): Html {
  const { id, fiscalYear, awardStage, awardDate, matchAmount, remark } = award
  return html`<li><span class="when">${amountText(award)}</span><a href="${awardPath(id)}">${getPurpose(award) ?? 'Award'}</a><p>${joined(
    [
      fiscalYear,
      awardStage && STAGES[awardStage],
      awardDate && dateText(awardDate),
      matchAmount !== null && `${dollarText(matchAmount)} match`,
      remark && proseText(remark),
    ],
    ' · ',
  )}</p></li>`
}

/** The page of a single award, or of a row on file that is not verified. */
export interface WholeAward {
  award: Award
  /** The path of the page of its recipient; null for a row that is not verified. */
  recipient: string | null
  /** When an automatic check last read a source of the state; null for never. */
  lastRead: string | null
  past: Past
}

export function awardView({ award, recipient, lastRead, past }: WholeAward, place: Place): View {
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
      lead: html`<p>${heldMark(award) ?? html`<span class="mark mark-accent">verified</span> ${VERIFIED_BY[award.verificationBasis]}`}</p>`,
      facts: [
        { name: 'Amount', value: amountText(award) },
        { name: 'Match', value: award.matchAmount !== null && dollarText(award.matchAmount) },
        { name: 'For', value: purpose },
        { name: 'Initiative', value: award.initiative === purpose ? null : award.initiative },
        { name: 'Stage', value: awardStage && STAGES[awardStage] },
        { name: 'Announced', value: awardDate && dateText(awardDate) },
        { name: 'Fiscal year', value: award.fiscalYear },
        { name: 'Kind of recipient', value: award.recipientKind && codeText(award.recipientKind) },
        { name: 'CMS certification number', value: award.ccn },
        { name: 'Place', value: where && `${where}, ${stateName}` },
      ],
      actions: html`${recipient && html`<a href="${recipient}">All awards to this recipient</a>`}<a href="${sourceUrl}">Open the source</a>`,
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
      description: `${recipient ? 'Award' : 'Row on file, not verified'}: ${awardeeName}, ${stateName}, ${amountText(award)}. ${purpose ?? ''}`,
      data: recipient === null ? null : grant(award),
    },
    place,
  )
}

const STAGES = { INTENT: 'notice of intent', AWARDED: 'awarded', CONTRACTED: 'under contract' } as const

/** Why an award counts as verified. */
const VERIFIED_BY: { [Basis in Award['verificationBasis']]: string } = {
  OFFICIAL_LIST: 'It is in an official list whose rows and total agree.',
  OFFICIAL_TOTAL: 'It is in an official list that agrees with the total in another official document.',
  TWO_READINGS: 'Two readings of the official list agree.',
  NONE: '',
}

const grant = ({ federalAmount, projectTitle, initiative, sourceDocument, id }: Award): object =>
  known({
    '@type': 'MonetaryGrant',
    name: projectTitle ?? initiative ?? 'Rural Health Transformation Program award',
    identifier: id,
    url: sourceDocument.url,
    amount: federalAmount === null ? null : { '@type': 'MonetaryAmount', currency: 'USD', value: federalAmount },
  })
