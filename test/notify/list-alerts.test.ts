import { execFile } from 'node:child_process'
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { runAdmin } from '../../src/admin/program.ts'
import { toNewsLine } from '../../src/http/alerts/news.ts'
import { openAlertService } from '../../src/http/alerts/service.ts'
import { createPages } from '../../src/http/pages/pages.ts'
import { createLimits } from '../../src/metering/limits.ts'
import { getNextDigest, type Pace } from '../../src/notify/list-alerts.ts'
import { type Mailer, openMailer } from '../../src/notify/mail.ts'
import { STATE_NAMES, type StateCode } from '../../src/schema/vocabularies.ts'
import { openEmbedded } from '../../src/storage/embedded/store.ts'
import { openService, type Service } from '../../src/store/service.ts'
import { getListing } from '../../src/views/lists/list-page.ts'
import { SECTION_NAMES } from '../../src/views/lists/listing.ts'
import { BLANK_MAIN } from '../../src/views/view.ts'
import { baked, pageDeps, scratch } from '../api.ts'
import { commandHere } from '../command.ts'
import { id } from '../http/listed.ts'
import { anotherNotice, NEXT_NIGHT, nightOn, publishedFolder, rewrite } from '../nightly/folders.ts'
import { openSmtp } from './smtp.ts'

/** Alerts by mail from their form to the mail server, over real nights. */

const ROOT = path.resolve(import.meta.dirname, '../..')
const BASE = 'https://api.example.org'
const ADDRESS = 'finance.officer@hospital.example'
const LIST = '/alerts/opportunities?state=NE&status=OPEN,CLOSING_SOON,AMENDED,UPCOMING'
const HOUR = 60 * 60_000
const DAY = 24 * HOUR

// Only bodies are encoded: the token of a header may look like an encoded character.
function decoded(raw: string): string {
  const body = raw.indexOf('\r\n\r\n')
  const text = raw
    .slice(body)
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  return raw.slice(0, body) + Buffer.from(text, 'latin1').toString('utf8')
}

/** A service with a dataset of its own, a mail server, and the pages of alerts. */
async function openPlace({ hasMail = true } = {}) {
  const { folders } = await publishedFolder()
  const folder = scratch()
  const file = path.join(folder, 'store.sqlite')
  const store = openEmbedded(file)
  /** How the mail server refuses recipients and complete emails. */
  const faults: { recipient?: Error; mail?: Error } = {}
  const { port, accepted } = await openSmtp(
    { hideSTARTTLS: true, onRcptTo: (_, __, done) => done(faults.recipient) },
    () => faults.mail ?? null,
  )
  const settings = { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'service@example.org' }
  const reports: string[] = []
  let now = Date.parse('2026-11-20T12:00:00Z')
  let service: Service = openService(folders.out)
  const posted: Promise<void>[] = []
  const limits = createLimits(null, () => performance.now())
  const sender = await openMailer(settings, () => {})
  const openAlerts = (mailer: Mailer, at = store) =>
    openAlertService({
      store: at,
      limits,
      mailer,
      post: (mail) => void posted.push(mailer.send(mail).catch(() => {})),
      service: () => service,
      base: BASE,
      clock: () => now,
      report: ({ message }) => reports.push(message),
    })
  const alerts = openAlerts(sender)
  const deps = {
    ...pageDeps(
      () => service,
      () => now,
      BASE,
    ),
    limits,
  }
  const pages = createPages({ ...deps, alerts: hasMail ? alerts : null }, { record: BLANK_MAIN, list: BLANK_MAIN })
  const ask = async (target: string, fields?: Record<string, string>) => {
    const body = fields && new URLSearchParams(fields)
    const response = await pages.request(target, fields ? { method: 'POST', body: body! } : {})
    await Promise.all(posted)
    const text = await response.text()
    return { status: response.status, headers: response.headers, text }
  }
  const getLink = (page: string): string => {
    const links = decoded(accepted.at(-1)?.text ?? '').match(new RegExp(`${BASE}/alerts/${page}\\?token=[\\w-]+`))
    return links?.[0]?.slice(BASE.length) ?? ''
  }
  onTestFinished(async () => {
    service.close()
    await store.close()
  })
  return {
    folders,
    file,
    store,
    accepted,
    reports,
    ask,
    getLink,
    faults,
    environment: { ...settings, BASE_URL: BASE },
    alerts,
    openAlerts,
    sender,
    at: (moment: string | number) => {
      now = typeof moment === 'number' ? moment : Date.parse(moment)
    },
    now: () => now,
    mails: () => accepted.map(({ text }) => decoded(text)),
    /** The content of the store's files, as text. */
    kept: () =>
      readdirSync(folder)
        .map((name) => readFileSync(path.join(folder, name), 'latin1'))
        .join(''),
    /** Subscribes and confirms; then no mail is left. */
    async subscribe(pace: Pace = 'AT_ONCE', list = LIST, address = ADDRESS) {
      await ask(list, { address, pace })
      await ask(getLink('confirm'), {})
      accepted.length = 0
    },
    /** A real night, whose changes are published. */
    async night(date: Date, change: (staged: string) => unknown) {
      if (change === addCalls && date === NEXT_NIGHT) cpSync(await calledNight(), folders.data, { recursive: true })
      else await publish(folders, date, change)
      service.close()
      service = openService(folders.out)
      now = date.getTime() + HOUR
    },
  }
}

async function publish(folders: { data: string; out: string }, date: Date, change: (staged: string) => unknown) {
  const report = await nightOn(folders, date, change)
  expect(report).toMatchObject({ outcome: 'published', reasons: [] })
}

/** An email that a mail server sends back, with the email or its headers in it. */
const formatBounce = (status: string, action: string, original: string): string =>
  [
    'From: MAILER-DAEMON@mail.example.org',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="part"',
    '',
    '--part',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mail.example.org',
    '',
    'Final-Recipient: rfc822; someone@hospital.example',
    `Action: ${action}`,
    `Status: ${status}`,
    'Diagnostic-Code: smtp; 550',
    ' no such user',
    '',
    '--part',
    'Content-Type: message/rfc822',
    '',
    original,
    '--part--',
    '',
  ].join('\r\n')

/** Runs a command of the operator on a store. */
async function admin(file: string, ...args: string[]): Promise<unknown> {
  let out = ''
  const write = (text: string) => {
    out += text
  }
  const terminal = { openStore: async () => openEmbedded(file), now: Date.now, out: write, log: write, env: {} }
  expect([await runAdmin(args, terminal), out]).toEqual([0, expect.any(String)])
  return JSON.parse(out)
}

const refusing = (responseCode: number, message = 'no such user') => Object.assign(new Error(message), { responseCode })

const NEW = id('c', 501)
/** A new call in Nebraska and one in Texas, and a changed one in Nebraska. */
const addCalls = (staged: string) =>
  rewrite(staged, 'notices', (rows) => [
    ...rows.map((row) => (row.id === id('c', 3) ? { ...row, dueDate: '2027-02-20' } : row)),
    { ...anotherNotice(staged, 1), id: NEW, state: 'NE', title: 'Critical access hospital equipment <fund>' },
    { ...anotherNotice(staged, 2), state: 'TX', title: 'Texas ambulance purchase' },
  ])

let called: Promise<string> | undefined
/** The dataset after the night of these calls, with its bake; performed once, and copied. */
const calledNight = (): Promise<string> =>
  (called ??= publishedFolder().then(async ({ folders }) => {
    await publish(folders, NEXT_NIGHT, addCalls)
    return folders.data
  }))

describe('an alert on a filtered list', () => {
  it('is confirmed, sent once after a changed night, ended by one click, and leaves nothing', async () => {
    const place = await openPlace()
    const form = await place.ask(LIST)
    expect(form.status).toBe(200)
    expect(form.text).toContain('Open and announced calls in Nebraska')
    expect(form.headers.get('Cache-Control')).toBe('no-store')

    expect((await place.ask(LIST, { address: ADDRESS, pace: 'AT_ONCE' })).text).toContain(ADDRESS)
    expect(place.accepted).toMatchObject([{ from: 'service@example.org', to: [ADDRESS] }])
    const confirm = place.getLink('confirm')
    // A program that follows links confirms nothing.
    expect((await place.ask(confirm)).text).toContain('<form method="post"')
    expect(await place.alerts.listFor(ADDRESS)).toEqual([])
    expect((await place.ask(confirm, {})).text).toContain('Open and announced calls in Nebraska')
    expect((await place.ask(confirm, {})).status).toBe(200)
    expect(await place.alerts.listFor(ADDRESS)).toHaveLength(1)
    expect(await place.alerts.run()).toEqual({ sent: 0, failed: 0, ended: 0 })

    await place.night(NEXT_NIGHT, addCalls)
    expect(await place.alerts.run()).toEqual({ sent: 1, failed: 0, ended: 0 })
    const [, mail = ''] = place.mails()
    expect(mail).toContain('Subject: Open and announced calls in Nebraska: 1 new, 1 changed')
    expect(mail).toContain('multipart/alternative')
    expect(mail).toMatch(/text\/plain[\s\S]*text\/html/)
    expect(mail).toContain('Critical access hospital equipment <fund>\r\n')
    expect(mail).toContain('Critical access hospital equipment &lt;fund&gt;</a>')
    expect(mail).toContain('Applications due: February 20, 2027 (was February 15, 2027)')
    expect(mail).not.toContain('Texas')
    expect(mail).toContain(`${BASE}/opportunities?state=NE`)
    expect(mail).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
    const end = place.getLink('end')
    expect(mail.replaceAll('\r\n ', ' ')).toContain(`List-Unsubscribe: <${BASE}${end}>`)

    // A repeated run, and a night that changes nothing.
    expect(await place.alerts.run()).toEqual({ sent: 0, failed: 0, ended: 0 })
    await nightOn(place.folders, new Date(NEXT_NIGHT.getTime() + 2 * HOUR))
    place.at(NEXT_NIGHT.getTime() + 12 * HOUR)
    expect(await place.alerts.run()).toEqual({ sent: 0, failed: 0, ended: 0 })

    expect(place.kept()).toContain(ADDRESS)
    expect((await place.ask(end)).text).toContain('End this alert?')
    expect(await place.alerts.listFor(ADDRESS)).toHaveLength(1)
    expect((await place.ask(end, { 'List-Unsubscribe': 'One-Click' })).status).toBe(200)
    expect((await place.ask(end, { 'List-Unsubscribe': 'One-Click' })).status).toBe(200)
    expect(place.kept()).not.toContain('finance.officer')
    await place.night(new Date(NEXT_NIGHT.getTime() + DAY), (staged) =>
      rewrite(staged, 'notices', (rows) => rows.map((row) => (row.id === NEW ? { ...row, title: 'Other' } : row))),
    )
    expect(await place.alerts.run()).toEqual({ sent: 0, failed: 0, ended: 0 })
    expect(place.accepted).toHaveLength(2)
    for (const page of [end, confirm]) expect((await place.ask(page)).status).toBe(404)
  })

  it('is sent once by two processes', async () => {
    const place = await openPlace()
    for (let number = 0; number < 5; number += 1) await place.subscribe('AT_ONCE', LIST, `officer${number}@example.org`)
    await place.night(NEXT_NIGHT, addCalls)
    const other = openEmbedded(place.file)
    const second = place.openAlerts(place.sender, other)
    const tallies = await Promise.all([place.alerts.run(), second.run()])
    expect(tallies.reduce((sum, tally) => sum + (tally?.sent ?? 0), 0)).toBe(5)
    expect(place.accepted.map(({ to }) => to[0]).sort()).toEqual(
      Array.from({ length: 5 }, (_, number) => `officer${number}@example.org`),
    )
    await other.close()
  })

  it('is sent once by two programs, where no server is running', async () => {
    const place = await openPlace()
    await place.subscribe()
    await place.night(NEXT_NIGHT, addCalls)
    const env = { ...process.env, ...place.environment, DATASET_PATH: place.folders.out, STORE_PATH: place.file }
    const deliver = async () =>
      (await promisify(execFile)(process.execPath, ['scripts/deliver.ts'], { cwd: ROOT, env })).stdout
    const told = (await Promise.all([deliver(), deliver()])).join(' ')
    expect(place.accepted).toHaveLength(1)
    expect(
      [...told.matchAll(/Alerts by mail: (\d) sent, 0 failed, 0 ended\./g)].map(([, sent]) => sent).sort(),
    ).toEqual(['0', '1'])
    expect((await commandHere('scripts/deliver.ts', [], env)).stdout).toContain('Alerts by mail: 0 sent')
  }, 30_000)

  it.each([
    ['before the mail is complete', async () => {}, 1],
    ['when the mail is complete', (commit: () => Promise<void>) => commit(), 0],
  ])('is neither lost nor sent twice by a process that is killed %s', async (_, step, later) => {
    const place = await openPlace()
    await place.subscribe()
    await place.night(NEXT_NIGHT, addCalls)
    let isKilled = () => {}
    const killed = new Promise<void>((resolve) => {
      isKilled = resolve
    })
    void place
      .openAlerts({
        channel: 'mail',
        async send(_, commit = async () => {}) {
          await step(commit)
          isKilled()
          await new Promise(() => {})
        },
      })
      .run()
    await killed
    expect(await place.alerts.run()).toMatchObject({ sent: 0 })
    place.at(place.now() + HOUR)
    const restarted = place.openAlerts(place.sender)
    expect(await restarted.run()).toEqual({ sent: later, failed: 0, ended: 0 })
    expect(place.accepted).toHaveLength(later)
  })

  it('is sent later when the mail server is down for a night', async () => {
    const place = await openPlace()
    await place.subscribe()
    place.faults.recipient = refusing(451)
    await place.night(NEXT_NIGHT, addCalls)
    for (let tries = 0; tries < 5; tries += 1) {
      expect(await place.alerts.run()).toEqual({ sent: 0, failed: 1, ended: 0 })
      // Not before its time.
      expect(await place.alerts.run()).toEqual({ sent: 0, failed: 0, ended: 0 })
      place.at(place.now() + 5 * HOUR)
    }
    delete place.faults.recipient
    expect(await place.alerts.run()).toEqual({ sent: 1, failed: 0, ended: 0 })
    expect(place.mails()[0]).toContain(': 1 new, 1 changed')
    expect(place.reports.join()).not.toContain('@')
  })

  it('is not completed when it ends while its mail is being sent', async () => {
    const place = await openPlace()
    await place.subscribe()
    await place.night(NEXT_NIGHT, addCalls)
    const [alert] = await place.alerts.listFor(ADDRESS)
    const ending = place.openAlerts({
      channel: 'mail',
      async send(mail, commit) {
        if (alert) await place.alerts.end(alert)
        await place.sender.send(mail, commit)
      },
    })
    expect(await ending.run()).toEqual({ sent: 0, failed: 0, ended: 0 })
    expect(place.accepted).toEqual([])
    expect(place.kept()).not.toContain('finance.officer')
  })

  it.each<[string, { recipient?: Error; mail?: Error }, number]>([
    ['ends at once when its address is refused', { recipient: refusing(550) }, 0],
    ['ends at once when the mail is refused because of its address', { mail: refusing(550, '5.1.1 gone') }, 0],
    ['ends after a week of other refusals', { mail: refusing(554, '5.7.1 policy') }, 6],
  ])('%s', async (_, faults, repeats) => {
    const place = await openPlace()
    await place.subscribe()
    await place.night(NEXT_NIGHT, addCalls)
    Object.assign(place.faults, faults)
    for (let times = 0; times < repeats; times += 1) {
      expect(await place.alerts.run()).toEqual({ sent: 0, failed: 1, ended: 0 })
      place.at(place.now() + DAY)
    }
    expect(await place.alerts.run()).toEqual({ sent: 0, failed: 0, ended: 1 })
    expect(place.kept()).not.toContain('finance.officer')
    expect(place.accepted).toEqual([])
  })

  it('ends with all others of its address when its mail comes back for good, and not otherwise', async () => {
    const place = await openPlace()
    await place.subscribe('AT_ONCE', '/alerts/documents?state=NE')
    await place.subscribe()
    await place.subscribe('AT_ONCE', LIST, 'other@hospital.example')
    await place.night(NEXT_NIGHT, addCalls)
    await place.alerts.run()
    const mail = place.accepted.find(({ to }) => to.includes(ADDRESS))?.text ?? ''
    const headers = mail.slice(0, mail.indexOf('\r\n\r\n'))
    const file = path.join(scratch(), 'returned.eml')
    const bounce = async (status: string, action: string, original: string) => {
      writeFileSync(file, formatBounce(status, action, original))
      return admin(place.file, 'list-alerts', 'bounced', file, '--json')
    }
    const stranger = headers.replace(/token=[\w-]+/, `token=${'A'.repeat(43)}`)
    for (const [status, action, original] of [
      ['4.4.1', 'delayed', mail],
      ['5.7.1', 'failed', mail],
      ['5.1.1', 'failed', stranger],
      ['5.1.1', 'failed', 'Subject: Lunch'],
    ] as const) {
      expect(await bounce(status, action, original)).toEqual({ ended: 0 })
    }
    expect(await place.alerts.listFor(ADDRESS)).toHaveLength(2)
    expect(await bounce('5.1.1', 'failed', headers)).toEqual({ ended: 2 })
    expect(place.kept()).not.toContain('finance.officer')
    expect(await bounce('5.1.1', 'failed', mail)).toEqual({ ended: 0 })
    expect(await admin(place.file, 'list-alerts', 'end', 'Other@Hospital.example', '--json')).toEqual({ ended: 1 })
    expect(place.kept()).not.toContain('other@hospital')
  })

  it('tells a deadline 14 and 3 local days ahead, each once', async () => {
    const place = await openPlace()
    // December 1 in Alaska ends at 09:00 UTC of the next day.
    await place.subscribe('AT_ONCE', '/alerts/opportunities?state=AK')
    const told: string[] = []
    for (let at = Date.parse('2026-11-20T13:00:00Z'); at < Date.parse('2026-12-05T00:00:00Z'); at += 3 * HOUR) {
      place.at(at)
      const tally = await place.alerts.run()
      if (tally?.sent) told.push(new Date(at).toISOString())
    }
    expect(told).toEqual(['2026-11-28T13:00:00.000Z'])
    expect(place.mails()[0]).toContain('Due December 1, 2026')
    expect(place.mails()[0]).toContain('closes in 3 days')
  })

  it('as a weekly digest has the changes of the week in one mail', async () => {
    const place = await openPlace()
    await place.subscribe('WEEKLY')
    await place.night(NEXT_NIGHT, addCalls)
    expect(await place.alerts.run()).toMatchObject({ sent: 0 })
    await place.night(new Date(NEXT_NIGHT.getTime() + DAY), (staged) =>
      rewrite(staged, 'notices', (rows) =>
        rows.map((row) => (row.id === id('c', 15) ? { ...row, state: 'NE', dueDate: '2027-01-20' } : row)),
      ),
    )
    expect(await place.alerts.run()).toMatchObject({ sent: 0 })
    // Monday.
    place.at('2026-11-23T11:00:01Z')
    expect(await place.alerts.run()).toMatchObject({ sent: 1 })
    expect(place.mails()[0]).toContain('Critical access hospital equipment')
    expect(place.mails()[0]).toContain('Workforce training')
    expect(await place.alerts.run()).toMatchObject({ sent: 0 })
  })
})

describe('the next digest', () => {
  it.each<[Pace, string, string]>([
    ['DAILY', '2026-11-23T10:59:59Z', '2026-11-23T11:00:00.000Z'],
    ['DAILY', '2026-11-23T11:00:00Z', '2026-11-24T11:00:00.000Z'],
    ['AT_ONCE', '2026-12-31T23:00:00Z', '2027-01-01T11:00:00.000Z'],
    ['WEEKLY', '2026-11-23T10:59:59Z', '2026-11-23T11:00:00.000Z'],
    ['WEEKLY', '2026-11-23T11:00:00Z', '2026-11-30T11:00:00.000Z'],
    ['WEEKLY', '2026-11-20T12:00:00Z', '2026-11-23T11:00:00.000Z'],
  ])('of a %s alert after %s is %s', (pace, now, next) => {
    expect(new Date(getNextDigest(pace, Date.parse(now))).toISOString()).toBe(next)
  })
})

describe('the pages of alerts', () => {
  it('keep what was typed beside what is wrong with it', async () => {
    const { ask, accepted } = await openPlace()
    const { status, text } = await ask(LIST, { address: 'anna at home"><script>', pace: 'WEEKLY' })
    expect(status).toBe(400)
    expect(text).toContain('role="alert"')
    expect(text).toContain('value="anna at home&quot;&gt;&lt;script&gt;"')
    expect(text).toContain('value="WEEKLY" checked')
    expect((await ask(LIST, { address: ADDRESS, pace: 'HOURLY' })).text).toContain(`value="${ADDRESS}"`)
    expect((await ask('/alerts/opportunities?state=ZZ', { address: ADDRESS, pace: 'DAILY' })).status).toBe(400)
    expect((await ask('/alerts/nothing', { address: ADDRESS, pace: 'DAILY' })).status).toBe(404)
    expect(accepted).toEqual([])
  })

  it('show and end all alerts of an address by a link that is asked for', async () => {
    const place = await openPlace()
    await place.subscribe()
    await place.subscribe('WEEKLY', '/alerts/awards?state=TX')
    const unknown = await place.ask('/alerts', { address: 'stranger@example.org' })
    expect(place.accepted).toEqual([])
    const subscribed = await place.ask('/alerts', { address: ADDRESS })
    expect(subscribed.text.replaceAll(ADDRESS, 'stranger@example.org')).toBe(unknown.text)
    const mine = await place.ask(place.getLink('mine'))
    expect(mine.text).toContain('Open and announced calls in Nebraska')
    expect(mine.text).toContain('Awards in Texas')
    const [endAll = ''] = mine.text.match(/\/alerts\/end-all\?token=[\w-]+/) ?? []
    expect((await place.ask(endAll)).status).toBe(404)
    expect((await place.ask(endAll, {})).status).toBe(200)
    expect(place.kept()).not.toContain('finance.officer')
  })

  it('replace an alert on the same list by the next one, and tell its changes once', async () => {
    const place = await openPlace()
    await place.subscribe('WEEKLY')
    await place.night(NEXT_NIGHT, addCalls)
    await place.subscribe('AT_ONCE')
    expect(await place.alerts.listFor(ADDRESS)).toMatchObject([{ pace: 'AT_ONCE' }])
    expect(await place.alerts.run()).toMatchObject({ sent: 1 })
    expect(place.mails()[0]).toContain(': 1 new, 1 changed')
  })

  it('limit the requests of a network, the emails to a mailbox, and the alerts of an address', async () => {
    const place = await openPlace()
    const statuses = []
    for (let number = 0; number < 21; number += 1) {
      const target = `finance+${number}.officer@hospital.example`
      statuses.push((await place.ask(LIST, { address: target, pace: 'DAILY' })).status)
    }
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429])
    expect(place.accepted).toHaveLength(10)
    for (let number = 0; number < 20; number += 1) {
      place.at(place.now() + DAY)
      await place.subscribe('DAILY', `/alerts/awards?q=clinic${number}`)
    }
    place.at(place.now() + DAY)
    await place.ask(LIST, { address: ADDRESS, pace: 'DAILY' })
    expect((await place.ask(place.getLink('confirm'), {})).status).toBe(409)
    expect(await place.alerts.listFor(ADDRESS)).toHaveLength(20)
  })

  it('delete a request that is not confirmed in time', async () => {
    const place = await openPlace()
    await place.ask(LIST, { address: ADDRESS, pace: 'DAILY' })
    const confirm = place.getLink('confirm')
    expect(place.kept()).toContain(ADDRESS)
    place.at(place.now() + DAY + 1)
    expect((await place.ask(confirm, {})).status).toBe(404)
    await place.alerts.run()
    expect(place.kept()).not.toContain('finance.officer')
  })

  it('tell nobody the words of a requester who is not them', async () => {
    const place = await openPlace()
    await place.ask('/alerts/opportunities?state=NE&q=buy+my+watches', { address: ADDRESS, pace: 'DAILY' })
    expect(place.mails()[0]).toContain('Opportunities in Nebraska')
    expect(place.mails()[0]).not.toContain('watches')
  })

  it('say that there is no mail where there is none, and lists do not lead to them', async () => {
    const silent = await openPlace({ hasMail: false })
    expect((await silent.ask(LIST)).text).toContain('sends no email')
    expect((await silent.ask('/opportunities?state=NE')).text).not.toContain('/alerts/')
    const place = await openPlace()
    const list = await place.ask('/opportunities?state=NE')
    expect(list.text).toContain('href="/alerts/opportunities?state=NE&amp;status=')
  })
})

describe('an entry of a mail', () => {
  it.each(SECTION_NAMES)('says what the row of its list of %s says, without markup', async (name) => {
    const service = openService((await baked()).folder)
    const listing = getListing(name)
    const { data } = service.readers[name].list({ filters: {}, limit: 20, isDetailed: listing.isDetailed }, 0)
    const lines = (JSON.parse(data) as object[]).map((item) => ({
      item: item as { state: StateCode | null; title?: string },
      line: toNewsLine(listing.entry(item, { recipientPath: () => '/awards/ne/x', now: 0 })),
    }))
    expect(lines.length).toBeGreaterThan(0)
    for (const { item, line } of lines) {
      expect(line.title.length).toBeGreaterThan(0)
      if (item.title) expect(line.title).toBe(item.title)
      expect(line.path).toMatch(/^(?:\/|https:)/)
      expect(line.facts).toContain(item.state === null ? 'National' : STATE_NAMES[item.state])
      if (name === 'awards') expect(line.facts).toMatch(/^(?:\$[\d,]+|amount not published) · /)
      expect(line.title + line.facts).not.toMatch(/<|&(?:amp|lt)|· ·|^ ?·|· ?$/)
    }
    service.close()
  })
})
