import type { z } from 'zod'
import {
  type County,
  findCounties,
  findPlaces,
  foldCounty,
  formatCounty,
  getCountiesIn,
  getMiles,
  type Placed,
  splitCounty,
} from '../rules/awards/counties.ts'
import { type Context, nearest, parameter, refuse, wholeNumber } from '../schema/params.ts'
import { STATE_NAMES, type StateCode } from '../schema/vocabularies.ts'
import type { FilterValues } from './define.ts'

/** Miles around a county, unless another distance is given. */
export const WITHIN = { default: 50, max: 1_000 } as const

const EXAMPLE = 'Hall County, NE'

/** A county with its state, parsed into its official name. */
const county = parameter({ type: 'string', examples: [EXAMPLE] }, (text, ctx) => {
  const [first, ...others] = findCounties(text)
  if (first && others.length === 0) return formatCounty(first)
  return first ? refuseAmbiguous(text, [first, ...others].map(formatCounty), ctx) : refuseUnknown(text, ctx)
})

function refuseAmbiguous(text: string, supportedValues: string[], ctx: Context): never {
  return refuse(ctx, `${supportedValues.length} states have a county named "${text}". Add the state.`, {
    value: text,
    supportedValues,
  })
}

function refuseUnknown(text: string, ctx: Context): never {
  const { name, state } = splitCounty(text)
  if (state === null) return refuse(ctx, `Must be a county with its state, such as "${EXAMPLE}".`, { value: text })
  const suggested = suggestCounty(state, name)
  return refuse(ctx, `"${name}" is not a county of ${STATE_NAMES[state]}.`, {
    value: text,
    supportedValues: getCountiesIn(state).map(formatCounty),
    ...(suggested && { didYouMean: formatCounty(suggested) }),
  })
}

/** The county of a state that a misspelled name most likely means; null when none is close. */
export function suggestCounty(state: StateCode, name: string): County | null {
  const counties = getCountiesIn(state)
  const meant = nearest(
    foldCounty(name),
    counties.map((county) => foldCounty(county.name)),
  )
  return counties.find((county) => foldCounty(county.name) === meant) ?? null
}

/** The filters of awards by distance. */
export const near = {
  near: {
    schema: county,
    description: `County or county equivalent with its state, such as \`${EXAMPLE}\`. Only awards with a known county whose center is at most \`within\` miles away from its center.`,
    op: 'has',
    isCounted: false,
    from: ({ item }: { item: Placed }): string[] => findPlaces(item).map(formatCounty),
    picks: (requested: string, existing: string, { within = WITHIN.default }: FilterValues) => {
      const [from, to] = [findCounties(requested)[0], findCounties(existing)[0]]
      return from !== undefined && to !== undefined && getMiles(from, to) <= Number(within)
    },
  },
  within: {
    schema: wholeNumber(0, WITHIN.max) as z.ZodType<number>,
    description: `Miles around the county of \`near\`, in a straight line; ${WITHIN.default} by default, 0 for the county itself.`,
    op: 'refines',
  },
} as const
