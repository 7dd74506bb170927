import slugify from '@sindresorhus/slugify'
import type { Award } from '../resources/awards.ts'
import { groupRecipients } from '../rules/awards/awardees.ts'
import { type County, findPlaces, type getPlaceCoverage } from '../rules/awards/counties.ts'
import { sumAmounts } from '../rules/awards/totals.ts'
import { formatList } from '../rules/text/wording.ts'
import { compare } from '../rules/text/words.ts'
import { type RecipientKind, STATE_NAMES, type StateCode } from '../schema/vocabularies.ts'
import { countedText, countText } from './wording.ts'

export interface Recipient {
  name: string
  slug: string
  /** Other addresses of its page: those of its other names, and of one state alone. */
  aliases: readonly string[]
  spellings: readonly string[]
  states: ReadonlyMap<string, string>
  awards: readonly Award[]
  /** Award rows on file that are not verified; part of no sum. */
  held: readonly Award[]
  /** Sum of the known amounts of verified awards; null when none is known. */
  total: number | null
  amountsKnown: number
  kinds: readonly RecipientKind[]
  ccns: readonly string[]
  counties: readonly County[]
}

const toSlug = (name: string): string =>
  slugify(name, { decamelize: false }).slice(0, 80).replace(/-$/, '') || 'recipient'

/** Every recipient, in the order of its first award. @param rows award rows, verified and held */
export function toRecipients(rows: readonly Award[]): Recipient[] {
  const taken = new Set<string>()
  return groupRecipients(rows).map((recipientRows) => {
    const [first] = recipientRows as [Award, ...Award[]]
    const spellings = [...new Set(recipientRows.map(({ awardeeName }) => awardeeName))]
    const name = getName(recipientRows, spellings)
    const sorted = recipientRows.toSorted((a, b) => compare(a.state, b.state))
    const states = new Map(sorted.map(({ state, stateName }) => [state as string, stateName]))
    const words = toSlug(name)
    const short = states.size > 1 ? words : `${words}-${first.state.toLowerCase()}`
    const slug = taken.has(short) ? `${short}-${first.id.slice(0, 8)}` : short
    taken.add(slug)
    const awards = recipientRows.filter(({ verification }) => verification === 'VERIFIED')
    return {
      name,
      slug,
      aliases: recipientRows.map(({ awardeeName, state }) => `${toSlug(awardeeName)}-${state.toLowerCase()}`),
      spellings,
      states,
      awards,
      held: recipientRows.filter(({ verification }) => verification !== 'VERIFIED'),
      ...sumAmounts(awards),
      kinds: [...new Set(recipientRows.flatMap(({ recipientKind }) => recipientKind ?? []))],
      ccns: [...new Set(recipientRows.flatMap(({ ccn }) => ccn ?? []))],
      counties: [...new Set(recipientRows.flatMap(findPlaces))],
    }
  })
}

/** The usual name: without what single rows add in parentheses, not in capitals, and the most frequent. */
function getName(rows: readonly Award[], spellings: readonly string[]): string {
  const [only = '', second] = spellings
  if (second === undefined) return only
  const bare = rows.map(({ awardeeName: name }) => {
    const note = name.endsWith(')') ? name.lastIndexOf('(') : -1
    return note > 0 ? name.slice(0, note).trimEnd() : name
  })
  const isShouted = (name: string) => name === name.toUpperCase()
  const ranked = [...Map.groupBy(bare, (name) => name)].sort(
    ([a, x], [b, y]) => Number(isShouted(a)) - Number(isShouted(b)) || y.length - x.length,
  )
  return ranked[0]?.[0] ?? only
}

/** The states of the verified awards of a recipient; without any, those of its rows on file. */
export const getAwardStates = ({ awards, held }: Pick<Recipient, 'awards' | 'held'>): ReadonlyMap<StateCode, string> =>
  new Map((awards.length > 0 ? awards : held).map(({ state, stateName }) => [state, stateName] as const).sort())

export const toRecipientPath = ({ slug }: Pick<Recipient, 'slug'>): string => `/recipients/${slug}`

/** The recipients near a county, within the default distance. */
export const toNearPath = ({ state, name }: Pick<County, 'state' | 'name'>): string =>
  `/near?${new URLSearchParams({ state, county: name })}`

export const SHARED = 'An award that serves several counties counts whole in each of them.'

/** For how many awards of some states the county is known; the others cannot be found by place. */
export function formatCoverage(
  { placed, all }: ReturnType<typeof getPlaceCoverage>,
  states: readonly StateCode[],
): string {
  const names = formatList(states.map((state) => STATE_NAMES[state]))
  const where = names && ` in ${names}`
  if (all === 0) return `No verified awards${where} yet.`
  return `The county is known for ${countText(placed)} of ${countedText(all, 'verified award')}${where}; ${
    placed === all ? 'all are in this list.' : 'the others are not in this list.'
  }`
}
