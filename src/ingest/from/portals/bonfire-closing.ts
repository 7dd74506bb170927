import { cleanDate } from '../../read/clean.ts'

const CLOSES =
  /Project closes\s+([A-Za-z]{3,9}\.?\s+\d{1,2},\s+\d{4})(?:\s+(?:at\s+)?(\d{1,2}):(\d{2})\s*([AP])M\s*([A-Z]{3,4})?)?/

/** UTC offsets of the time zones that the portals name. */
const OFFSETS: Readonly<Record<string, string>> = {
  EST: '-05:00',
  EDT: '-04:00',
  CST: '-06:00',
  CDT: '-05:00',
  MST: '-07:00',
  MDT: '-06:00',
  PST: '-08:00',
  PDT: '-07:00',
  AKST: '-09:00',
  AKDT: '-08:00',
  HST: '-10:00',
  UTC: '+00:00',
}

/** When a solicitation closes: to the minute if its zone is named, otherwise the day. */
export function findClosing(description: string): string | null {
  const [, words, hour = '', minute, half, zone = ''] = CLOSES.exec(description) ?? []
  const day = cleanDate(words)
  const offset = OFFSETS[zone]
  if (!day || !offset || Number(hour) < 1 || Number(hour) > 12 || Number(minute) > 59) return day
  const hours = (Number(hour) % 12) + (half === 'P' ? 12 : 0)
  return `${day}T${String(hours).padStart(2, '0')}:${minute}:00${offset}`
}
