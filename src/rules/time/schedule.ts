import { DAY_MS, type Instant } from './moments.ts'

/** When the nightly runs start, in minutes after midnight UTC; see `.github/workflows/nightly.yml`. */
const RUN_MINUTE = 8 * 60 + 17

/** When the next nightly run starts. */
export function nextPublication(now: Instant): Instant {
  const midnight = Math.floor(now / DAY_MS) * DAY_MS
  const today = midnight + RUN_MINUTE * 60_000
  return today > now ? today : today + DAY_MS
}
