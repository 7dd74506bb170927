import { z } from 'zod'
import type { Award } from '../../resources/awards.ts'
import { suggestCounty, WITHIN } from '../../resources/filters.ts'
import {
  type County,
  findCounties,
  findPlaces,
  getCountiesIn,
  getMiles,
  getPlaceCoverage,
  splitCounty,
  sumByCounty,
} from '../../rules/awards/counties.ts'
import { getSum } from '../../rules/awards/totals.ts'
import { compare, fold } from '../../rules/text/words.ts'
import { RECIPIENT_KINDS, type RecipientKind, STATE_NAMES, type StateCode } from '../../schema/vocabularies.ts'
import type { RecipientPage } from '../../views/lists/recipients.ts'
import type { Nearby, NearPage } from '../../views/near.ts'
import { wordsIn } from '../../views/page-texts.ts'
import { recipientPath } from '../../views/recipients.ts'
import { SEARCH_LENGTH } from '../../views/search.ts'
import type { Holdings } from './holdings.ts'

/** The recipients near a county, as a query asks for them. Values that are not known are ignored. */
export function readNear(query: URLSearchParams, { recipients, held }: Holdings): NearPage {
  const read = (name: string) => (query.get(name) ?? '').trim()
  const text = read('county')
  const asked = read('state').toUpperCase()
  const state = asked in STATE_NAMES ? (asked as StateCode) : splitCounty(text).state
  const miles = Number(read('within') || WITHIN.default)
  const within = Number.isInteger(miles) && miles >= 0 && miles <= WITHIN.max ? miles : WITHIN.default
  const kind = RECIPIENT_KINDS.find((each) => each === read('recipientKind').toUpperCase()) ?? null
  const all = recipients.flatMap(({ awards }) => awards)
  const meant = text === '' ? [] : findMeant(text, state, [...all, ...held])
  const [county = null] = meant.length === 1 ? meant : []
  const shown = county?.state ?? state
  const inState = shown === null ? [] : all.filter((award) => award.state === shown)
  const near = county && findNearby(county, within, kind, recipients)
  const around = near ? new Set<string>([county.state, ...near.states]) : new Set<string>(shown ? [shown] : [])
  return {
    text: county ? county.name : text,
    state: shown,
    county,
    within,
    kind,
    choices: county ? [] : meant.length > 0 ? meant : findBeginning(text, state),
    suggested: meant.length > 0 || text === '' || state === null ? null : suggestCounty(state, splitCounty(text).name),
    counties: shown === null ? [] : getCountiesIn(shown),
    nearby: near?.nearby ?? [],
    held: county ? held.filter((award) => findClosest(award, county, within, kind) !== null).length : 0,
    sums: county ? [] : sumByCounty(inState),
    coverage: {
      ...getPlaceCoverage(around.size > 0 ? all.filter((award) => around.has(award.state)) : all),
      states: [...around].sort(),
    },
  }
}

const PAGE_SIZE = 50

/** The recipients that a query asks for, the largest first. */
export function readRecipients(query: URLSearchParams, holdings: Holdings): RecipientPage {
  const read = (name: string) => (query.get(name) ?? '').trim()
  const q = read('q').slice(0, SEARCH_LENGTH.max)
  const state = read('state').toUpperCase()
  const kind = read('recipientKind').toUpperCase()
  const named = q === '' ? holdings.recipients : holdings.recipientsNamed(wordsIn(q))
  const found = named.filter(
    ({ states, kinds }) =>
      (state === '' || states.has(state)) && (kind === '' || (kinds as readonly string[]).includes(kind)),
  )
  const page = /^[1-9]\d{0,5}$/.test(read('page')) ? Number(read('page')) : 1
  return {
    q,
    state,
    kind,
    kinds: RECIPIENT_KINDS,
    rows: found.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE),
    total: found.length,
    all: holdings.recipients.length,
    page,
    pages: Math.ceil(found.length / PAGE_SIZE),
  }
}

interface Located {
  state: StateCode
  county: string | null
  place: string | null
}

/** The counties of this name; for a city, those of the award rows that name both the city and its county. */
function findMeant(text: string, state: StateCode | null, awards: readonly Located[]): County[] {
  const { name } = splitCounty(text)
  const named = state === null ? findCounties(text) : findCounties(`${name}, ${state}`)
  if (named.length > 0) return named
  const wanted = fold(name)
  const found = awards
    .filter((award) => state === null || award.state === state)
    .filter(
      ({ county, place }) =>
        county !== null && place !== null && place.split('; ').some((each) => fold(each) === wanted),
    )
  return [...new Set(found.flatMap(findPlaces))]
}

const findBeginning = (text: string, state: StateCode | null): County[] =>
  state === null || text === ''
    ? []
    : getCountiesIn(state).filter(({ name }) => fold(name).startsWith(fold(splitCounty(text).name)))

/** The county of an award that is closest, with its distance; null if it is farther away or of another kind. */
function findClosest(award: Award, from: County, within: number, kind: RecipientKind | null) {
  if (kind !== null && award.recipientKind !== kind) return null
  const places = findPlaces(award).map((county) => ({ award, county, miles: getMiles(from, county) }))
  const [closest] = places.sort((a, b) => a.miles - b.miles)
  return closest && closest.miles <= within ? closest : null
}

/** The recipients of awards to counties within a distance, by distance; and the states of all counties within it. */
function findNearby(from: County, within: number, kind: RecipientKind | null, recipients: Holdings['recipients']) {
  const rows = recipients.flatMap((recipient): Nearby[] => {
    const awards = recipient.awards.flatMap((award) => findClosest(award, from, within, kind) ?? [])
    const [closest] = awards.toSorted((a, b) => a.miles - b.miles)
    if (!closest) return []
    const amounts = awards.map(({ award }) => award.federalAmount)
    return [
      {
        recipient,
        awards: awards.length,
        amount: getSum(amounts),
        known: amounts.filter((amount) => amount !== null).length,
        county: closest.county,
        miles: closest.miles,
      },
    ]
  })
  const states = (Object.keys(STATE_NAMES) as StateCode[]).filter((state) =>
    getCountiesIn(state).some((county) => getMiles(from, county) <= within),
  )
  const nearby = rows.sort(
    (a, b) => a.miles - b.miles || (b.amount ?? -1) - (a.amount ?? -1) || compare(a.recipient.name, b.recipient.name),
  )
  return { nearby, states }
}

/** A row of the table of recipients near a county, as a file. */
export const NearbyRow = z.object({
  recipient: z.string(),
  kind: z.string(),
  county: z.string(),
  state: z.string(),
  distanceMiles: z.number(),
  awards: z.number(),
  awardAmountsKnown: z.number(),
  federalAmount: z.number().nullable(),
  url: z.string(),
})

export const toNearbyRow = (
  { recipient, county, miles, awards, known, amount }: Nearby,
  base: string,
): z.infer<typeof NearbyRow> => ({
  recipient: recipient.name,
  kind: recipient.kinds.join('; '),
  county: county.name,
  state: county.state,
  distanceMiles: miles,
  awards,
  awardAmountsKnown: known,
  federalAmount: amount,
  url: base + recipientPath(recipient),
})
