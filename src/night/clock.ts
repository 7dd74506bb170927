/** A machine and a source may differ by this much before the machine's clock counts as wrong. */
const SKEW_MAX_MS = 60 * 60_000
/** Events of one night follow each other by milliseconds, so the last one may lie a little after the night's start. */
const LEEWAY_MS = 60_000

export interface Clocks {
  now: Date
  /** When the dataset was last published, as far as it says; null before the first time. */
  publishedAt: string | null
  /** How far the sources' clocks are ahead of this machine's, the median in milliseconds; null when none told. */
  skewMs: number | null
}

/** Why the machine's clock cannot be right; null when nothing speaks against it. */
export function clockFault({ now, publishedAt, skewMs }: Clocks): string | null {
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
