/** The sum of dollar amounts, exact to the cent; unknown amounts add nothing. */
export const sumOf = (amounts: readonly (number | null)[]): number =>
  amounts.reduce<number>((cents, amount) => cents + Math.round((amount ?? 0) * 100), 0) / 100

/** The latest of some timestamps; null when there is none. */
export const newestOf = (timestamps: readonly string[]): string | null =>
  timestamps.reduce<string | null>(
    (newest, timestamp) => (newest === null || timestamp > newest ? timestamp : newest),
    null,
  )
