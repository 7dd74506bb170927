import { DAY_MS, type Instant } from './moments.ts'

/** When the nights are due, in minutes after midnight UTC; `.github/workflows/nightly.yml` runs them. */
const NIGHT_MINUTE = 8 * 60 + 17

/** When the next night is due. */
export function nextPublication(now: Instant): Instant {
  const midnight = Math.floor(now / DAY_MS) * DAY_MS
  const today = midnight + NIGHT_MINUTE * 60_000
  return today > now ? today : today + DAY_MS
}
