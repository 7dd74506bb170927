import type { Mark } from '../entries.ts'
import { words } from '../wording.ts'

/** How a page built earlier shows the statuses of the time of reading. */

/** One change of a status. `at` is in milliseconds since 1970. */
export interface Turn {
  at: number
  status: string
}

/** Status changes as the text of an attribute: `1795194001 CLOSED`, in seconds, earliest first. */
export const turnsText = (turns: readonly Turn[]): string =>
  turns.map(({ at, status }) => `${Math.ceil(at / 1000)} ${status}`).join(',')

/** The status set by the last change up to an instant; null before the first change. */
export function turnedTo(text: string | null | undefined, now: number): string | null {
  const past = (text || '')
    .split(',')
    .map((turn) => turn.split(' '))
    .filter(([at]) => at && Number(at) * 1000 <= now)
  return past.at(-1)?.[1] ?? null
}

const KINDS: { [status: string]: Mark['kind'] } = {
  OPEN: 'accent',
  AMENDED: 'accent',
  TODAY: 'accent',
  CLOSING_SOON: 'warn',
}
const OVER: readonly string[] = ['CLOSED', 'PAST', 'RECORDING_AVAILABLE']

export const isOver = (status: string): boolean => OVER.includes(status)

/** A status as a mark. @param turns how it changes after the page is built, see `turnsText` */
export const getStatusMark = (status: string, turns: string | null = null): Mark => ({
  text: words(status),
  kind: KINDS[status] ?? null,
  turns,
})
