/** A class of the map: the values from `from` (inclusive) to `to` (exclusive). */
export interface ValueClass {
  /** 1 is the lowest. */
  rank: number
  from: number
  to: number
}

const CLASSES = 5
const MILLIONS = 5_000_000

/** At most five classes of about equal size, with bounds that are multiples of a step. */
export function toClasses(values: readonly number[], step = MILLIONS): ValueClass[] {
  const sorted = values.toSorted((a, b) => a - b)
  const cut = (share: number) => Math.round((sorted[Math.floor(share * sorted.length)] ?? 0) / step) * step
  const inner = Array.from({ length: CLASSES - 1 }, (_, place) => cut((place + 1) / CLASSES))
  const bounds = [...new Set([0, ...inner]), Number.POSITIVE_INFINITY]
  return bounds.slice(1).map((to, place) => ({ rank: place + 1, from: bounds[place] ?? 0, to }))
}

/** The rank of the class that contains a value. */
export const getRank = (value: number, classes: readonly ValueClass[]): number =>
  classes.find(({ from, to }) => value >= from && value < to)?.rank ?? 1

/** The range of a class in words: `under 5`, `5 to 10`, `10 or more`. */
export const classText = ({ from, to }: ValueClass, text: (value: number) => string): string =>
  from === 0 ? `under ${text(to)}` : Number.isFinite(to) ? `${text(from)} to ${text(to)}` : `${text(from)} or more`
