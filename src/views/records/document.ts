import type { Award } from '../../resources/awards.ts'
import { CATEGORIES } from '../../schema/taxonomy.ts'
import type { Document, DocumentDetail } from '../../schema/wire/records.ts'
import { formatMark } from '../entries.ts'
import { type Html, html, joined } from '../html.ts'
import { amountText, documentPath } from '../lists/listings.ts'
import { formatTable } from '../tables.ts'
import type { SiteContext, View } from '../view.ts'
import {
  countedText,
  dateText,
  dollarText,
  momentDay,
  orUnknown,
  percentText,
  proseText,
  shortText,
  words,
} from '../wording.ts'
import { bullets, type Fact, hostLink, known, type Past, recordView } from './parts.ts'

export interface WholeDocument {
  item: Document
  detail: DocumentDetail
  awards: readonly { award: Award; path: string }[]
  /** The time zone in which its dates are meant. */
  zone: string
  past: Past
}

export function documentView({ item, detail, awards, zone, past }: WholeDocument, context: SiteContext): View {
  const { id, title, state, fileType, url, category } = item
  const stateName = detail.stateName ?? 'National'
  const path = documentPath(id)
  return recordView(
    {
      list: { text: 'Documents', path: '/documents' },
      state,
      stateName,
      path,
      heading: title,
      lead: html`<p>${formatMark({ text: words(category) })} ${joined([stateName, fileType, detail.pages !== null && countedText(detail.pages, 'page')], ' · ')}</p>`,
      facts: [
        ['Published', orUnknown(item.published, dateText)],
        ['First seen', item.published === null && dateText(item.discovered)],
        ['Next deadline', momentDay({ at: item.nextDeadline, precision: 'DATE', zone })],
        ['Amount announced', item.award !== null && dollarText(item.award)],
        ['Fiscal year', item.fiscalYear],
        ['Phase', detail.implementationPhase && words(detail.implementationPhase)],
        ...budgetFacts(detail),
      ],
      actions: html`<a href="${url}">Open the document</a>${item.applicationUrl && html`<a href="${item.applicationUrl}">Apply</a>`}`,
      sections: {
        Summary: aboutText(item, detail),
        'Key dates': bullets(item.keyDates.map(({ label, date }) => `${dateText(date)}: ${label}`)),
        'Strategic goals': bullets(detail.strategicGoals),
        'Key initiatives': bullets(detail.transformationStrategy.keyInitiatives),
        Milestones: bullets(detail.milestones.map(({ date, label }) => `${date}: ${label}`)),
        'Awards in this document': awards.length > 0 && awardsText(awards, state),
        Subjects: html`<p>${item.programCategories.map((subject) => CATEGORIES[subject].label).join(', ')}</p>`,
        Source: html`<p>${hostLink(url)}</p><p class="small soft">${percentText(detail.completenessScore * 100)} of the fields of a document record are filled in.</p>`,
      },
      history: { updatedAt: item.updatedAt, zone, ...past },
      source: url,
      title: shortText(title, 90),
      description: proseText(`${stateName}: ${item.highlights ?? detail.description ?? title}`),
      data: known({
        '@type': 'DigitalDocument',
        name: title,
        description: item.highlights ?? detail.description,
        url: context.base + path,
        sameAs: url,
        identifier: id,
        datePublished: item.published,
        encodingFormat: fileType,
        spatialCoverage: state && { '@type': 'State', name: stateName },
      }),
    },
    context,
  )
}

function aboutText(
  { highlights }: Document,
  { description, programHighlights, transformationStrategy }: DocumentDetail,
): Html {
  const texts = [
    description ?? highlights,
    description === null ? programHighlights : null,
    transformationStrategy.approachSummary,
  ]
  const paragraphs = texts.filter((text) => text !== null).map((text) => html`<p>${proseText(text)}</p>`)
  return paragraphs.length > 0
    ? html`${paragraphs}`
    : html`<p class="soft">No description available. See the document itself.</p>`
}

const budgetFacts = ({ budget: { total, federal, match } }: DocumentDetail): Fact[] => [
  ['Budget', total !== null && dollarText(total)],
  ['Federal share', federal !== null && dollarText(federal)],
  ['Match', match !== null && dollarText(match)],
]

const SHOWN = 40

function awardsText(awards: WholeDocument['awards'], state: string | null): Html {
  return html`${formatTable({
    caption: countedText(awards.length, 'verified award'),
    isTitled: true,
    class: 'numbers',
    rows: awards
      .slice(0, SHOWN)
      .map(({ award, path }) => [html`<a href="${path}">${award.awardeeName}</a>`, amountText(award)]),
  })}${
    awards.length > SHOWN &&
    html`<p class="more">And ${awards.length - SHOWN} more${state && html` among <a href="/awards?state=${state}">the awards in the state</a>`}.</p>`
  }`
}
