import type { Award } from '../../resources/awards.ts'
import { findEvidence } from '../../rules/awards/awardees.ts'
import { findNewest, getSum } from '../../rules/awards/totals.ts'
import { type Entry, formatEntries } from '../entries.ts'
import { type Html, html, joined } from '../html.ts'
import { amountText, awardPath, getPurpose, heldMark, heldText } from '../lists/awards.ts'
import { documentPath } from '../lists/documents.ts'
import { type Recipient, recipientPath } from '../recipients.ts'
import type { SiteContext, View } from '../view.ts'
import { codeText, countedText, dateText, dollarText, proseText, shortText } from '../wording.ts'
import { grant, STAGES } from './award.ts'
import type { Past } from './history.ts'
import { bullets, hostLink, known, recordView, section } from './parts.ts'

function formatTotal({ awards, total, known: amounts }: Recipient): string {
  if (total === null) return awards.length === 0 ? 'no verified award' : 'not published'
  if (amounts === awards.length) return dollarText(total)
  return `${dollarText(total)}, from ${amounts} of ${countedText(awards.length, 'award')}; the other amounts are not published`
}

/** The page of a recipient. @param namesakes the recipients of the same name, which are not known to be the same */
export function recipientView(
  recipient: Recipient,
  namesakes: readonly Recipient[],
  past: Past,
  context: SiteContext,
): View {
  const { name, states, awards, held, kinds, ccns, counties } = recipient
  const path = recipientPath(recipient)
  const rows = [...awards, ...held]
  const where = new Intl.ListFormat('en-US').format(states.values())
  const documents = [...new Map(rows.map(({ sourceDocument }) => [sourceDocument.id, sourceDocument])).values()]
  const isSeveral = states.size > 1
  const total = formatTotal(recipient)
  const entries = (own: readonly Award[]) => formatEntries(own.map((award) => awardEntry(award, isSeveral)))
  const view = recordView(
    {
      list: { text: 'Recipients', path: '/recipients' },
      state: isSeveral ? null : ([...states.keys()][0] ?? null),
      stateName: isSeveral ? null : where,
      path,
      heading: name,
      lead: html`<p class="lead">${countedText(awards.length, 'verified award')} under the Rural Health Transformation Program in ${where}.</p>${identity(recipient)}`,
      facts: [
        ['Total amount', total],
        ['On file, not verified', held.length > 0 && formatHeld(held)],
        [isSeveral ? 'States' : 'State', html`${joined([...states].map(stateLink), ', ')}`],
        ['Kind', kinds.map(codeText).join(', ')],
        ['CMS certification number', ccns.join(', ')],
        [counties.length > 1 ? 'Counties' : 'County', counties.length > 0 && countiesText(counties)],
      ],
      sections: [
        section('awards', 'Awards', awards.length > 0 && entries(awards)),
        section(
          'held',
          'On file, not verified',
          held.length > 0 && html`<p class="small soft">These rows are part of no sum.</p>${entries(held)}`,
        ),
        section(
          'namesakes',
          'The same name elsewhere',
          namesakes.length > 0 &&
            html`<p class="small soft">Nothing shows that these are the same organization.</p>${bullets(
              namesakes.map(
                (other) =>
                  html`<a href="${recipientPath(other)}">${other.name}, ${[...other.states.values()].join(', ')}</a>`,
              ),
            )}`,
        ),
        section(
          'sources',
          'Sources',
          html`${bullets(documents.map(({ id, title }) => html`<a href="${documentPath(id)}">${title}</a>`))}<p class="small soft">An award is counted only when an official list confirms it. Names are spelled as in that list.</p>`,
        ),
      ],
      history: { createdAt: null, updatedAt: findNewest(rows.map(({ updatedAt }) => updatedAt)) ?? '', ...past },
      cited: { title: `Awards to ${name} (${where})`, source: documents[0]?.url ?? null },
      title: `${shortText(name, 70)}, ${where}`,
      description: `${countedText(awards.length, 'award')} to ${name} in ${where} from the Rural Health Transformation Program. Amount: ${total}.`,
      data: known({
        '@type': 'Organization',
        name,
        url: context.base + path,
        areaServed: [...states.values()].map((state) => ({ '@type': 'State', name: state })),
        funding: awards.map(grant),
      }),
    },
    context,
  )
  return { ...view, section: '/awards' }
}

/** The other spellings, and why awards of several states are together. */
function identity({ name, spellings, states, ccns }: Recipient): Html | false {
  const others = spellings.filter((each) => each !== name)
  const evidence = spellings.map(findEvidence).find((each) => each !== null)
  const reason =
    ccns.length > 0
      ? 'because its certification number is the same'
      : evidence && html`according to ${hostLink(evidence)}`
  return html`${others.length > 0 && html`<p class="small">Also written as ${new Intl.ListFormat('en-US').format(others)}.</p>`}${
    states.size > 1 && html`<p class="small">Shown as one organization ${reason}.</p>`
  }`
}

const stateLink = ([code, name]: [string, string]): Html => html`<a href="/states/${code.toLowerCase()}">${name}</a>`

const COUNTIES_SHOWN = 4

const countiesText = (counties: readonly string[]): Html =>
  html`${joined(
    counties
      .slice(0, COUNTIES_SHOWN)
      .map((county) => html`<a href="/near?${new URLSearchParams({ county }).toString()}">${county}</a>`),
    '; ',
  )}${counties.length > COUNTIES_SHOWN && ` and ${counties.length - COUNTIES_SHOWN} more`}`

function formatHeld(held: readonly Award[]): string {
  const sum = getSum(held.map(({ federalAmount }) => federalAmount))
  return `${countedText(held.length, 'row')}${sum === null ? '' : `, ${dollarText(sum)}`}; not in the total`
}

const awardEntry = (award: Award, hasState: boolean): Entry => ({
  title: getPurpose(award) ?? 'Award',
  path: awardPath(award.id),
  when: { text: amountText(award) },
  mark: heldMark(award),
  facts: [
    heldText(award),
    hasState && award.stateName,
    award.fiscalYear,
    award.awardStage && STAGES[award.awardStage],
    award.awardDate && dateText(award.awardDate),
    award.matchAmount !== null && `${dollarText(award.matchAmount)} match`,
    award.county ?? award.place,
    award.remark && proseText(award.remark),
  ],
})
