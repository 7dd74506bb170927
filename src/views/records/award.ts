import type { Award } from '../../resources/awards.ts'
import { findEvidence } from '../../rules/awards/awardees.ts'
import { type County, formatCounty } from '../../rules/awards/counties.ts'
import { findNewest, sumAmounts } from '../../rules/awards/totals.ts'
import { formatList } from '../../rules/text/wording.ts'
import { type Entry, formatEntries, formatMark } from '../entries.ts'
import { type Html, html, join } from '../html.ts'
import {
  formatAmount,
  formatHeldMark,
  formatHeldReason,
  getPurpose,
  HELD,
  toAwardPath,
  toDocumentPath,
} from '../lists/listings.ts'
import { getAwardStates, type Recipient, toNearPath, toRecipientPath } from '../recipients.ts'
import type { SiteContext, View } from '../view.ts'
import {
  countedText,
  countText,
  formatCode,
  formatLongDate,
  formatProse,
  formatWholeDollars,
  shortenText,
} from '../wording.ts'
import { formatBullets, formatHostLink, type Past, recordView } from './parts.ts'

export interface WholeAward {
  award: Award
  recipient: string
  /** When an automatic check last read a source of the state; null for never. */
  lastRead: string | null
  past: Past
}

export function toAwardView({ award, recipient, lastRead, past }: WholeAward, context: SiteContext): View {
  const { id, state, stateName, awardeeName, awardDate, awardStage, sourceDocument, sourceLine, sourceUrl } = award
  const purpose = getPurpose(award)
  const place = award.county ?? award.place
  return recordView(
    {
      list: { text: 'Awards', path: '/awards' },
      state,
      stateName,
      path: toAwardPath(id),
      heading: awardeeName,
      lead: html`<p>${formatMark(formatHeldMark(award) ?? { text: 'verified', kind: 'accent' })} ${formatHeldReason(award) ?? VERIFIED_BY[award.verificationBasis]}</p>`,
      facts: [
        ['Amount', formatAmount(award)],
        ['Match', award.matchAmount !== null && formatWholeDollars(award.matchAmount)],
        ['For', award.projectTitle && formatProse(award.projectTitle)],
        ['Initiative', award.initiative],
        ['Stage', awardStage && STAGES[awardStage]],
        ['Announced', awardDate && formatLongDate(awardDate)],
        ['Fiscal year', award.fiscalYear],
        ['Kind of recipient', award.recipientKind && formatCode(award.recipientKind)],
        ['CMS certification number', award.ccn],
        ['Place', place && !place.includes(';') && `${place}, ${stateName}`],
      ],
      actions: html`<a href="${recipient}">All awards to this recipient</a><a href="${sourceUrl}">Open the source</a>`,
      sections: {
        Summary: award.programDescription && html`<p>${formatProse(award.programDescription)}</p>`,
        Places: place?.includes(';') === true && html`<p>${place}, ${stateName}</p>`,
        Remark: award.remark && html`<p>${formatProse(award.remark)}</p>`,
        Source: html`<p><a href="${toDocumentPath(sourceDocument.id)}">${sourceDocument.title}</a> (${sourceDocument.fileType})${sourceLine !== null && `, row ${countText(sourceLine)}`}: ${formatHostLink(sourceUrl)}</p><p class="small soft">${
          lastRead
            ? `Sources of ${stateName} last read on ${formatLongDate(lastRead)}.`
            : 'No automatic check has read it again yet.'
        }</p>`,
      },
      history: { updatedAt: award.updatedAt, ...past },
      cited: `Award to ${awardeeName} (${stateName})`,
      source: sourceDocument.url,
      title: formatTitle(award, purpose),
      description: `${award.verification === HELD ? 'Row on file, not verified' : 'Award'}: ${awardeeName}, ${stateName}, ${formatAmount(award)}. ${purpose ?? ''}`,
      data: award.verification === HELD ? null : toGrantData(award),
    },
    context,
  )
}

/** Unlike that of any other award: the rows of a list are told apart by their numbers, awards without one by what they are for. */
function formatTitle(award: Award, purpose: string | null): string {
  const { awardeeName, stateName, federalAmount, sourceLine } = award
  const what = purpose && shortenText(purpose, 70)
  const main = (federalAmount === null && what) || formatAmount(award)
  const apart = sourceLine !== null ? `, row ${sourceLine}` : what && what !== main ? `, ${what}` : ''
  return `Award to ${shortenText(awardeeName, 70)}, ${stateName}: ${main}${apart}`
}

const STAGES = { INTENT: 'notice of intent', AWARDED: 'awarded', CONTRACTED: 'under contract' } as const

const VERIFIED_BY: { [Basis in Award['verificationBasis']]: string } = {
  OFFICIAL_LIST: 'It is in an official list whose rows and total agree.',
  OFFICIAL_TOTAL: 'It is in an official list that agrees with the total in another official document.',
  TWO_READINGS: 'Two readings of the official list agree.',
  NONE: '',
}

const toGrantData = ({ federalAmount, projectTitle, initiative, sourceDocument, id }: Award): object => ({
  '@type': 'MonetaryGrant',
  name: projectTitle ?? initiative ?? 'Rural Health Transformation Program award',
  identifier: id,
  url: sourceDocument.url,
  amount: federalAmount === null ? null : { '@type': 'MonetaryAmount', currency: 'USD', value: federalAmount },
})

function formatTotal({ awards, total, amountsKnown }: Recipient): string {
  if (total === null) return awards.length === 0 ? 'no verified award' : 'not published'
  if (amountsKnown === awards.length) return formatWholeDollars(total)
  return `${formatWholeDollars(total)}, from ${amountsKnown} of ${countedText(awards.length, 'award')}; the other amounts are not published`
}

/** The page of a recipient. @param namesakes the recipients of the same name, which are not known to be the same */
export function toRecipientView(
  recipient: Recipient,
  namesakes: readonly Recipient[],
  past: Past,
  context: SiteContext,
): View {
  const { name, states, awards, held, kinds, ccns, counties } = recipient
  const path = toRecipientPath(recipient)
  const rows = [...awards, ...held]
  const where = formatList([...getAwardStates(recipient).values()])
  const documents = [...new Map(rows.map(({ sourceDocument }) => [sourceDocument.id, sourceDocument])).values()]
  const isSeveral = states.size > 1
  const total = formatTotal(recipient)
  const entries = (awards: readonly Award[]) => formatEntries(awards.map((award) => toAwardEntry(award, isSeveral)))
  const view = recordView(
    {
      list: { text: 'Recipients', path: '/recipients' },
      state: isSeveral ? null : ([...states.keys()][0] ?? null),
      stateName: isSeveral ? null : where,
      path,
      heading: name,
      lead: html`<p class="lead">${countedText(awards.length, 'verified award')} under the Rural Health Transformation Program in ${where}.</p>${formatIdentity(recipient)}`,
      facts: [
        ['Total amount', total],
        ['On file, not verified', held.length > 0 && formatHeld(held)],
        [isSeveral ? 'States' : 'State', html`${join([...states].map(formatStateLink), ', ')}`],
        ['Kind', kinds.map(formatCode).join(', ')],
        ['CMS certification number', ccns.join(', ')],
        [counties.length > 1 ? 'Counties' : 'County', counties.length > 0 && formatCounties(counties)],
      ],
      sections: {
        Awards: awards.length > 0 && entries(awards),
        'On file, not verified':
          held.length > 0 && html`<p class="small soft">These rows are part of no sum.</p>${entries(held)}`,
        'The same name elsewhere':
          namesakes.length > 0 &&
          html`<p class="small soft">Nothing shows that these are the same organization.</p>${formatBullets(namesakes.map(nameWithStates))}`,
        Sources: html`${formatBullets(documents.map(({ id, title }) => html`<a href="${toDocumentPath(id)}">${title}</a>`))}<p class="small soft">An award is counted only when an official list confirms it. Names are spelled as in that list.</p>`,
      },
      history: { updatedAt: findNewest(rows.map(({ updatedAt }) => updatedAt)) ?? '', ...past },
      cited: `Awards to ${name} (${where})`,
      source: documents[0]?.url ?? null,
      title: `${shortenText(name, 70)}, ${where}`,
      description: `${countedText(awards.length, 'award')} to ${name} in ${where} from the Rural Health Transformation Program. Amount: ${total}.`,
      data: {
        '@type': 'Organization',
        name,
        url: context.base + path,
        areaServed: [...states.values()].map((state) => ({ '@type': 'State', name: state })),
        funding: awards.map(toGrantData),
      },
    },
    context,
  )
  return { ...view, section: '/awards' }
}

/** The other spellings, and why awards of several states are together. */
function formatIdentity({ name, spellings, states, ccns }: Recipient): Html | false {
  const others = spellings.filter((each) => each !== name)
  const evidence = spellings.map(findEvidence).find((each) => each !== null)
  const reason =
    ccns.length > 0
      ? 'because its certification number is the same'
      : evidence && html`according to ${formatHostLink(evidence)}`
  const named = formatList(others)
  // Names such as "Mercy, Inc." end the sentence with their own period.
  return html`${named && html`<p class="small">Also written as ${named.replace(/\.?$/, '.')}</p>`}${
    states.size > 1 && html`<p class="small">Shown as one organization ${reason}.</p>`
  }`
}

const nameWithStates = (recipient: Recipient): Html =>
  html`<a href="${toRecipientPath(recipient)}">${recipient.name}, ${[...recipient.states.values()].join(', ')}</a>`

const formatStateLink = ([code, name]: [string, string]): Html =>
  html`<a href="/states/${code.toLowerCase()}">${name}</a>`

const COUNTIES_SHOWN = 4

const formatCounties = (counties: readonly County[]): Html =>
  html`${join(
    counties
      .slice(0, COUNTIES_SHOWN)
      .map((county) => html`<a href="${toNearPath(county)}">${formatCounty(county)}</a>`),
    '; ',
  )}${counties.length > COUNTIES_SHOWN && ` and ${counties.length - COUNTIES_SHOWN} more`}`

function formatHeld(held: readonly Award[]): string {
  const { total } = sumAmounts(held)
  return `${countedText(held.length, 'row')}${total === null ? '' : `, ${formatWholeDollars(total)}`}; not in the total`
}

const toAwardEntry = (award: Award, hasState: boolean): Entry => ({
  title: getPurpose(award) ?? 'Award',
  path: toAwardPath(award.id),
  when: { text: formatAmount(award) },
  mark: formatHeldMark(award),
  facts: [
    formatHeldReason(award),
    hasState && award.stateName,
    award.fiscalYear,
    award.awardStage && STAGES[award.awardStage],
    award.awardDate && formatLongDate(award.awardDate),
    award.matchAmount !== null && `${formatWholeDollars(award.matchAmount)} match`,
    award.county ?? award.place,
    award.remark && formatProse(award.remark),
  ],
})
