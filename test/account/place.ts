import { createHmac } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type ZodType, z } from 'zod'
import { ACTORS } from '../../src/account/actions.ts'
import type { Desk } from '../../src/http/account/desk.ts'
import {
  DeliveriesResponse,
  DeliveryResponse,
  WebhookResponse,
  WebhookSecretResponse,
  WebhooksResponse,
} from '../../src/http/account/webhook-schemas.ts'
import { createApp } from '../../src/http/app.ts'
import { NewSubscription } from '../../src/http/endpoints/subscriptions.ts'
import type { LogLine } from '../../src/http/log.ts'
import { ACCOUNT_ERROR_CODES, ERROR_CODES, Problem } from '../../src/http/response/errors.ts'
import { createPublications } from '../../src/http/webhooks/message.ts'
import { openWebhookService } from '../../src/http/webhooks/service.ts'
import { generateId } from '../../src/metering/keys.ts'
import { createLimits, type Limits } from '../../src/metering/limits.ts'
import type { PlanName } from '../../src/metering/plans.ts'
import type { Mail } from '../../src/notify/mail.ts'
import type { Poster } from '../../src/notify/webhook-post.ts'
import type { Store } from '../../src/storage/port.ts'
import { openService, type Service } from '../../src/store/service.ts'
import { baked, NOW, newStore, scratch } from '../api.ts'

export const BASE = 'https://api.example.org'
const BILLING_SECRET = 'a-secret-of-the-payment-provider-0123'

export interface Answer {
  status: number
  headers: Headers
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of all shapes
  body: any
}

export interface Asked {
  method?: string
  json?: unknown
  body?: string | Uint8Array<ArrayBuffer>
  /** Added to the headers that a browser sends automatically; null removes one. */
  headers?: Record<string, string | null>
}

/** A browser: it stores cookies by the rules for their names, and declares the site its requests come from. */
export interface Browser {
  cookies: Map<string, string>
  /** The cookies set by the service, with all attributes. */
  set: string[]
  ask(target: string, asked?: Asked): Promise<Answer>
  /** Requests a sign-in link and opens it. */
  signIn(email: string): Promise<Answer>
}

export interface PlaceOptions {
  base?: string
  hosts?: string[]
  billingSecret?: string | null
  operatorEmail?: string | null
  trialDays?: number
  /** Disables rate limits. */
  limits?: Limits
  store?: Store
  /** The current bake; the fixture's by default. */
  service?: () => Service
  /** What the operator sees of the machine. */
  desk?: Partial<Desk>
  /** Sends messages to webhooks; by default, to receivers that accept everything. */
  poster?: Poster
}

const FREELY: Pick<Limits, 'allow'> = { allow: async () => ({ allowed: true, retryAfterSeconds: 0, left: 1 }) }
const TAKING: Poster = {
  send: async () => ({ status: 204, fault: null }),
  refusal: async () => null,
}
export const realLimits = (): Limits => createLimits(null, () => performance.now())

let people = 0
/** The bake of the fixture, opened once: no place changes it. */
let fixture: Promise<Service> | undefined

export async function openPlace(options: PlaceOptions = {}) {
  const {
    base = BASE,
    hosts = [base],
    billingSecret = BILLING_SECRET,
    operatorEmail = null,
    limits = FREELY,
    poster = TAKING,
  } = options
  fixture ??= baked().then(({ folder }) => openService(folder))
  const fixed = options.service ? null : await fixture
  const service = (): Service => fixed ?? options.service!()
  const folder = scratch()
  const store = options.store ?? (await newStore(path.join(folder, 'store.sqlite')))
  const outbox: Mail[] = []
  const log: LogLine[] = []
  const reminded: string[] = []
  let now = Date.parse(NOW)
  const under: Promise<void>[] = []
  const webhooks = openWebhookService({
    store,
    poster,
    mailer: { send: async (mail) => void outbox.push(mail) },
    clock: () => now,
    publications: createPublications(service, base),
    newest: () => service().publications.newest(),
    allowedOrigins: [],
    link: `${base}/account/webhooks`,
    report: ({ message }) => log.push({ level: 'error', event: 'webhook', message }),
  })
  const app = createApp({
    service,
    meter: store,
    subscriptions: store,
    clock: () => now,
    log: (line) => log.push(line),
    base,
    readCallerAddress: (c) => c.req.header('x-test-address') ?? '192.0.2.1',
    account: {
      store,
      limits,
      post: (mail) => outbox.push(mail),
      trialDays: options.trialDays ?? 0,
      remind: (accountId) => reminded.push(accountId),
      afterwards: (work) => void under.push(work()),
      billingSecret,
      operatorEmail,
      hosts,
      webhooks,
      desk: { readNight: async () => null, faults: () => [], review: null, ...options.desk },
    },
  })

  function browser(address = '192.0.2.1'): Browser {
    const cookies = new Map<string, string>()
    const set: string[] = []
    const opened: Browser = {
      cookies,
      set,
      async ask(target, { method, json, body, headers = {} } = {}) {
        const sent = json === undefined ? body : JSON.stringify(json)
        const said = {
          'Sec-Fetch-Site': 'same-origin',
          Origin: base,
          'X-Test-Address': address,
          ...(json !== undefined && { 'Content-Type': 'application/json' }),
          ...(cookies.size > 0 && { Cookie: [...cookies].map((pair) => pair.join('=')).join('; ') }),
          ...headers,
        }
        const response = await app.request(`${base}${target}`, {
          method: method ?? (sent === undefined ? 'GET' : 'POST'),
          headers: Object.entries(said).filter((header): header is [string, string] => header[1] !== null),
          ...(sent !== undefined && { body: sent }),
        })
        for (const line of response.headers.getSetCookie()) {
          set.push(line)
          const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=')
          if (/Max-Age=0/.test(line)) cookies.delete(name)
          else cookies.set(name, value)
        }
        const text = await response.text()
        mustFit(method ?? (sent === undefined ? 'GET' : 'POST'), target, response.status, text)
        return {
          status: response.status,
          headers: response.headers,
          text,
          body: text !== '' && response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : null,
        }
      },
      async signIn(email) {
        await opened.ask('/api/account/sign-in', { json: { email } })
        return opened.ask('/api/account/session', { json: { token: token(email) } })
      },
    }
    return opened
  }

  function token(email: string): string {
    const mail = outbox.findLast(({ kind, to }) => kind === 'sign_in_link' && to.includes(email))
    if (!mail?.logged.link) throw new Error(`${email} was sent no link`)
    return new URL(mail.logged.link).hash.slice(1)
  }

  async function team(plan: PlanName = 'TEAM') {
    people += 1
    const emails = {
      OWNER: `owner${people}@example.org`,
      ADMIN: `admin${people}@example.org`,
      MEMBER: `member${people}@example.org`,
    }
    const account = await store.createAccount(
      { id: generateId('acct'), name: `Team ${people}`, plan, ownerEmail: emails.OWNER },
      now,
      ACTORS.maintainer,
    )
    await store.addMember(account.id, { email: emails.ADMIN, role: 'ADMIN' }, now, ACTORS.maintainer)
    await store.addMember(account.id, { email: emails.MEMBER, role: 'MEMBER' }, now, ACTORS.maintainer)
    const browsers = { OWNER: browser(), ADMIN: browser(), MEMBER: browser() }
    for (const role of ['OWNER', 'ADMIN', 'MEMBER'] as const) await browsers[role].signIn(emails[role])
    return { accountId: account.id, emails, browsers }
  }

  return {
    app,
    store,
    webhooks,
    settled: () => Promise.all(under),
    outbox,
    log,
    reminded,
    at: (moment: string | number) => {
      now = typeof moment === 'number' ? moment : Date.parse(moment)
    },
    now: () => now,
    /** The content of the store's files, as text. */
    kept: () =>
      readdirSync(folder)
        .map((name) => readFileSync(path.join(folder, name), 'latin1'))
        .join('\n'),
    browser,
    token,
    team,
  }
}

const ANSWERS: [request: RegExp, schema: ZodType][] = [
  [/^POST \/api\/account\/acct_\w+\/subscriptions$/, NewSubscription],
  [/^GET \/api\/account(\/acct_\w+)?\/webhooks$/, WebhooksResponse],
  [/^POST \/api\/account(\/acct_\w+)?\/webhooks(\/whk_\w+\/rotate)?$/, WebhookSecretResponse],
  [/^(GET|PATCH) \/api\/account(\/acct_\w+)?\/webhooks\/whk_\w+$/, WebhookResponse],
  [/^GET \/api\/account(\/acct_\w+)?\/webhooks\/whk_\w+\/deliveries$/, DeliveriesResponse],
  [/^POST \/api\/account(\/acct_\w+)?\/webhooks\/whk_\w+\/(test|deliveries\/msg_\w+\/replay)$/, DeliveryResponse],
]
const ProblemOfAccounts = Problem.extend({ code: z.enum([...ERROR_CODES, ...ACCOUNT_ERROR_CODES]) })

/** What is stored of secrets, and of the addresses that are limited, is in no response. */
const STORED = /hash|digest|sha/i

/** @throws Error when an account response does not match its documented schema, or has something that is only stored */
function mustFit(method: string, target: string, status: number, text: string): void {
  const request = `${method} ${target.split('?')[0]}`
  if (!target.startsWith('/api/account') || text === '') return
  const schema = status < 400 ? ANSWERS.find(([pattern]) => pattern.test(request))?.[1] : ProblemOfAccounts
  const body = JSON.parse(text, (field, value) => {
    if (STORED.test(field)) throw new Error(`${request} ${status} has the field "${field}"`)
    return value
  })
  schema?.parse(body)
}

/** The code of a problem document, or undefined. */
export const getCode = ({ body }: Answer): string | undefined => body?.code

/** The signature of a billing event sent by a provider at a moment. */
export function signed(body: string, at: number, secret = BILLING_SECRET): string {
  const seconds = Math.floor(at / 1000)
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
}

/** The whole service with accounts, an outbox and a controlled clock. */
export type Place = Awaited<ReturnType<typeof openPlace>>

/** An account with a member of each role, and a browser for each. */
export type Team = Awaited<ReturnType<Place['team']>>
