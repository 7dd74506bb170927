import type { Plan } from './plans.ts'

/** The monthly allowances that people are told about. */
export const METERS = ['requests', 'answers'] as const
export type MeterName = (typeof METERS)[number]

/** The shares of an allowance, in percent, at which they are told. */
export const THRESHOLDS = [80, 100] as const
export type Threshold = (typeof THRESHOLDS)[number]

export interface Crossing {
  meter: MeterName
  threshold: Threshold
}

/** Every crossing there can be in a month. Its place is its bit in the account's `notified` mask, so only append. */
export const CROSSINGS: readonly Crossing[] = METERS.flatMap((meter) =>
  THRESHOLDS.map((threshold) => ({ meter, threshold })),
)

const ALLOWANCE = { requests: 'perMonth', answers: 'answersPerMonth' } as const satisfies Record<MeterName, keyof Plan>

/**
 * The crossings that hold for the figures of a month and are not in the mask, with the mask that has them.
 * A change of plan can make several due at once; none is due twice in a month.
 */
export function crossingsDue(
  used: Record<MeterName, number>,
  plan: Plan,
  notified: number,
): { due: Crossing[]; notified: number } {
  const due = CROSSINGS.filter(({ meter, threshold }, place) => {
    const allowance = plan[ALLOWANCE[meter]]
    return !(notified & (1 << place)) && allowance > 0 && used[meter] * 100 >= allowance * threshold
  })
  return { due, notified: due.reduce((mask, crossing) => mask | (1 << CROSSINGS.indexOf(crossing)), notified) }
}
