const YEAR = /^(?:FY)?\s*(\d{2}|\d{4})$/i
const PART = /^(?:FY)?\s*(\d{1,4})$/i

/** The normalized form, `FY2026`, of `2026`, `FY2026`, `fy26` or `FY 2026`; null for anything else. */
export function parseFiscalYear(input: string): string | null {
  const digits = YEAR.exec(input.trim())?.[1]
  if (!digits) return null
  return digits.length === 2 ? `FY20${digits}` : `FY${digits}`
}

/** The digits for a partial search by fiscal year (`202` from `FY202`); null if there are none. */
export function fiscalYearPart(input: string): string | null {
  return PART.exec(input.trim())?.[1] ?? null
}
