import type { ActivityDetail } from '../../resources/activities.ts'
import type { Award } from '../../resources/awards.ts'
import { sumAmounts } from '../../rules/awards/totals.ts'
import { addDays, toLocalDay } from '../../rules/time/moments.ts'
import { CATEGORIES } from '../../schema/taxonomy.ts'
import { STATE_NAMES, type StatusBasis } from '../../schema/vocabularies.ts'
import type { Document, DocumentDetail, Opportunity } from '../../schema/wire/records.ts'
import { formatEntries, formatMark } from '../entries.ts'
import { type Html, html, join } from '../html.ts'
import { formatAmount, formatStatus, toActivityPath, toDocumentPath } from '../lists/listings.ts'
import { formatUnconfirmed, getMark, toOpportunityPath } from '../lists/opportunities.ts'
import { formatTable } from '../tables.ts'
import type { SiteContext, View } from '../view.ts'
import {
  countedText,
  countText,
  formatCode,
  formatLongDate,
  formatMoment,
  formatMomentDay,
  formatPercent,
  formatProse,
  formatWholeDollars,
  orUnknown,
  shortenText,
  toWords,
} from '../wording.ts'
import { type Fact, formatBullets, formatHostLink, formatHostLinks, type Past, recordView } from './parts.ts'

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

export function toOpportunityView(
  opportunity: Opportunity,
  related: Opportunity | null,
  past: Past,
  context: SiteContext,
): View {
  const { title, slug, state, type, status, statusBasis, summary, sourceUrl, issuingAgency } = opportunity
  const { createdAt, updatedAt, timeZone } = opportunity
  const path = toOpportunityPath(slug)
  const stateName = state ? STATE_NAMES[state] : 'National'
  const due = formatDate(opportunity, 'dueDate')
  const google = toGoogleAddress(opportunity)
  const hasDeadline = DEADLINES.some((field) => Date.parse(opportunity[field] ?? '') > context.now)
  return recordView(
    {
      list: { text: 'Opportunities', path: '/opportunities' },
      state,
      stateName,
      path,
      heading: title,
      lead: html`<p>${formatMark(getMark(opportunity))} ${join([formatUnconfirmed(opportunity), BASES[statusBasis](opportunity)], ' · ')}</p>`,
      facts: [
        ['Applications due', due ?? (opportunity.rolling ? 'rolling, while funds last' : 'no date published')],
        ['Letter of intent due', formatDate(opportunity, 'loiDate')],
        ['Questions due', formatDate(opportunity, 'questionDeadline')],
        [
          'Expected by',
          status === 'UPCOMING' && opportunity.expectedBy !== null && formatLongDate(opportunity.expectedBy),
        ],
        ['Posted', formatDate(opportunity, 'postedDate')],
        ['Total amount', formatPool(opportunity)],
        ['Largest single award', opportunity.budgetPerAward !== null && formatWholeDollars(opportunity.budgetPerAward)],
        ['Type', formatCode(type)],
        ['Issued by', issuingAgency],
        ['Where', state ? html`<a href="/states/${state.toLowerCase()}">${stateName}</a>` : 'All states'],
      ],
      actions: html`<a href="${sourceUrl}">Official page</a>${hasDeadline && html`<a href="${path}.ics">Add to calendar</a>`}${
        google && html`<a href="${google}">Google Calendar</a>`
      }`,
      sections: {
        Summary: summary
          ? html`<p>${formatProse(summary)}</p>`
          : html`<p class="soft">No summary available. See the official page.</p>`,
        'Who can apply': formatBullets(opportunity.applicantTypes),
        Subjects: html`<p>${join(
          opportunity.programCategories.map(
            (id) => html`<a href="/opportunities?category=${id}">${CATEGORIES[id].label}</a>`,
          ),
          ', ',
        )}</p>`,
        Related:
          related &&
          html`<p>${opportunity.relatedTo && RELATIONS[opportunity.relatedTo.relation]}: <a href="${toOpportunityPath(related.slug)}">${related.title}</a>.</p>`,
        Sources: formatSources(opportunity),
      },
      history: { createdAt, updatedAt, zone: timeZone, ...past },
      source: sourceUrl,
      title: shortenText(title, 90),
      description: `${stateName}: ${summary === null ? title : formatProse(summary)}${due ? ` Due ${due}.` : ''}`,
      data: toGrantData(opportunity, context.base),
    },
    context,
  )
}

const DEADLINES = ['dueDate', 'loiDate', 'questionDeadline'] as const

const formatDate = (opportunity: Opportunity, field: (typeof DEADLINES)[number] | 'postedDate'): string | null =>
  formatMoment({ at: opportunity[field], precision: opportunity[`${field}Precision`], zone: opportunity.timeZone })

function formatPool({ budgetMin, budgetMax }: Opportunity): string | null {
  if (budgetMin !== null && budgetMax !== null && budgetMin < budgetMax)
    return `${formatWholeDollars(budgetMin)} to ${formatWholeDollars(budgetMax)}`
  const amount = budgetMax ?? budgetMin
  return amount === null ? 'not published' : formatWholeDollars(amount)
}

const formatSources = ({ sourceUrl, alsoFrom, lastConfirmedAt, inferred, timeZone }: Opportunity): Html =>
  html`${formatSourceList(html`${formatHostLink(sourceUrl)}, the official page`, alsoFrom)}<p class="small soft">${
    lastConfirmedAt
      ? `Last confirmed by a source on ${formatMomentDay(lastConfirmedAt, timeZone)}. `
      : 'No automatic check has confirmed it yet. '
  }${inferred.length > 0 && ` Inferred, not stated by a source: ${inferred.map(formatField).join(', ')}.`}</p>`

const formatSourceList = (first: Html, others: readonly string[]): Html | null =>
  formatBullets([first, ...(others.length > 0 ? [html`Also read: ${formatHostLinks(others)}`] : [])])

const formatField = (field: string): string => toWords(field.replace(/([A-Z])/g, '_$1'))

/** A link that adds the due date to Google Calendar; null when it has none or is closed. */
function toGoogleAddress(opportunity: Opportunity): string | null {
  const { title, dueDate, dueDatePrecision, sourceUrl, status } = opportunity
  if (dueDate === null || status === 'CLOSED') return null
  const day = toLocalDay(Date.parse(dueDate), opportunity.timeZone)
  const [start, end] = dueDatePrecision === 'TIME' ? [dueDate, dueDate] : [day, addDays(day, 1)]
  const dates = `${start}/${end}`.replace(/[-:]|\.\d{3}/g, '')
  const query = new URLSearchParams({ action: 'TEMPLATE', text: `Due: ${title}`, dates, details: sourceUrl })
  return `https://calendar.google.com/calendar/render?${query}`
}

function toGrantData(opportunity: Opportunity, base: string): object {
  const { id, title, slug, summary, status, sourceUrl, issuingAgency } = opportunity
  const { budgetMin: minValue, budgetMax: maxValue, postedDate: startTime, dueDate: endTime } = opportunity
  return {
    '@type': 'MonetaryGrant',
    name: title,
    description: summary,
    url: base + toOpportunityPath(slug),
    sameAs: sourceUrl,
    identifier: id,
    funder: issuingAgency && { '@type': 'Organization', name: issuingAgency },
    amount: (maxValue ?? minValue) === null ? null : { '@type': 'MonetaryAmount', currency: 'USD', minValue, maxValue },
    potentialAction: status === 'CLOSED' ? null : { '@type': 'ApplyAction', target: sourceUrl, startTime, endTime },
  }
}

export interface WholeDocument {
  item: Document
  detail: DocumentDetail
  awards: readonly { award: Award; path: string }[]
  /** The time zone in which its dates are meant. */
  zone: string
  past: Past
}

export function toDocumentView({ item, detail, awards, zone, past }: WholeDocument, context: SiteContext): View {
  const { id, title, state, fileType, url, category } = item
  const stateName = detail.stateName ?? 'National'
  const path = toDocumentPath(id)
  return recordView(
    {
      list: { text: 'Documents', path: '/documents' },
      state,
      stateName,
      path,
      heading: title,
      lead: html`<p>${formatMark({ text: toWords(category) })} ${join([stateName, fileType, detail.pages !== null && countedText(detail.pages, 'page')], ' · ')}</p>`,
      facts: [
        ['Published', orUnknown(item.published, formatLongDate)],
        ['First seen', item.published === null && formatLongDate(item.discovered)],
        ['Next deadline', formatMomentDay(item.nextDeadline, zone)],
        ['Amount announced', item.award !== null && formatWholeDollars(item.award)],
        ['Fiscal year', item.fiscalYear],
        ['Phase', detail.implementationPhase && toWords(detail.implementationPhase)],
        ...toBudgetFacts(detail),
      ],
      actions: html`<a href="${url}">Open the document</a>${item.applicationUrl && html`<a href="${item.applicationUrl}">Apply</a>`}`,
      sections: {
        Summary: formatAbout(item, detail),
        'Key dates': formatBullets(item.keyDates.map(({ label, date }) => `${formatLongDate(date)}: ${label}`)),
        'Strategic goals': formatBullets(detail.strategicGoals),
        'Key initiatives': formatBullets(detail.transformationStrategy.keyInitiatives),
        Milestones: formatBullets(detail.milestones.map(({ date, label }) => `${date}: ${label}`)),
        'Awards in this document': awards.length > 0 && formatAwards(awards, state),
        Subjects: html`<p>${item.programCategories.map((subject) => CATEGORIES[subject].label).join(', ')}</p>`,
        Source: html`${formatSourceList(html`${formatHostLink(url)}, the document itself`, item.alsoFrom)}<p class="small soft">${formatPercent(detail.completenessScore * 100)} of the fields of a document record are filled in.</p>`,
      },
      history: { updatedAt: item.updatedAt, zone, ...past },
      source: url,
      title: shortenText(title, 90),
      description: formatProse(`${stateName}: ${item.highlights ?? detail.description ?? title}`),
      data: {
        '@type': 'DigitalDocument',
        name: title,
        description: item.highlights ?? detail.description,
        url: context.base + path,
        sameAs: url,
        identifier: id,
        datePublished: item.published,
        encodingFormat: fileType,
        spatialCoverage: state && { '@type': 'State', name: stateName },
      },
    },
    context,
  )
}

function formatAbout(
  { highlights }: Document,
  { description, programHighlights, transformationStrategy }: DocumentDetail,
): Html {
  const texts = [
    ...(description === null ? [highlights, programHighlights] : [description]),
    transformationStrategy.approachSummary,
  ]
  const paragraphs = texts.flatMap((text) => (text === null ? [] : html`<p>${formatProse(text)}</p>`))
  return html`${paragraphs.length > 0 ? paragraphs : html`<p class="soft">No description available. See the document itself.</p>`}`
}

const toBudgetFacts = ({ budget: { total, federal, match } }: DocumentDetail): Fact[] =>
  Object.entries({ Budget: total, 'Federal share': federal, Match: match }).map(([name, amount]) => [
    name,
    amount !== null && formatWholeDollars(amount),
  ])

const AWARDS_SHOWN = 40

function formatAwards(awards: WholeDocument['awards'], state: string | null): Html {
  return html`${formatTable({
    caption: countedText(awards.length, 'verified award'),
    isTitled: true,
    class: 'numbers',
    rows: awards
      .slice(0, AWARDS_SHOWN)
      .map(({ award, path }) => [html`<a href="${path}">${award.awardeeName}</a>`, formatAmount(award)]),
  })}${
    awards.length > AWARDS_SHOWN &&
    html`<p class="more">And ${awards.length - AWARDS_SHOWN} more${state && html` among <a href="/awards?state=${state}">the awards in the state</a>`}.</p>`
  }`
}

const SHOWN = 8

export interface WholeActivity {
  activity: ActivityDetail
  awards: readonly { award: Award; path: string }[]
  calls: readonly Opportunity[]
  documents: readonly Document[]
  past: Past
}

/** The page of an activity: what it is for, how it is measured, and the calls, awards and documents that name it. */
export function toActivityView(
  { activity, awards, calls, documents, past }: WholeActivity,
  context: SiteContext,
): View {
  const { id, title, state, stateName, programCategory, description, metrics, statusSourceUrl, sourceDate } = activity
  const measures = [...new Set(metrics)]
  const subject = CATEGORIES[programCategory].label
  const status = formatStatus(activity) ?? 'unknown'
  const shown = awards
    .slice(0, SHOWN)
    .map(({ award, path }) => ({ title: award.awardeeName, path, when: { text: formatAmount(award) } }))
  const search = `state=${state}&q=${encodeURIComponent(`"${title}"`)}`
  return recordView(
    {
      list: { text: 'Activities', path: '/activities' },
      state,
      stateName,
      path: toActivityPath(id),
      heading: title,
      lead: html`<p class="lead">${description}</p>`,
      facts: [
        ['State', html`<a href="/states/${state.toLowerCase()}">${stateName}</a>`],
        ['Subject', html`<a href="/activities?programCategory=${programCategory}">${subject}</a>`],
        ['Status', statusSourceUrl ? html`<a href="${statusSourceUrl}">${status}</a>` : status],
        ['Number in the plan', activity.initiativeNumber],
        ['Awarded', awards.length > 0 && formatAwarded(awards.map(({ award }) => award))],
      ],
      sections: {
        'How it is measured': html`${formatBullets(measures) ?? html`<p class="soft">The federal form names no metric.</p>`}${
          measures.length < metrics.length &&
          html`<p class="small soft">The form has ${countText(metrics.length)} metrics; those of one name are shown once.</p>`
        }`,
        Calls:
          formatBullets(calls.map((call) => html`<a href="${toOpportunityPath(call.slug)}">${call.title}</a>`)) ??
          html`<p>No recorded call names it. <a href="/opportunities?state=${state}&programCategory=${programCategory}">Calls on ${subject} in ${stateName}</a></p>`,
        Awards:
          awards.length > 0 &&
          html`${formatEntries(shown)}${
            awards.length > SHOWN &&
            html`<p class="more"><a href="/awards?${search}">Find more of these ${countText(awards.length)} awards</a></p>`
          }`,
        Documents: formatBullets(documents.map(({ id, title }) => html`<a href="${toDocumentPath(id)}">${title}</a>`)),
        Source: html`<p>${formatHostLink(activity.sourceUrl)}, the federal list of initiatives of ${formatLongDate(sourceDate)}</p>`,
      },
      history: { updatedAt: activity.updatedAt, ...past },
      cited: `${title} (${stateName})`,
      source: activity.sourceUrl,
      title: `${shortenText(title, 70)}, ${stateName}`,
      description: `${stateName}: ${description}`,
      data: null,
    },
    context,
  )
}

/** `$1,200,000 in 12 awards`, or how many of them have an amount. */
function formatAwarded(awards: readonly Award[]): string {
  const { total, amountsKnown } = sumAmounts(awards)
  const count = countedText(awards.length, 'published award')
  if (total === null) return `${count}, amounts not published`
  return `${formatWholeDollars(total)} in ${amountsKnown === awards.length ? '' : `${countText(amountsKnown)} of `}${count}`
}
