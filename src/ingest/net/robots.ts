import robotsModule from 'robots-parser'
import { ROBOT_NAME } from '../settings.ts'
import { NetworkFailure } from './failure.ts'
import type { Network } from './network.ts'

// The package is CommonJS and exports the function itself, although its types declare a default export.
const robotsParser = robotsModule as unknown as typeof robotsModule.default

const ROBOTS_BYTES_MAX = 500 * 1024
const DELAY_MAX_SECONDS = 30

export type Robots = ReturnType<typeof openRobots>

/** The rules of each host (RFC 9309), read once. A host without robots.txt (4xx) allows everything. */
export function openRobots(network: Network) {
  const files = new Map<string, string>()
  return {
    /**
     * Whether the robots.txt of a page's host allows reading it, and the delay the host wants between requests.
     * @throws NetworkFailure when the host is unreachable or fails: then nothing may be read from it
     */
    async rulesFor(url: string) {
      const address = new URL('/robots.txt', url).href
      const text = files.get(address) ?? (await read(network, address))
      files.set(address, text)
      const rules = robotsParser(address, text)
      const delay = Math.min(rules.getCrawlDelay(ROBOT_NAME) ?? 0, DELAY_MAX_SECONDS)
      return { allowed: rules.isAllowed(url, ROBOT_NAME) !== false, delayMs: Math.max(0, delay) * 1_000 }
    },
  }
}

async function read(network: Network, url: string): Promise<string> {
  try {
    const ask = { url, accepts: [], bytesMax: ROBOTS_BYTES_MAX, retries: 0 }
    return await network.ask(ask, ({ bytes }) => new TextDecoder().decode(bytes))
  } catch (error) {
    const status = error instanceof NetworkFailure ? error.status : null
    if (status !== null && status >= 400 && status < 500 && status !== 429) return ''
    throw error
  }
}
