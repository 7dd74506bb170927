import { createServer } from 'node:net'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { ACTORS } from '../../src/account/actions.ts'
import { compose } from '../../src/http/compose.ts'
import type { LogLine } from '../../src/http/log.ts'
import { readSettings } from '../../src/http/settings/settings.ts'
import { getWindows } from '../../src/metering/windows.ts'
import { drainAlerts, pauseAfter } from '../../src/notify/account-mails.ts'
import { ATTEMPTS_MAX } from '../../src/notify/alert.ts'
import { type Mail, type Mailer, type MailLine, openMailer, toMailError } from '../../src/notify/mail.ts'
import type { Store } from '../../src/storage/port.ts'
import { scratch } from '../api.ts'
import { type Adapter, embeddedAdapter } from '../storage/adapters.ts'
import { ANSWER, type Customer, customer, HOUR, MINUTE, NOON, spend } from '../storage/customer.ts'

let adapter: Adapter
let store: Store
let made: Customer
/** After crossing 80% of the AI answers. */
const later = NOON + HOUR

beforeEach(async () => {
  adapter = embeddedAdapter()
  await adapter.start()
  store = await adapter.open()
  made = await customer(store)
  await store.addMember(made.accountId, { email: 'admin@example.org', role: 'ADMIN' }, NOON, ACTORS.maintainer)
  await store.addMember(made.accountId, { email: 'reader@example.org', role: 'MEMBER' }, NOON, ACTORS.maintainer)
  await spend(store, made.key, 200, ANSWER, NOON)
})
afterEach(async () => {
  await store.close()
  await adapter.stop()
})

function pigeon(fails: () => boolean = () => false): Mailer & { sent: Mail[] } {
  const sent: Mail[] = []
  return {
    channel: 'mail',
    sent,
    send: async (mail) => {
      if (fails()) throw Object.assign(new Error('no route to owner@example.org'), { code: 'ECONNECTION' })
      if (mail.kind === 'usage_notice') sent.push(mail)
    },
  }
}

describe('sending alerts', () => {
  it('reaches owners and admins, once', async () => {
    const mailer = pigeon()
    expect(await drainAlerts(store, mailer, later)).toEqual([
      { accountId: made.accountId, month: '2026-11', meter: 'answers', threshold: 80, delivered: true, reason: null },
    ])
    expect(mailer.sent).toHaveLength(1)
    expect(mailer.sent[0]?.to).toEqual(['owner@example.org', 'admin@example.org'])
    expect(await drainAlerts(store, mailer, later + 24 * HOUR)).toEqual([])
    const { alerts } = await store.usage(made.accountId, getWindows(later))
    expect(alerts).toMatchObject([{ deliveredAt: later, deliveredBy: 'mail', attempts: 1 }])
  })

  it('of one account leaves the others alone', async () => {
    const other = await customer(store)
    await spend(store, other.key, 250, ANSWER, NOON)
    const mailer = pigeon()
    await drainAlerts(store, mailer, later, made.accountId)
    expect(mailer.sent.map(({ logged }) => logged.accountId)).toEqual([made.accountId])
    await drainAlerts(store, mailer, later)
    expect(mailer.sent.map(({ logged }) => logged.accountId)).toEqual([
      made.accountId,
      other.accountId,
      other.accountId,
    ])
    await expect(drainAlerts(store, mailer, later, 'acct_none')).rejects.toMatchObject({ code: 'account_unknown' })
  })

  it('twice at the same time sends each alert once', async () => {
    const other = await adapter.open()
    const mailer = pigeon()
    await Promise.all([drainAlerts(store, mailer, later), drainAlerts(other, mailer, later)])
    expect(mailer.sent).toHaveLength(1)
    await other.close()
  })

  it('is completed by the next caller if one dies on the way', async () => {
    const dying: Mailer = { channel: 'mail', send: () => new Promise(() => {}) }
    void drainAlerts(store, dying, later)
    await new Promise((resolve) => setTimeout(resolve, 20))
    const mailer = pigeon()
    expect(await drainAlerts(store, mailer, later + 4 * MINUTE)).toEqual([])
    expect(await drainAlerts(store, mailer, later + 5 * MINUTE)).toMatchObject([{ delivered: true }])
    expect(mailer.sent).toHaveLength(1)
  })

  it('is retried after growing pauses, and given up after the last attempt', async () => {
    const mailer = pigeon(() => true)
    let now = later
    const pauses: number[] = []
    for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
      expect(await drainAlerts(store, mailer, now)).toMatchObject([{ delivered: false, reason: 'ECONNECTION' }])
      expect(await drainAlerts(store, mailer, now + pauseAfter(attempt) - 1)).toEqual([])
      now += pauseAfter(attempt)
      pauses.push(pauseAfter(attempt) / MINUTE)
    }
    expect(pauses).toEqual([1, 5, 15, 60, 240, 720, 1440, 1440, 1440, 1440, 1440, 1440])
    expect(await drainAlerts(store, pigeon(), now + 999 * HOUR)).toEqual([])
    const { alerts } = await store.usage(made.accountId, getWindows(now))
    expect(alerts).toMatchObject([{ attempts: ATTEMPTS_MAX, deliveredAt: null }])
  })

  it('records why it failed without an address', async () => {
    const drained = await drainAlerts(
      store,
      pigeon(() => true),
      later,
    )
    expect(JSON.stringify(drained)).not.toContain('@')
  })
})

describe('without a mail server', () => {
  it('an alert is a log line without addresses, and is shown in usage', async () => {
    const lines: MailLine[] = []
    await drainAlerts(store, await openMailer({}, (line) => lines.push(line)), later)
    const { accountId } = made
    expect(lines).toEqual([
      { level: 'info', event: 'usage_notice', accountId, month: '2026-11', meter: 'answers', threshold: 80 },
    ])
    const { alerts } = await store.usage(accountId, getWindows(later))
    expect(alerts).toMatchObject([{ deliveredBy: 'log' }])
  })

  it('SMTP_URL alone is an error', async () => {
    await expect(openMailer({ SMTP_URL: 'smtp://localhost' }, () => {})).rejects.toThrow('MAIL_FROM is not')
  })
})

describe('with a mail server', () => {
  it('sends an email that says how much of what is used, and when it is renewed', async () => {
    const sink = await smtpSink()
    await spend(store, made.key, 50, ANSWER, NOON + HOUR)
    const mailer = await openMailer({ SMTP_URL: sink.url, MAIL_FROM: 'service@example.org' }, () => {})
    const drained = await drainAlerts(store, mailer, later + HOUR)
    await sink.close()
    expect(drained).toMatchObject([{ delivered: true }, { delivered: true }])
    const [eighty, hundred] = sink.mails as [string, string]
    expect(eighty).toContain('RCPT TO:<owner@example.org>')
    expect(eighty).toContain('RCPT TO:<admin@example.org>')
    expect(eighty).not.toContain('reader@example.org')
    expect(eighty).toContain("Subject: Prairie Clinics: 80% of this month's AI answers used")
    expect(hundred).toContain('used 100% of the 250 AI answers')
    expect(hundred).toContain('resets on December 1, 2026 at 00:00 UTC')
    expect(hundred).toContain('without an AI answer')
  })

  it('keeps an alert that the server rejects', async () => {
    const sink = await smtpSink('554 no')
    const mailer = await openMailer({ SMTP_URL: sink.url, MAIL_FROM: 'service@example.org' }, () => {})
    expect(await drainAlerts(store, mailer, later)).toMatchObject([{ delivered: false, reason: 'EENVELOPE 554' }])
    await sink.close()
    expect(await drainAlerts(store, pigeon(), later + HOUR)).toMatchObject([{ delivered: true }])
  })
})

/** A mail server that accepts everything, or responds to every recipient with `refusal`. */
async function smtpSink(refusal?: string): Promise<{ url: string; mails: string[]; close(): Promise<unknown> }> {
  const mails: string[] = []
  const server = createServer((socket) => {
    let mail = ''
    let inData = false
    socket.on('error', () => {})
    socket.write('220 sink\r\n')
    socket.on('data', (data) => {
      const text = data.toString()
      mail += text
      if (inData) {
        if (!mail.endsWith('\r\n.\r\n')) return
        inData = false
        mails.push(mail.replaceAll('=\r\n', ''))
        mail = ''
        return void socket.write('250 taken\r\n')
      }
      for (const line of text.split('\r\n').filter(Boolean)) {
        const verb = line.slice(0, 4).toUpperCase()
        inData = verb === 'DATA'
        if (verb === 'QUIT') return void socket.end('221 bye\r\n')
        socket.write(inData ? '354 go on\r\n' : `${verb === 'RCPT' && refusal ? refusal : '250 sink'}\r\n`)
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return { url: `smtp://127.0.0.1:${port}`, mails, close: () => new Promise((resolve) => server.close(resolve)) }
}

describe('mail failures', () => {
  it.each([
    ['the code', Object.assign(new Error('no route to a@example.org'), { code: 'ECONNECTION' }), 'ECONNECTION'],
    [
      'the response code',
      Object.assign(new Error('535 a@example.org'), { code: 'EAUTH', responseCode: 535 }),
      'EAUTH 535',
    ],
    ['nothing else', Object.assign(new Error('x'), { code: 'a@example.org' }), 'failed'],
    ['nothing from values that are not errors', 'a@example.org', 'failed'],
  ])('are reported by %s, never with an address', (_, error, said) => {
    expect(toMailError(error)).toBe(said)
  })

  it('of a sign-in link are logged with their code, and without the address', async () => {
    const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
    onTestFinished(() => written.mockRestore())
    const work: Promise<unknown>[] = []
    const settings = readSettings({
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'service@example.org',
      BASE_URL: 'http://localhost',
      STORE_PATH: path.join(scratch(), 'store.sqlite'),
      DATASET_PATH: scratch(),
    })
    const lines: LogLine[] = []
    const { app, close } = await compose(settings, {
      watch: (line) => lines.push(line),
      afterwards: (job) => work.push(job),
    })
    const { status } = await app.request('http://localhost/api/account/sign-in', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin' },
      body: JSON.stringify({ email: 'ana@example.org' }),
    })
    await Promise.all(work)
    await close()
    expect(status).toBe(202)
    expect(lines).toContainEqual({ level: 'error', event: 'sign_in_link', message: 'ESOCKET' })
  })
})
