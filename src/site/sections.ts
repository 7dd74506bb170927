import { compare } from '../rules/compare.ts'
import type { Instant } from '../rules/moments.ts'
import { CATEGORIES, type CategoryId } from '../schema/taxonomy.ts'
import { STATE_NAMES } from '../schema/vocabularies.ts'
import type { Service } from '../store/service.ts'
import { DOCUMENT_DATES } from '../views/lists/documents.ts'
import { listingOf } from '../views/lists/index.ts'
import { NATIONAL, PAGE_SIZE, type SectionName } from '../views/lists/listing.ts'
import { codeText, countText, words } from '../views/wording.ts'
import { entriesOf } from './lists.ts'

/** Title and lead of each section. */
export const SECTION_HEADS = {
  opportunities: {
    title: 'Opportunities',
    lead: 'Grants, requests for proposals and other calls under the Rural Health Transformation Program, with deadlines.',
    shape: 'entries',
  },
  awards: {
    title: 'Awards',
    lead: 'Who received program money: every verified award to an organization, with the amount if published.',
    shape: 'table',
  },
  documents: {
    title: 'Documents',
    lead: `Announcements, plans, guidance and award lists from states and federal agencies. ${DOCUMENT_DATES}`,
    shape: 'entries',
  },
  events: {
    title: 'Events',
    lead: 'Webinars, town halls and committee meetings, with recordings and slides where available.',
    shape: 'entries',
  },
} as const satisfies Record<SectionName, { title: string; lead: string; shape: 'entries' | 'table' }>

/** One choice of a filter, with the number of matching entries. */
export interface Choice {
  value: string
  label: string
  count: number
}

/** A filter of a section. */
export interface Facet {
  parameter: string
  label: string
  choices: Choice[]
}

/** One page of a section as it is built. */
export interface SectionPage {
  name: SectionName
  page: number
  pages: number
  total: number
  rows: string
  facets: Facet[]
}

const LABELS: Record<string, string> = {
  state: 'State',
  status: 'Status',
  type: 'Type',
  category: 'Subject',
  year: 'Year',
  file: 'File type',
}

/** Every page of a section. */
export function sectionPages(service: Service, now: Instant, name: SectionName): SectionPage[] {
  const listing = listingOf(name)
  const entries = entriesOf(service, now, name)
  const facets = Object.entries(listing.facets).map(([parameter, valuesOf]) => ({
    parameter,
    label: LABELS[parameter] ?? parameter,
    choices: choicesOf(entries.flatMap(valuesOf), parameter),
  }))
  const pages = Math.max(1, Math.ceil(entries.length / PAGE_SIZE))
  return Array.from({ length: pages }, (_, place) => ({
    name,
    page: place + 1,
    pages,
    total: entries.length,
    rows: entries
      .slice(place * PAGE_SIZE, (place + 1) * PAGE_SIZE)
      .map((entry) => listing.row(entry).text)
      .join(''),
    facets,
  }))
}

function choicesOf(values: (string | null)[], parameter: string): Choice[] {
  const counts = Map.groupBy(
    values.filter((value) => value !== null),
    (value) => value,
  )
  const choices = [...counts].map(([value, same]) => ({ value, label: labelOf(value, parameter), count: same.length }))
  return choices.sort((a, b) => rankOf(a) - rankOf(b) || compare(a.label, b.label))
}

// The choices that grant seekers use most come first.
const FIRST = ['open', NATIONAL]
const rankOf = ({ value }: Choice): number => (FIRST.includes(value) ? 0 : 1)

function labelOf(value: string, parameter: string): string {
  if (parameter === 'state') return value === NATIONAL ? 'National' : STATE_NAMES[value as keyof typeof STATE_NAMES]
  if (parameter === 'status' && value === 'open') return 'Open for applications'
  if (value in CATEGORIES) return CATEGORIES[value as CategoryId].label
  if (parameter === 'type' && value === value.toUpperCase()) return codeText(value)
  if (value !== value.toLowerCase() || parameter === 'file') return value.toUpperCase()
  const text = words(value)
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** The text of a choice: `Nebraska (19)`. */
export const choiceText = ({ label, count }: Choice): string => `${label} (${countText(count)})`

/** The path of a page of a section, from page 1. */
export const sectionPath = (name: SectionName, page = 1): string => (page === 1 ? `/${name}` : `/${name}/page/${page}`)
