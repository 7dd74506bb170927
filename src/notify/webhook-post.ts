import { isIP } from 'node:net'
import { Webhook as Signer } from 'standardwebhooks'
import { Agent, fetch } from 'undici'
import { AddressRefused, checkedLookup, type Resolve, refuseAddressHost, systemResolve } from '../net/addresses.ts'
import type { AttemptFault } from './delivery.ts'

/** Sends signed messages to the addresses of webhooks, which strangers chose: each is checked as it is asked. */

/** How long a receiver may take to answer. */
const ANSWER_MS = 10_000
const USER_AGENT = 'RuralHealthProgramDataService-Webhooks/1.0'

/** One signed message. */
export interface Post {
  url: string
  /** The `webhook-id`. */
  id: string
  body: string
  /** What it is signed with; one signature for each. */
  secrets: readonly string[]
}

/** How a receiver answered. */
export interface PostResult {
  /** The status of the answer; null where there was none. */
  status: number | null
  /** Null when the receiver took the message. */
  fault: AttemptFault | null
}

export interface Poster {
  /** Sends a message once. Never throws. @param now the instant that it is signed for */
  send(post: Post, now: number): Promise<PostResult>
  /**
   * Why an address cannot be registered, as a sentence about it; null when it can.
   * It is resolved, and must lead to public addresses alone.
   */
  refusal(url: string): Promise<string | null>
  close(): Promise<void>
}

export interface PosterOptions {
  /** Origins that may be asked although they are not public or not https, for trying out. */
  allowedOrigins?: readonly string[]
  resolve?: Resolve
  answerMs?: number
}

export function openPoster({
  allowedOrigins = [],
  resolve = systemResolve,
  answerMs = ANSWER_MS,
}: PosterOptions = {}): Poster {
  const checked = agentOf(answerMs, checkedLookup(resolve))
  const plain = agentOf(answerMs)
  const isAllowed = ({ origin }: URL): boolean => allowedOrigins.includes(origin)

  async function answerOf({ url, id, body, secrets }: Post, now: number): Promise<PostResult> {
    const goal = new URL(url)
    if (!isAllowed(goal)) mustBePublic(goal)
    const response = await fetch(goal, {
      dispatcher: isAllowed(goal) ? plain : checked,
      method: 'POST',
      // A redirect would lead past the checks, and a message is for the address that was registered alone.
      redirect: 'manual',
      signal: AbortSignal.timeout(answerMs),
      headers: {
        'content-type': 'application/json',
        'user-agent': USER_AGENT,
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(now / 1000)),
        'webhook-signature': secrets.map((secret) => new Signer(secret).sign(id, new Date(now), body)).join(' '),
      },
      body,
    })
    // Nothing in the body matters, so none of it is read, however much the receiver sends.
    response.body?.cancel().catch(() => {})
    const { status } = response
    if (status >= 300 && status < 400) return { status, fault: 'REDIRECT' }
    return { status, fault: response.ok ? null : 'STATUS' }
  }

  return {
    async send(post, now) {
      try {
        return await answerOf(post, now)
      } catch (error) {
        return { status: null, fault: faultOf(error) }
      }
    },
    async refusal(url) {
      const goal = new URL(url)
      if (isAllowed(goal)) return null
      try {
        mustBePublic(goal)
        await lookedUp(goal.hostname, checkedLookup(resolve), answerMs)
        return null
      } catch (error) {
        if (error instanceof AddressRefused) return `${error.message}.`
        return `${goal.hostname} cannot be resolved.`
      }
    },
    close: async () => void (await Promise.all([checked.destroy(), plain.destroy()])),
  }
}

type Lookup = ReturnType<typeof checkedLookup>

// A connection is kept for a moment only, so that each delivery resolves and checks its host anew.
const agentOf = (answerMs: number, lookup?: Lookup): Agent =>
  new Agent({
    connect: { timeout: answerMs, ...(lookup && { lookup }) },
    headersTimeout: answerMs,
    bodyTimeout: answerMs,
    keepAliveTimeout: 1,
    keepAliveMaxTimeout: 1,
    pipelining: 0,
  })

/** @throws AddressRefused for what can be told from the address alone */
function mustBePublic(url: URL): void {
  if (url.protocol !== 'https:') throw new AddressRefused('Must be an https address')
  if (url.username || url.password) throw new AddressRefused('Must hold no user name and no password')
  if (url.port) throw new AddressRefused(`Port ${url.port} is not allowed; webhooks are sent to port 443`)
  refuseAddressHost(url.hostname)
}

/** Resolves a host as a connection would. @throws what the look-up refuses, or an error when it takes too long */
function lookedUp(hostname: string, lookup: Lookup, withinMs: number): Promise<void> {
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return Promise.resolve()
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('late')), withinMs)
    lookup(hostname, { all: true }, (error) => {
      clearTimeout(timer)
      if (error) reject(error)
      else resolve()
    })
  })
}

function faultOf(error: unknown): AttemptFault {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof AddressRefused) return 'ADDRESS'
    const code = 'code' in cause ? String(cause.code) : ''
    if (cause.name === 'TimeoutError' || code.endsWith('_TIMEOUT')) return 'TIMEOUT'
  }
  return 'NETWORK'
}
