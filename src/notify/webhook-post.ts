import { request as httpRequest, type RequestOptions } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP } from 'node:net'
import { Webhook as Signer } from 'standardwebhooks'
import { inTime } from '../metering/outage.ts'
import {
  AddressRefused,
  createCheckedLookup,
  type Resolve,
  refuseAddressHost,
  resolveWithSystem,
} from '../net/addresses.ts'
import type { Attempt } from './delivery.ts'

/** Sends signed messages to webhook URLs. The URLs are untrusted, so the resolved address is checked on every request. */

const USER_AGENT = 'RuralHealthProgramDataService-Webhooks/1.0'

export interface Post {
  url: string
  id: string
  body: string
  /** Signing secrets; the message carries one signature for each. */
  secrets: readonly string[]
}

export type PostResult = Pick<Attempt, 'status' | 'fault'>

export type Poster = ReturnType<typeof openPoster>

export interface PosterOptions {
  /** Origins allowed even though they are not public or not https, for local testing. */
  allowedOrigins?: readonly string[]
  resolve?: Resolve
  responseMs?: number
}

export function openPoster({
  allowedOrigins = [],
  resolve = resolveWithSystem,
  responseMs = 10_000,
}: PosterOptions = {}) {
  const checked = createCheckedLookup(resolve)
  const isAllowed = ({ origin }: URL): boolean => allowedOrigins.includes(origin)

  async function sendPost({ url, id, body, secrets }: Post, now: number): Promise<PostResult> {
    const target = new URL(url)
    if (!isAllowed(target)) mustBePublic(target)
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'user-agent': USER_AGENT,
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(now / 1000)),
      'webhook-signature': secrets.map((secret) => new Signer(secret).sign(id, new Date(now), body)).join(' '),
    }
    const signal = AbortSignal.timeout(responseMs)
    const status = await readStatus(target, { headers, signal, ...(!isAllowed(target) && { lookup: checked }) }, body)
    // Following a redirect would bypass the checks and send the message to an unregistered URL.
    if (status >= 300 && status < 400) return { status, fault: 'REDIRECT' }
    return { status, fault: status >= 200 && status < 300 ? null : 'STATUS' }
  }

  return {
    /** Sends a message once. Never throws. @param now the instant in its signature */
    async send(post: Post, now: number): Promise<PostResult> {
      try {
        return await sendPost(post, now)
      } catch (error) {
        return { status: null, fault: toFault(error) }
      }
    },
    /** Why a URL cannot be registered, as a sentence; null when its host resolves only to public addresses. */
    async refusal(url: string): Promise<string | null> {
      const target = new URL(url)
      if (isAllowed(target)) return null
      try {
        mustBePublic(target)
      } catch (error) {
        return `${(error as AddressRefused).message}.`
      }
      try {
        await lookUp(target.hostname, checked, responseMs)
        return null
      } catch (error) {
        // The message must not reveal the address of an internal host.
        return error instanceof AddressRefused
          ? `${target.hostname} does not resolve only to public addresses.`
          : `${target.hostname} cannot be resolved.`
      }
    },
  }
}

/** Posts a body over a new connection, so that its host is resolved and checked again. Resolves to the status. */
function readStatus(target: URL, options: RequestOptions, body: string): Promise<number> {
  const request = target.protocol === 'https:' ? httpsRequest : httpRequest
  return new Promise((resolve, reject) => {
    const sent = request(target, { ...options, method: 'POST', agent: false }, (response) => {
      resolve(response.statusCode ?? 0)
      // The response body is ignored, so it is never read, whatever its size.
      response.on('error', () => {}).destroy()
    })
    sent.on('error', reject).end(body)
  })
}

type Lookup = ReturnType<typeof createCheckedLookup>

/** @throws AddressRefused when the URL itself, without resolving its host, is not allowed */
function mustBePublic(url: URL): void {
  if (url.protocol !== 'https:') throw new AddressRefused('Must be an https URL')
  if (url.username || url.password) throw new AddressRefused('Must not contain a username or password')
  if (url.port) throw new AddressRefused(`Port ${url.port} is not allowed; webhooks are sent to port 443`)
  refuseAddressHost(url.hostname)
}

/** Resolves a host as a connection would. @throws the error of the lookup, or an error on timeout */
async function lookUp(hostname: string, lookup: Lookup, withinMs: number): Promise<void> {
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return
  const resolved = new Promise<void>((resolve, reject) => {
    lookup(hostname, { all: true }, (error) => (error ? reject(error) : resolve()))
  })
  await inTime(resolved, withinMs, () => new Error('late'))
}

function toFault(error: unknown): Attempt['fault'] {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof AddressRefused) return 'ADDRESS'
    const code = 'code' in cause ? String(cause.code) : ''
    if (cause.name === 'TimeoutError' || code.endsWith('_TIMEOUT')) return 'TIMEOUT'
  }
  return 'NETWORK'
}
