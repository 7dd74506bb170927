/** How a page that was made earlier shows the statuses of the moment at which it is read. */

/** One change of a status. `at` is in milliseconds since 1970. */
export interface Turn {
  at: number
  status: string
}

/** Changes of a status as the text of an attribute: `1795194001 CLOSED`, in seconds, the first one first. */
export const turnsText = (turns: readonly Turn[]): string =>
  turns.map(({ at, status }) => `${Math.ceil(at / 1000)} ${status}`).join(',')

/** The status that the last change up to an instant has set; null when none has come yet. */
export function turnedTo(text: string | null | undefined, now: number): string | null {
  const past = (text || '')
    .split(',')
    .map((turn) => turn.split(' '))
    .filter(([at]) => at && Number(at) * 1000 <= now)
  return past.at(-1)?.[1] ?? null
}
