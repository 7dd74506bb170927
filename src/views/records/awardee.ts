import type { Award } from '../../resources/awards.ts'
import { findNewest } from '../../rules/awards/totals.ts'
import type { Awardee } from '../awardees.ts'
import { type Html, html, joined } from '../html.ts'
import { awardeePath } from '../lists/awards.ts'
import { documentPath } from '../lists/documents.ts'
import type { Place, View } from '../view.ts'
import { countedText, dateText, dollarText, proseText, shortText } from '../wording.ts'
import { historySection, type Past } from './history.ts'
import {
  breadcrumbs,
  bullets,
  citation,
  factList,
  formatDescription,
  known,
  section,
  sharePath,
  trail,
} from './parts.ts'

const STAGES = { INTENT: 'notice of intent', AWARDED: 'awarded', CONTRACTED: 'under contract' } as const

/** The page of an organization that received awards in a state. */
export function awardeeView(awardee: Awardee, elsewhere: readonly Awardee[], past: Past, place: Place): View {
  const { name, state, stateName, awards, total, known: amounts } = awardee
  const path = awardeePath(awardee)
  const steps = [
    { text: 'Awards', path: '/awards' },
    { text: stateName, path: `/states/${state.toLowerCase()}` },
  ]
  const documents = [...new Map(awards.map(({ sourceDocument }) => [sourceDocument.id, sourceDocument])).values()]
  const sum =
    total === null
      ? 'not published'
      : amounts === awards.length
        ? dollarText(total)
        : `${dollarText(total)}, from ${amounts} of ${countedText(awards.length, 'award')}; the other amounts are not published`
  const main = html`<article class="wide text page-top record"><header>${trail(steps)}<h1>${name}</h1><p class="lead">${countedText(awards.length, 'award')} under the Rural Health Transformation Program in ${stateName}.</p></header>
${factList([
  { name: 'Total amount', value: sum },
  { name: 'State', value: html`<a href="/states/${state.toLowerCase()}">${stateName}</a>` },
  { name: 'Awards', value: String(awards.length) },
])}
${section('awards', 'Awards', html`<ul class="entries">${awards.map(awardEntry)}</ul>`)}
${section(
  'elsewhere',
  'In other states',
  bullets(elsewhere.map((other) => html`<a href="${awardeePath(other)}">${other.stateName}</a>`)),
)}
${section('sources', 'Sources', bullets(documents.map(({ id, title }) => html`<a href="${documentPath(id)}">${title}</a>`)))}
<p class="small soft">An award is shown only when an official list confirms it. Names are spelled as in that list.</p>
${historySection({ createdAt: null, updatedAt: findNewest(awards.map(({ updatedAt }) => updatedAt)) ?? '', ...past })}
${citation({ title: `Awards to ${name} (${stateName})`, path, source: documents[0]?.url ?? null }, place)}</article>`
  return {
    title: `${shortText(name, 70)}, ${stateName}`,
    description: formatDescription(
      `${countedText(awards.length, 'award')} to ${name} in ${stateName} from the Rural Health Transformation Program. Amount: ${sum}.`,
    ),
    path,
    section: '/awards',
    picture: sharePath(state),
    main,
    data: {
      '@graph': [
        {
          '@type': 'Organization',
          name,
          url: place.base + path,
          areaServed: { '@type': 'State', name: stateName },
          funding: awards.map(grant),
        },
        breadcrumbs(place.base, [...steps, { text: name, path }]),
      ],
    },
  }
}

function awardEntry(award: Award): Html {
  const { awardeeName, federalAmount, matchAmount, fiscalYear, awardStage, awardDate, remark } = award
  const purpose = award.projectTitle ?? award.initiative ?? award.programDescription ?? awardeeName
  return html`<li><span class="when">${federalAmount === null ? 'amount not published' : dollarText(federalAmount)}</span><span>${proseText(purpose)}</span><p>${joined(
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

const grant = ({ federalAmount, projectTitle, initiative, sourceDocument, id }: Award): object =>
  known({
    '@type': 'MonetaryGrant',
    name: projectTitle ?? initiative ?? 'Rural Health Transformation Program award',
    identifier: id,
    url: sourceDocument.url,
    amount: federalAmount === null ? null : { '@type': 'MonetaryAmount', currency: 'USD', value: federalAmount },
  })
