import { request as httpRequest, type RequestOptions } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP } from 'node:net'
import { Webhook as Signer } from 'standardwebhooks'
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
  const checked = checkedLookup(resolve)
  const isAllowed = ({ origin }: URL): boolean => allowedOrigins.includes(origin)

  async function answerOf({ url, id, body, secrets }: Post, now: number): Promise<PostResult> {
    const goal = new URL(url)
    if (!isAllowed(goal)) mustBePublic(goal)
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'user-agent': USER_AGENT,
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(now / 1000)),
      'webhook-signature': secrets.map((secret) => new Signer(secret).sign(id, new Date(now), body)).join(' '),
    }
    const signal = AbortSignal.timeout(answerMs)
    const status = await statusOf(goal, { headers, signal, ...(!isAllowed(goal) && { lookup: checked }) }, body)
    // A redirect would lead past the checks, and a message is for the address that was registered alone.
    if (status >= 300 && status < 400) return { status, fault: 'REDIRECT' }
    return { status, fault: status >= 200 && status < 300 ? null : 'STATUS' }
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
      } catch (error) {
        return `${(error as AddressRefused).message}.`
      }
      try {
        await lookedUp(goal.hostname, checked, answerMs)
        return null
      } catch (error) {
        // The address of an internal host is not revealed.
        return error instanceof AddressRefused
          ? `${goal.hostname} does not lead to public addresses alone.`
          : `${goal.hostname} cannot be resolved.`
      }
    },
  }
}

/**
 * Posts a body and resolves to the status of the answer. Each post has a connection of its own, so that its host is
 * resolved and checked anew.
 */
function statusOf(goal: URL, options: RequestOptions, body: string): Promise<number> {
  const request = goal.protocol === 'https:' ? httpsRequest : httpRequest
  return new Promise((resolve, reject) => {
    const sent = request(goal, { ...options, method: 'POST', agent: false }, (response) => {
      resolve(response.statusCode ?? 0)
      // Nothing in the body matters, so none of it is read, however much the receiver sends.
      response.on('error', () => {}).destroy()
    })
    sent.on('error', reject).end(body)
  })
}

type Lookup = ReturnType<typeof checkedLookup>

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
