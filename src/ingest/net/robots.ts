import robotsModule from 'robots-parser'
import { ROBOT_NAME } from '../settings.ts'
import type { FetchResponse } from './exchange.ts'
import { toFailure } from './failure.ts'

// The package is CommonJS and exports the function itself, although its types declare a default export.
const robotsParser = robotsModule as unknown as typeof robotsModule.default

/** The request for the robots.txt of a host. */
export const ROBOTS_REQUEST = { accepts: [], bytesMax: 500 * 1024 } as const

/** A host that wants a longer pause between requests is not read. */
const DELAY_MAX_SECONDS = 60

/** The rules of a host for this service (RFC 9309). */
export interface Robots {
  /** Why a URL may not be requested; null if it may. */
  findRefusal: (url: string) => string | null
  /** The pause that the host wants between requests. */
  delayMs: number
}

/**
 * The rules that a request for robots.txt gives. A host without the file (4xx) allows everything.
 * @throws NetworkFailure when the host is unreachable or fails: then nothing may be read from it
 */
export async function readRobots(url: string, asked: Promise<FetchResponse>): Promise<Robots> {
  const text = await asked.then(
    ({ bytes }) => new TextDecoder().decode(bytes),
    (error: unknown) => {
      const failure = toFailure(error)
      const { status } = failure
      if (status !== null && status >= 400 && status < 500 && status !== 429) return ''
      throw failure
    },
  )
  const rules = robotsParser(url, text)
  const delay = Math.max(0, rules.getCrawlDelay(ROBOT_NAME) ?? 0)
  const isPatient = delay <= DELAY_MAX_SECONDS
  const impatience = isPatient ? null : `its robots.txt asks for ${delay} seconds between requests`
  return {
    findRefusal: (page) =>
      rules.isAllowed(page, ROBOT_NAME) === false ? "disallowed by the site's robots.txt" : impatience,
    delayMs: isPatient ? delay * 1_000 : 0,
  }
}
