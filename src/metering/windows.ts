/** The two windows of metering: the fixed UTC minute and the UTC calendar month. */
export interface Windows {
  /** The instant of the request, in milliseconds since 1970. */
  now: number
  /** Whole minutes since 1970. */
  minute: number
  /** `YYYY-MM`. */
  month: string
}

export const MINUTE_MS = 60_000

/** The windows of an instant in milliseconds since 1970. */
export const getWindows = (now: number): Windows => ({
  now,
  minute: Math.floor(now / MINUTE_MS),
  month: new Date(now).toISOString().slice(0, 7),
})

/** When a minute ends, in milliseconds since 1970. */
export const getMinuteEnd = (minute: number): number => (minute + 1) * MINUTE_MS

/** When a month ends (the first of the next at 00:00 UTC), in milliseconds since 1970. */
export const getMonthEnd = (month: string): number => Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 1)

/** Whole seconds from `now` until `end`, rounded up, so that waiting exactly this long is enough. At least 1. */
export const getSecondsUntil = (end: number, now: number): number => Math.max(1, Math.ceil((end - now) / 1000))

/** A month and those before it, `count` in total, newest first. */
export const listMonthsUntil = (month: string, count: number): string[] =>
  Array.from({ length: count }, (_, back) => {
    return getWindows(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)) - 1 - back, 1)).month
  })
