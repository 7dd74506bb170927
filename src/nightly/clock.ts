/** The difference between this machine's clock and a source's from which this machine's clock counts as wrong. */
const SKEW_MAX_MS = 60 * 60_000
/** Events of a run are milliseconds apart, so the last one may be a little later than the start of the next run. */
const LEEWAY_MS = 60_000

export interface Clocks {
  now: Date
  /** When the dataset was last published; null before the first publication. */
  publishedAt: string | null
  /** How far the sources' clocks are ahead: the median in milliseconds; null if none reported a time. */
  skewMs: number | null
}

/** Why this machine's clock must be wrong; null if there is no sign of it. */
export function clockError({ now, publishedAt, skewMs }: Clocks): string | null {
  const here = `This machine's clock says ${now.toISOString()}`
  if (publishedAt !== null && now.getTime() < Date.parse(publishedAt) - LEEWAY_MS) {
    return `${here}, which is before the last publication (${publishedAt}); set the clock`
  }
  if (skewMs !== null && Math.abs(skewMs) > SKEW_MAX_MS) {
    const there = new Date(now.getTime() + skewMs).toISOString()
    return `${here}, the sources' clocks say ${there}; set the clock`
  }
  return null
}
