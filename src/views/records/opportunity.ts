import { CATEGORIES, type CategoryId } from '../../schema/taxonomy.ts'
import { STATE_NAMES, type StatusBasis } from '../../schema/vocabularies.ts'
import type { Opportunity } from '../../schema/wire/records.ts'
import { formatMark } from '../entries.ts'
import { type Html, html, joined } from '../html.ts'
import { getMark, opportunityPath, unconfirmedText } from '../lists/opportunities.ts'
import type { SiteContext, View } from '../view.ts'
import { codeText, dateText, dollarText, momentDay, momentText, proseText, shortText, words } from '../wording.ts'
import { bullets, hostLink, known, type Past, recordView } from './parts.ts'

const BASES: Record<StatusBasis, (opportunity: Opportunity) => string> = {
  DUE_DATE: ({ status }) => (status === 'CLOSED' ? 'The due date has passed.' : 'Based on its due date.'),
  SOURCE: () => 'According to its source.',
  AWARDED: () => 'This notice announces awards.',
  POSTED: ({ status }) => (status === 'UPCOMING' ? 'Announced, not open yet.' : 'Posted.'),
  AMENDED: () => 'Recently amended.',
  ROLLING: () => 'Applications are accepted on a rolling basis while funds last.',
  UNCONFIRMED: () => 'Check the official page.',
}

const RELATIONS = {
  AWARD_NOTICE: 'Awards for this call were announced',
  EARLIER_ROUND: 'Earlier round',
  LATER_NOTICE: 'Later notice for the same program',
} as const

export function opportunityView(
  opportunity: Opportunity,
  related: Opportunity | null,
  past: Past,
  context: SiteContext,
): View {
  const { title, slug, state, type, status, statusBasis, summary, sourceUrl, issuingAgency } = opportunity
  const { createdAt, updatedAt, timeZone } = opportunity
  const path = opportunityPath(slug)
  const stateName = state ? STATE_NAMES[state] : 'National'
  const due = formatDate(opportunity, 'dueDate')
  const google = googleAddress(opportunity)
  return recordView(
    {
      list: { text: 'Opportunities', path: '/opportunities' },
      state,
      stateName,
      path,
      heading: title,
      lead: html`<p>${formatMark(getMark(opportunity))} ${joined([unconfirmedText(opportunity), BASES[statusBasis](opportunity)], ' · ')}</p>`,
      facts: [
        ['Applications due', due ?? (opportunity.rolling ? 'rolling, while funds last' : 'no date published')],
        ['Letter of intent due', formatDate(opportunity, 'loiDate')],
        ['Questions due', formatDate(opportunity, 'questionDeadline')],
        ['Expected by', status === 'UPCOMING' && opportunity.expectedBy !== null && dateText(opportunity.expectedBy)],
        ['Posted', formatDate(opportunity, 'postedDate')],
        ['Total amount', poolText(opportunity)],
        ['Largest single award', opportunity.budgetPerAward !== null && dollarText(opportunity.budgetPerAward)],
        ['Type', codeText(type)],
        ['Issued by', issuingAgency],
        ['Where', state ? html`<a href="/states/${state.toLowerCase()}">${stateName}</a>` : 'All states'],
      ],
      actions: html`<a href="${sourceUrl}">Official page</a>${hasDeadline(opportunity, context.now) && html`<a href="${path}.ics">Add to calendar</a>`}${
        google && html`<a href="${google}">Google Calendar</a>`
      }`,
      sections: {
        Summary: summary
          ? html`<p>${proseText(summary)}</p>`
          : html`<p class="soft">No summary available. See the official page.</p>`,
        'Who can apply': bullets(opportunity.applicantTypes),
        Subjects: html`<p>${joined(opportunity.programCategories.map(subjectLink), ', ')}</p>`,
        Related:
          related &&
          html`<p>${opportunity.relatedTo && RELATIONS[opportunity.relatedTo.relation]}: <a href="${opportunityPath(related.slug)}">${related.title}</a>.</p>`,
        Sources: sources(opportunity),
      },
      history: { createdAt, updatedAt, zone: timeZone, ...past },
      source: sourceUrl,
      title: shortText(title, 90),
      description: `${stateName}: ${summary === null ? title : proseText(summary)}${due ? ` Due ${due}.` : ''}`,
      data: grant(opportunity, context.base),
    },
    context,
  )
}

type DateField = 'dueDate' | 'loiDate' | 'questionDeadline' | 'postedDate'

const formatDate = (opportunity: Opportunity, field: DateField): string | null =>
  momentText({ at: opportunity[field], precision: opportunity[`${field}Precision`], zone: opportunity.timeZone })

const hasDeadline = ({ dueDate, loiDate, questionDeadline }: Opportunity, now: number): boolean =>
  [dueDate, loiDate, questionDeadline].some((deadline) => deadline !== null && Date.parse(deadline) > now)

function poolText({ budgetMin, budgetMax }: Opportunity): string | null {
  if (budgetMin !== null && budgetMax !== null && budgetMin < budgetMax)
    return `${dollarText(budgetMin)} to ${dollarText(budgetMax)}`
  const amount = budgetMax ?? budgetMin
  return amount === null ? 'not published' : dollarText(amount)
}

const subjectLink = (id: CategoryId): Html => html`<a href="/opportunities?category=${id}">${CATEGORIES[id].label}</a>`

function sources({ sourceUrl, alsoFrom, lastConfirmedAt, inferred, timeZone }: Opportunity): Html {
  return html`<ul><li>${hostLink(sourceUrl)}, the official page</li>${alsoFrom.map(
    (address) => html`<li>${hostLink(address)}, another source</li>`,
  )}</ul><p class="small soft">${
    lastConfirmedAt
      ? `Last confirmed by a source on ${momentDay({ at: lastConfirmedAt, precision: 'DATE', zone: timeZone })}. `
      : 'No automatic check has confirmed it yet. '
  }${inferred.length > 0 && ` Inferred, not stated by a source: ${inferred.map(fieldText).join(', ')}.`}</p>`
}

const fieldText = (field: string): string => words(field.replace(/([A-Z])/g, '_$1'))

/** A link that adds the due date to Google Calendar; null when it has none or is closed. */
function googleAddress(opportunity: Opportunity): string | null {
  const { title, dueDate, dueDatePrecision, sourceUrl, status } = opportunity
  if (dueDate === null || status === 'CLOSED') return null
  const stamp = (instant: number) => new Date(instant).toISOString().replace(/[-:]|\.\d{3}/g, '')
  const day = (instant: number) =>
    new Intl.DateTimeFormat('sv-SE', { timeZone: opportunity.timeZone }).format(instant).replaceAll('-', '')
  const at = Date.parse(dueDate)
  const dates =
    dueDatePrecision === 'TIME' ? `${stamp(at)}/${stamp(at)}` : `${day(at)}/${day(at + 24 * 60 * 60 * 1000)}`
  const query = new URLSearchParams({ action: 'TEMPLATE', text: `Due: ${title}`, dates, details: sourceUrl })
  return `https://calendar.google.com/calendar/render?${query}`
}

const grant = (opportunity: Opportunity, base: string): object =>
  known({
    '@type': 'MonetaryGrant',
    name: opportunity.title,
    description: opportunity.summary,
    url: base + opportunityPath(opportunity.slug),
    sameAs: opportunity.sourceUrl,
    identifier: opportunity.id,
    funder: opportunity.issuingAgency && { '@type': 'Organization', name: opportunity.issuingAgency },
    amount:
      opportunity.budgetMax === null && opportunity.budgetMin === null
        ? null
        : known({
            '@type': 'MonetaryAmount',
            currency: 'USD',
            minValue: opportunity.budgetMin,
            maxValue: opportunity.budgetMax,
          }),
    potentialAction:
      opportunity.status === 'CLOSED'
        ? null
        : known({
            '@type': 'ApplyAction',
            target: opportunity.sourceUrl,
            startTime: opportunity.postedDate,
            endTime: opportunity.dueDate,
          }),
  })
