import { getFormats } from '../../formats/formats.ts'
import { SCORE_FACTORS, type ScoreFactor } from '../../schema/policies.ts'
import { CATEGORIES, type CategoryId } from '../../schema/taxonomy.ts'
import { NO_STATE, STATE_NAMES, type StateCode } from '../../schema/vocabularies.ts'
import { alertPath } from '../addresses.ts'
import { type Html, html } from '../html.ts'
import { getLayout } from '../layouts.ts'
import { codeText } from '../wording.ts'
import type { Chosen, Listing, SectionName } from './listing.ts'

/** The heading of a list with its filters: `Open calls in Nebraska`. */
export function formatHeading(listing: Pick<Listing<never>, 'heading'>, chosen: Chosen): string {
  const states = (chosen.state ?? '').split(',').filter(Boolean)
  const names = states.map((state) => (state === NO_STATE ? 'the nation' : (STATE_NAMES[state as StateCode] ?? state)))
  const where = names.length > 0 ? ` in ${new Intl.ListFormat('en-US').format(names)}` : ''
  const words = chosen.q ? ` matching “${chosen.q}”` : ''
  return `${listing.heading(chosen, where)}${words}`
}

export function formatChoice(value: string, parameter: string): string {
  if (parameter === 'state') return value === NO_STATE ? 'National' : (STATE_NAMES[value as StateCode] ?? value)
  if (value in CATEGORIES) return CATEGORIES[value as CategoryId].label
  if (parameter === 'factor') return SCORE_FACTORS[value as ScoreFactor] ?? value
  if (parameter === 'fileType' || parameter === 'fiscalYear' || parameter === 'county') return value
  return codeText(value)
}

export const filePath = (name: string, format: string, search: string): string =>
  `/${name}.${format}${search && `?${search}`}`

const FILE_FORMATS = ['csv', 'ics', 'atom'] as const
export type FileFormat = (typeof FILE_FORMATS)[number]
const FILE_LABELS = { csv: 'Table (CSV)', ics: 'Calendar (.ics)', atom: 'Feed' } as const

export const getFileFormats = (name: SectionName): FileFormat[] => {
  const offered = getFormats(getLayout(name))
  return FILE_FORMATS.filter((format) => offered.includes(format))
}

/** Links to the files of a list with a query, as list items. @param base where calendars are subscribed to; null for none */
export const fileLinks = (name: SectionName, search: string, base: string | null, title: string): Html[] =>
  getFileFormats(name).map((format) => {
    const path = filePath(name, format, search)
    return html`<li><a href="${path}"${format === 'csv' && html` download`}>${FILE_LABELS[format]}</a></li>${
      format === 'ics' && base !== null && subscribeLinks(base + path, title)
    }`
  })

export const alertLink = (name: SectionName, search: string): Html =>
  html`<a href="${alertPath(name, search)}" rel="nofollow">Email me about this</a>`

function subscribeLinks(calendar: string, title: string): Html {
  const webcal = calendar.replace(/^https?:/, 'webcal:')
  const google = `https://calendar.google.com/calendar/r?cid=${encodeURIComponent(webcal)}`
  const outlook = `https://outlook.live.com/calendar/0/addfromweb?url=${encodeURIComponent(calendar)}&name=${encodeURIComponent(title)}`
  return html`<li><a href="${webcal}">Subscribe in Apple or Outlook</a></li><li><a href="${google}">Google Calendar</a></li><li><a href="${outlook}">Outlook.com</a></li>`
}
