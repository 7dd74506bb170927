import { readFileSync } from 'node:fs'
import type { ResourceName } from '../../src/resources/index.ts'
import { classifyApplicants } from '../../src/rules/classify/kinds.ts'
import { STATE_NAMES, type StateCode } from '../../src/schema/vocabularies.ts'
import { declaredMatch } from './declared.ts'

/** The filters of lists, written out over items according to the specification. */

// biome-ignore lint/suspicious/noExplicitAny: items of all shapes are filtered
export type Item = any
export type Query = Record<string, string>

/** A word, phrase or prefix that a keyword search requires or excludes. */
export interface Asked {
  kind: 'word' | 'phrase' | 'prefix'
  words: string
  isExcluded: boolean
}

const LEGACY: Record<string, string> = {
  EMS_DEVELOPMENT: 'EMS_MOBILE_INTEGRATED_HEALTH',
  POPULATION_HEALTH: 'COMMUNITY_POPULATION_HEALTH',
  WORKFORCE: 'WORKFORCE_DEVELOPMENT',
  HEALTH_INFORMATION_TECHNOLOGY: 'HEALTH_IT_DATA_INTEROPERABILITY',
  NETWORK_DEVELOPMENT: 'NETWORK_REGIONAL_COLLABORATION',
  QUALITY_IMPROVEMENT: 'QUALITY_PATIENT_SAFETY',
  FINANCE: 'FINANCIAL_SUSTAINABILITY_REIMBURSEMENT',
  OTHER: 'OTHER_UNCLASSIFIED',
}
const CANONICAL_TO_LEGACY = Object.fromEntries(Object.entries(LEGACY).map(([legacy, canonical]) => [canonical, legacy]))

type Match = (item: Item, query: Query, q: readonly Asked[] | null) => boolean

export const parseValues = (text: string): string[] => text.split(',').map((word) => word.trim().toUpperCase())
const isIn = (text: string | undefined, value: string | null): boolean =>
  text === undefined || parseValues(text).includes(value ?? 'NONE')
const shares = (text: string | undefined, values: readonly string[]): boolean =>
  text === undefined || parseValues(text).some((word) => values.includes(word))
const canonical = (text: string | undefined): string | undefined =>
  text &&
  parseValues(text)
    .map((word) => LEGACY[word] ?? word)
    .join(',')
const toLegacy = (categories: readonly string[]): string[] => {
  const legacy = categories.flatMap((category) => CANONICAL_TO_LEGACY[category] ?? [])
  return legacy.length > 0 ? legacy : ['OTHER']
}
const year = (text: string | undefined): string | undefined => text && `FY20${text.trim().slice(-2)}`
const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

const COUNTY = / (county|parish|borough|census area|municipality|city and borough)$/i
const isCounty = (name: string): boolean => COUNTY.test(name)
const bareCounty = (name: string): string => plain(name).trim().replace(COUNTY, '')

const POINTS = new Map(
  Object.entries<string>(JSON.parse(readFileSync('vocabulary/counties.json', 'utf8'))).flatMap(([state, list]) =>
    list.split(';').map((county) => {
      const [name, ...point] = county.split(',')
      return [`${name}, ${state}`, point.map((degrees) => (Number(degrees) * Math.PI) / 180)] as const
    }),
  ),
)

/** Distances by the law of cosines; the service uses another formula. */
function isNear(item: Item, near: string, within: number): boolean {
  const asked = plain(near).split(', ')
  const isAsked = (county: string) => {
    const [name = '', state = ''] = county.split(', ')
    return bareCounty(name) === bareCounty(asked[0] ?? '') && plain(state) === asked[1]
  }
  const [lat = 0, lon = 0] = [...POINTS].find(([county]) => isAsked(county))?.[1] ?? []
  const names: string[] = item.county === null ? (item.place ?? '').split('; ') : [item.county]
  return names.some((each) => {
    const point = POINTS.get(`${each}, ${item.state}`)
    if (!point) return false
    const [latTo = 0, lonTo = 0] = point
    const cosine = Math.sin(lat) * Math.sin(latTo) + Math.cos(lat) * Math.cos(latTo) * Math.cos(lonTo - lon)
    return Math.round(3_958.8 * Math.acos(Math.min(1, cosine))) <= within
  })
}

/** Whether an item of a list matches a query. */
export const matches = (name: ResourceName): Match =>
  MATCHES[name]
    ? (item, query, q) => common(name, item, query) && (MATCHES[name]?.(item, query, q) ?? true)
    : (item, query) => declaredMatch(name, item, query)

/** The amount of an item that `amountMin` and `amountMax` filter. */
const AMOUNTS: { [Name in ResourceName]?: string } = {
  awards: 'federalAmount',
  documents: 'award',
  opportunities: 'budgetMax',
}
/** The moments of an item that a filter limits, inclusively. */
const PERIODS = { due: 'dueDate', posted: 'postedDate', discovered: 'discovered', start: 'startAt' }

/** What the filters ask that several lists have. */
function common(name: ResourceName, item: Item, query: Query): boolean {
  const { updatedSince, scope, ids, amountMin, amountMax } = query
  const amount = item[AMOUNTS[name] ?? ''] ?? null
  return (
    (updatedSince === undefined || Date.parse(item.updatedAt) > Date.parse(updatedSince)) &&
    isIn(scope, item.state === null ? 'NATIONAL' : 'STATE') &&
    (ids === undefined ||
      parseValues(ids).includes(String(item.id ?? item.code ?? item.state ?? 'national').toUpperCase())) &&
    (amountMin === undefined || (amount !== null && amount >= Number(amountMin))) &&
    (amountMax === undefined || (amount !== null && amount <= Number(amountMax))) &&
    Object.entries(PERIODS).every(([parameter, field]) => {
      const [after, before] = [query[`${parameter}After`], query[`${parameter}Before`]]
      const moment = Date.parse(item[field] ?? '')
      return (
        (after === undefined || moment >= Date.parse(after)) && (before === undefined || moment <= Date.parse(before))
      )
    })
  )
}

const MATCHES: { [Name in ResourceName]?: Match } = {
  states: (item, { region }) => isIn(region, item.region),
  awards: (item, { state, verification = 'VERIFIED', fiscalYear, awardee, recipientKind, county, ...query }) =>
    isIn(state, item.state) &&
    (verification.toUpperCase() === 'ALL' || isIn(verification, item.verification)) &&
    (fiscalYear === undefined || item.fiscalYear.slice(2).includes(fiscalYear.replace(/^fy\s*/i, ''))) &&
    (awardee === undefined || plain(item.awardeeName).includes(plain(awardee).trim())) &&
    isIn(recipientKind, item.recipientKind) &&
    (county === undefined ||
      (item.county === null ? (item.place ?? '').split('; ').filter(isCounty) : [item.county]).some(
        (name: string) => bareCounty(name) === bareCounty(county),
      )) &&
    (query.near === undefined || isNear(item, query.near, Number(query.within ?? 50))) &&
    isIn(query.category, item.activityType) &&
    shares(canonical(query.programCategory), item.programCategories),
  documents: (item, { state, category, documentCategory, activityType, programCategory, upcoming, ...query }) =>
    isIn(state, item.state) &&
    isIn(category ?? documentCategory, item.category) &&
    shares(activityType, item.activityTypes) &&
    shares(canonical(programCategory), item.programCategories) &&
    isIn(year(query.year), item.fiscalYear) &&
    isIn(query.fileType, item.fileType) &&
    (upcoming !== 'true' || item.nextDeadline !== null),
  opportunities: (item, { state, status, statusBasis, type, applicantType, scope, category, programCategory }, q) => {
    const all = [...item.programCategories, ...item.truncatedProgramCategories]
    return (
      isIn(state, item.state) &&
      isIn(status, item.status) &&
      isIn(statusBasis, item.statusBasis) &&
      isIn(type, item.type) &&
      shares(applicantType, classifyApplicants(item.applicantTypes)) &&
      isIn(scope, item.scope) &&
      shares(category, toLegacy(all)) &&
      shares(canonical(programCategory), all) &&
      hasTerms(q, [
        item.title,
        item.summary,
        item.issuingAgency,
        item.applicantTypes.join('. '),
        item.state && `${STATE_NAMES[item.state as StateCode]} ${item.state}`,
      ])
    )
  },
  events: (item, { state, status, type, from, to, includeInactive }, q) =>
    isIn(state, item.state) &&
    isIn(status, item.status) &&
    isIn(type, item.eventType) &&
    (from === undefined || Date.parse(item.startAt) >= Date.parse(from)) &&
    (to === undefined || Date.parse(item.startAt) <= Date.parse(to)) &&
    (includeInactive === 'true' || item.isActive) &&
    hasTerms(q, [item.title, item.hostAgency, item.description, item.stateName]),
  activities: (item, { state, category, programCategory, status, fiscalYear }) =>
    isIn(state, item.state) &&
    isIn(category, item.category) &&
    isIn(canonical(programCategory), item.programCategory) &&
    isIn(status, item.status) &&
    isIn(year(fiscalYear), item.fiscalYear),
  commitments: (item, { state, factor }, q) =>
    isIn(state, item.state) &&
    isIn(factor, item.factor) &&
    hasTerms(q, [item.policy, item.meaning, item.factorLabel, item.stateName]),
  activity: (item, { state, type = 'PAGE_UPDATED', since }) =>
    isIn(state, item.state) &&
    (type.toUpperCase() === 'ALL' || isIn(type, item.type)) &&
    (since === undefined || Date.parse(item.occurredAt) > Date.parse(since)),
  coverage: (item, { state }) => isIn(state, item.state),
}

const parseWords = (text: string): string[] => plain(text).match(/[\p{L}\p{N}]+/gu) ?? []
const wordsByText = new Map<string, string[]>()
function getWords(text: string): string[] {
  const words = wordsByText.get(text) ?? parseWords(text)
  wordsByText.set(text, words)
  return words
}

/** Whether all required terms occur in the texts, each within one of them, and no excluded ones. */
function hasTerms(q: readonly Asked[] | null, texts: readonly (string | null)[]): boolean {
  if (q === null) return true
  const fields = texts.map((text) => getWords(text ?? ''))
  return q.every(({ kind, words, isExcluded }) => {
    const asked = parseWords(words)
    const occurs = fields.some((field) =>
      field.some((_, start) =>
        asked.every((word, index) => {
          const there = field[start + index] ?? ''
          return kind === 'prefix' && index === asked.length - 1 ? there.startsWith(word) : there === word
        }),
      ),
    )
    return occurs !== isExcluded
  })
}
