import type { Plan } from './plans.ts'

/** The monthly allowances that have alerts. */
export const METERS = ['requests', 'answers'] as const
export type MeterName = (typeof METERS)[number]

/** The percentages of an allowance that trigger an alert. */
export const THRESHOLDS = [80, 100] as const
export type Threshold = (typeof THRESHOLDS)[number]

export interface Crossing {
  meter: MeterName
  threshold: Threshold
}

/** Every possible crossing of a month. Its index is its bit in the account's `notified` mask, so only append. */
export const CROSSINGS: readonly Crossing[] = METERS.flatMap((meter) =>
  THRESHOLDS.map((threshold) => ({ meter, threshold })),
)

/** Whether a count, just incremented, has reached a threshold of its allowance. */
export const reaches = (used: number, allowance: number): boolean =>
  THRESHOLDS.some((threshold) => hasReached(used, allowance, threshold) && !hasReached(used - 1, allowance, threshold))

/** Whether a count has reached a percentage of its allowance. */
export const hasReached = (used: number, allowance: number, threshold: Threshold): boolean =>
  allowance > 0 && used * 100 >= allowance * threshold

/** The name of each meter's allowance in a plan. */
export const ALLOWANCE = { requests: 'perMonth', answers: 'answersPerMonth' } as const satisfies Record<
  MeterName,
  keyof Plan
>

/**
 * The crossings that a month's counts have reached but the mask does not include, and the new mask. A change of plan can
 * make several due at once; none is due twice in a month.
 */
export function crossingsDue(
  used: Record<MeterName, number>,
  plan: Plan,
  notified: number,
): { due: Crossing[]; notified: number } {
  const due = CROSSINGS.filter(({ meter, threshold }, place) => {
    const allowance = plan[ALLOWANCE[meter]]
    return !(notified & (1 << place)) && hasReached(used[meter], allowance, threshold)
  })
  return { due, notified: due.reduce((mask, crossing) => mask | (1 << CROSSINGS.indexOf(crossing)), notified) }
}
