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

/** Every possible crossing of a month. */
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
