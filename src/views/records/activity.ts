import type { ActivityDetail } from '../../resources/activities.ts'
import type { Award } from '../../resources/awards.ts'
import { getSum } from '../../rules/awards/totals.ts'
import { CATEGORIES } from '../../schema/taxonomy.ts'
import type { Document, Opportunity } from '../../schema/wire/records.ts'
import { formatEntries } from '../entries.ts'
import { html } from '../html.ts'
import { activityPath, amountText, documentPath, formatStatus } from '../lists/listings.ts'
import { opportunityPath } from '../lists/opportunities.ts'
import type { SiteContext, View } from '../view.ts'
import { countedText, countText, dateText, dollarText, shortText } from '../wording.ts'
import { bullets, hostLink, type Past, recordView } from './parts.ts'

const SHOWN = 8

export interface WholeActivity {
  activity: ActivityDetail
  awards: readonly { award: Award; path: string }[]
  calls: readonly Opportunity[]
  documents: readonly Document[]
  past: Past
}

/** The page of an activity: what it is for, how it is measured, and the calls, awards and documents that name it. */
export function activityView({ activity, awards, calls, documents, past }: WholeActivity, context: SiteContext): View {
  const { id, title, state, stateName, programCategory, description, metrics, statusSourceUrl, sourceUrl, sourceDate } =
    activity
  const subject = CATEGORIES[programCategory].label
  const status = formatStatus(activity)
  const shown = awards
    .slice(0, SHOWN)
    .map(({ award, path }) => ({ title: award.awardeeName, path, when: { text: amountText(award) } }))
  const search = `state=${state}&q=${encodeURIComponent(`"${title}"`)}`
  return recordView(
    {
      list: { text: 'Activities', path: '/activities' },
      state,
      stateName,
      path: activityPath(id),
      heading: title,
      lead: html`<p class="lead">${description}</p>`,
      facts: [
        ['State', html`<a href="/states/${state.toLowerCase()}">${stateName}</a>`],
        ['Subject', html`<a href="/activities?programCategory=${programCategory}">${subject}</a>`],
        [
          'Status',
          status === null ? 'unknown' : statusSourceUrl ? html`<a href="${statusSourceUrl}">${status}</a>` : status,
        ],
        ['Number in the plan', activity.initiativeNumber],
        ['Awarded', awards.length > 0 && awardedText(awards.map(({ award }) => award))],
      ],
      sections: {
        'How it is measured': bullets(metrics) ?? html`<p class="soft">The federal form names no metric.</p>`,
        Calls:
          bullets(calls.map((call) => html`<a href="${opportunityPath(call.slug)}">${call.title}</a>`)) ??
          html`<p>No recorded call names it. <a href="/opportunities?state=${state}&programCategory=${programCategory}">Calls on ${subject} in ${stateName}</a></p>`,
        Awards:
          awards.length > 0 &&
          html`${formatEntries(shown)}${
            awards.length > SHOWN &&
            html`<p class="more"><a href="/awards?${search}">Find more of these ${countText(awards.length)} awards</a></p>`
          }`,
        Documents: bullets(documents.map(({ id, title }) => html`<a href="${documentPath(id)}">${title}</a>`)),
        Source: html`<p>${hostLink(sourceUrl)}, the federal list of initiatives of ${dateText(sourceDate)}</p>`,
      },
      history: { updatedAt: activity.updatedAt, ...past },
      cited: `${title} (${stateName})`,
      source: sourceUrl,
      title: `${shortText(title, 70)}, ${stateName}`,
      description: `${stateName}: ${description}`,
      data: null,
    },
    context,
  )
}

/** `$1,200,000 in 12 awards`, or how many of them have an amount. */
function awardedText(awards: readonly Award[]): string {
  const amounts = awards.map(({ federalAmount }) => federalAmount)
  const known = amounts.filter((amount) => amount !== null).length
  const sum = getSum(amounts)
  const count = countedText(awards.length, 'published award')
  if (sum === null) return `${count}, amounts not published`
  return known === awards.length
    ? `${dollarText(sum)} in ${count}`
    : `${dollarText(sum)} in ${countText(known)} of ${count}`
}
