import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { afterAll, expect, it, onTestFinished } from 'vitest'
import { scratch } from '../api.ts'
import { describeInBrowser, type Opened } from '../site/in-browser.ts'
import { DESK, findViolations, keepWindow, PHONE, type Scheme, usedWindow, type Watched } from '../site/window.ts'

const SECRET = 'a-secret-of-the-payment-provider-0123'
const isLong = Boolean(process.env.LONG)
const OPERATOR = 'operator@example.org'
const ALL_SETTINGS = [PHONE, DESK].flatMap((width) => (['light', 'dark'] as const).map((scheme) => ({ width, scheme })))
const [LIGHT_PHONE, , , DARK_DESK] = ALL_SETTINGS as [Setting, Setting, Setting, Setting]
/** Each path through the pages is tested in one setting; in the long run, in all four. */
const settings = (one: Setting): Setting[] => (isLong ? ALL_SETTINGS : [one])

interface Setting {
  width: number
  scheme: Scheme
}

let at: Opened
let outbox: string
/** The URL for webhooks in tests. */
let receiver: string
/** The receiver's responses. */
let receiverStatus = 204
const receiving = createServer((request, response) => {
  request.resume().on('end', () => response.writeHead(receiverStatus).end())
})
let people = 0
let windows = 0

/** Pages learn from a 401 that nobody is signed in, and from other statuses that a request was refused. */
const isRefusal = (text: string) => /status of 4\d\d/.test(text)

/** A window without cookies, until the end of the test. */
async function openWindow(setting?: Setting): Promise<Watched> {
  const window = await usedWindow(at.browser, at.server.address, setting, isRefusal)
  windows += 1
  // Each window has its own IP address, so no window rate-limits another.
  await window.page.context().setExtraHTTPHeaders({ 'X-Forwarded-For': `192.0.2.${windows}` })
  onTestFinished(() => keepWindow(at.browser, window))
  return window
}

interface Sent {
  kind: string
  to: string[]
  link: string
}
/** The link in the last email of a kind to an address; it arrives shortly after the response. */
async function linkTo(email: string, kind = 'sign_in_link'): Promise<string> {
  for (let tried = 0; tried < 100; tried += 1) {
    const mails = (() => {
      try {
        return readFileSync(outbox, 'utf8')
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line) as Sent)
      } catch {
        return []
      }
    })()
    const mail = mails.findLast((each) => each.kind === kind && each.to.includes(email))
    if (mail) return mail.link
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`No ${kind} was sent to ${email}.`)
}

const show = (page: Page, place: string) => page.goto(at.server.address + place, { waitUntil: 'load' })
const ready = (page: Page) => page.locator('#signed-in').waitFor()
function newEmail(): string {
  people += 1
  return `person${people}@example.org`
}

/** Signs in on the pages themselves. */
async function signInByHand(page: Page, email: string): Promise<void> {
  await show(page, '/account')
  await page.getByLabel('Email address').fill(email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await page.getByText(`A link is on its way to ${email}`).waitFor()
  await page.goto(await linkTo(email))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(`${at.server.address}/account`)
  await ready(page)
}

/** Signs in with the same requests, and opens the account. */
async function signIn(page: Page, email: string): Promise<void> {
  const headers = { Origin: at.server.address, 'Sec-Fetch-Site': 'same-origin' }
  await page.request.post(`${at.server.address}/api/account/sign-in`, { headers, data: { email } })
  const token = new URL(await linkTo(email)).hash.slice(1)
  await page.request.post(`${at.server.address}/api/account/session`, { headers, data: { token } })
  await show(page, '/account')
  await ready(page)
}

/** Sets the plan of an account as a payment provider does. */
async function setPlan(accountId: string, plan: string): Promise<void> {
  const now = Date.now()
  const body = JSON.stringify({
    id: `evt_${accountId}_${plan}`,
    account: accountId,
    plan,
    occurredAt: new Date(now).toISOString(),
  })
  const t = Math.floor(now / 1000)
  const v1 = createHmac('sha256', SECRET).update(`${t}.${body}`).digest('hex')
  const response = await fetch(`${at.server.address}/api/account/billing`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Billing-Signature': `t=${t},v1=${v1}` },
    body,
  })
  expect(await response.json()).toEqual({ outcome: 'applied' })
}

const call = async (key: string): Promise<number> =>
  (await fetch(`${at.server.address}/api/v1/states?limit=1`, { headers: { Authorization: `Bearer ${key}` } })).status

const readText = async (page: Page, selector: string): Promise<string> => (await page.textContent(selector)) ?? ''
const goTo = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name }).click()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await ready(page)
}

/** Whether an element is entirely on the screen. */
const isInView = (element: Locator): Promise<boolean> =>
  element.evaluate((shown) => {
    const { top, bottom } = shown.getBoundingClientRect()
    return top >= 0 && bottom <= innerHeight
  })

/** The pages that axe has inspected without an open dialog, and with one. */
const inspected = new Set<string>()

/**
 * Problems of a page: elements that are too wide, or serious axe violations. Axe inspects each page once without and
 * once with an open dialog; in the long run, each time.
 */
async function findErrors(page: Page): Promise<string[]> {
  const { excess, state } = await page.evaluate(() => ({
    excess: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    state: location.pathname + (document.querySelector('dialog[open]') ? ' dialog' : ''),
  }))
  const tooWide = excess === 0 ? [] : [`${page.url()}: ${excess} pixels too wide`]
  if (inspected.has(state) && !isLong) return tooWide
  inspected.add(state)
  const serious = (await findViolations(page)).filter(({ impact }) => impact === 'serious' || impact === 'critical')
  return [...tooWide, ...serious.map(({ rule, html }) => `${page.url()}: ${rule}: ${html}`)]
}

/** Settings of the server for these tests. Starts the receiver of webhooks. */
async function accountSettings(): Promise<Record<string, string>> {
  outbox = path.join(scratch(), 'outbox.ndjson')
  await new Promise<void>((resume) => receiving.listen(0, '127.0.0.1', resume))
  receiver = `http://127.0.0.1:${(receiving.address() as AddressInfo).port}`
  return {
    OUTBOX_PATH: outbox,
    BILLING_WEBHOOK_SECRET: SECRET,
    ADMIN_EMAIL: OPERATOR,
    TRIAL_DAYS: '14',
    TRUST_PROXY: 'true',
    WEBHOOK_ALLOW_ORIGINS: receiver,
  }
}

describeInBrowser('the account pages', accountSettings, (opened) => {
  at = opened

  afterAll(() => {
    receiving.close()
  })

  it.each(settings(LIGHT_PHONE))(
    'lead from the first sign-in to a key that is used, rotated and revoked, at $width pixels in $scheme',
    async (setting) => {
      const { page, faults } = await openWindow(setting)
      const errors: string[] = []
      const look = async () => void errors.push(...(await findErrors(page)))
      const email = newEmail()

      await show(page, '/account')
      await page.getByRole('button', { name: 'Send the link' }).waitFor()
      await look()
      await signInByHand(page, email)
      await look()
      expect(await readText(page, '#plan-name')).toBe('Free')
      const accountId = await readText(page, '#account-id')
      await goTo(page, 'Keys')
      await page.getByText('The Free plan includes no keys. These plans do: Pro, Team').waitFor()
      await page.getByText('Next step: Ask the operator of this service.').waitFor()
      expect(await readText(page, '#plan-free [data-account-id]')).toBe(accountId)
      expect(await page.locator('#create').isVisible()).toBe(false)
      await look()

      await setPlan(accountId, 'PRO')
      await show(page, '/account/keys')
      await page.getByLabel('What it is for').fill('Nightly sync')
      await page.getByRole('button', { name: 'Create' }).click()
      await page.getByRole('heading', { name: 'New key: Nightly sync' }).waitFor()
      const first = await readText(page, '#secret')
      expect(first).toMatch(/^rhp_live_\w{30}$/)
      expect(await readText(page, '#curl')).toBe(
        `curl -H "Authorization: Bearer ${first}" "${at.server.address}/api/v1/opportunities?status=OPEN&limit=3"`,
      )
      await look()
      // Fails for more than one.
      await page.locator('#holdings tr', { hasText: `…${first.slice(-4)}` }).waitFor()
      expect([await call(first), await call(first), await call(first)]).toEqual([200, 200, 200])

      await goTo(page, 'Overview')
      await page.getByText('3 of 2,000 used').waitFor()
      await look()

      await goTo(page, 'Keys')
      expect(await page.content()).not.toContain(first)
      await page.getByRole('button', { name: 'Rotate Nightly sync' }).click()
      await page.getByText('The old one works for 24 more hours').waitFor()
      await look()
      await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click()
      await page.locator('#secret-panel').waitFor()
      const second = await readText(page, '#secret')
      expect(second).not.toBe(first)
      expect([await call(first), await call(second)]).toEqual([200, 200])

      const oldRow = page.locator('#holdings tr', { hasText: `…${first.slice(-4)}` })
      await oldRow.getByText('Ends').waitFor()
      await oldRow.getByRole('button', { name: 'Revoke Nightly sync' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
      expect(await call(first)).toBe(200)
      await oldRow.getByRole('button', { name: 'Revoke Nightly sync' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
      await page.getByText('“Nightly sync” is revoked.').waitFor()
      expect([await call(first), await call(second)]).toEqual([403, 200])
      await look()

      await goTo(page, 'History')
      await page.getByText('Key revoked').waitFor()
      expect(await readText(page, '#trail')).toMatch(
        /Key revoked.*Key rotated.*Key created.*Plan set.*Account created/s,
      )
      await look()
      expect([...errors, ...faults]).toEqual([])
    },
    180_000,
  )

  it.each(settings(DARK_DESK))(
    'support a member who may not manage keys, at $width pixels in $scheme',
    async (setting) => {
      const owner = await openWindow(setting)
      const errors: string[] = []
      await signIn(owner.page, newEmail())
      const accountId = await readText(owner.page, '#account-id')
      await setPlan(accountId, 'TEAM')
      const invited = newEmail()
      await goTo(owner.page, 'Members')
      await owner.page.locator('#invite').getByLabel('Email address').fill(invited)
      await owner.page.getByRole('button', { name: 'Invite' }).click()
      await owner.page.getByText(`Invitation sent to ${invited}.`).waitFor()
      errors.push(...(await findErrors(owner.page)))
      expect(await linkTo(invited, 'invitation')).toBe(`${at.server.address}/account`)

      const member = await openWindow(setting)
      await signIn(member.page, invited)
      expect(await readText(member.page, '#role')).toBe('Owner')
      await member.page.getByRole('button', { name: /^Accept the invitation of/ }).click()
      await member.page.getByText('You are now a member.').waitFor()
      expect(await readText(member.page, '#role')).toBe('Member')
      expect(await readText(member.page, '#account-id')).toBe(accountId)
      expect(await member.page.locator('#notices-section').isVisible()).toBe(false)
      await goTo(member.page, 'Keys')
      await member.page.getByText('Keys are managed by the owners').waitFor()
      expect(await member.page.locator('#create').isVisible()).toBe(false)
      errors.push(...(await findErrors(member.page)))
      const refused = await member.page.evaluate(async (id) => {
        const headers = { 'Content-Type': 'application/json' }
        const response = await fetch(`/api/account/${id}/keys`, { method: 'POST', headers, body: '{"name":"x"}' })
        return (await response.json()).code
      }, accountId)
      expect(refused).toBe('FORBIDDEN')
      await goTo(member.page, 'Members')
      expect(await member.page.locator('#invite').isVisible()).toBe(false)
      expect(await member.page.getByRole('link', { name: 'History' }).isVisible()).toBe(false)

      await owner.page.reload()
      await owner.page.getByLabel(`Role of ${invited}`, { exact: true }).selectOption('ADMIN')
      await owner.page.getByRole('button', { name: `Save the role of ${invited}` }).click()
      await owner.page.getByText(`${invited} is now Administrator.`).waitFor()
      await goTo(member.page, 'Keys')
      await member.page.getByRole('button', { name: 'Create' }).waitFor()

      await owner.page.getByRole('button', { name: `Remove ${invited}` }).click()
      await owner.page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
      await owner.page.getByText(`${invited} is removed.`).waitFor()
      await show(member.page, '/account')
      await expect.poll(() => readText(member.page, '#role')).toBe('Owner')
      expect(await readText(member.page, '#account-id')).not.toBe(accountId)
      errors.push(...(await findErrors(member.page)))
      expect([...errors, ...owner.faults, ...member.faults]).toEqual([])
    },
    180_000,
  )

  it('work with the keyboard alone', async () => {
    const { page, faults } = await openWindow()
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key)
    }
    /** Presses Tab until the element with this name has the focus. */
    const tabTo = async (name: string | RegExp) => {
      for (let step = 0; step < 60; step += 1) {
        await press('Tab')
        const focused = await page.evaluate(() => {
          const element = document.activeElement as HTMLInputElement | null
          return element?.getAttribute('aria-label') ?? element?.labels?.[0]?.textContent ?? element?.textContent ?? ''
        })
        if (typeof name === 'string' ? focused.trim() === name : name.test(focused.trim())) return
      }
      throw new Error(`Tab does not lead to ${name}.`)
    }
    const email = newEmail()
    await show(page, '/account')
    await page.getByRole('button', { name: 'Send the link' }).waitFor()
    await tabTo('Email address')
    await page.keyboard.type(email)
    await press('Enter')
    await page.getByText('A link is on its way').waitFor()
    await page.goto(await linkTo(email))
    await tabTo('Sign in')
    await press('Enter')
    await page.waitForURL(`${at.server.address}/account`)
    await ready(page)
    await setPlan(await readText(page, '#account-id'), 'PRO')
    await tabTo('Keys')
    await press('Enter')
    await page.locator('#create').waitFor()
    await tabTo('What it is for')
    await page.keyboard.type('By hand')
    await press('Enter')
    await page.getByRole('heading', { name: 'New key: By hand' }).waitFor()
    const key = await readText(page, '#secret')
    expect(await call(key)).toBe(200)
    // The heading of the new key has the focus, so the copy button comes next.
    await tabTo('Copy the key')
    await tabTo('I have saved it')
    await press('Enter')
    await page.locator('#secret-panel').waitFor({ state: 'hidden' })
    await tabTo('Revoke By hand')
    await press('Enter')
    await page.getByRole('dialog').waitFor()
    await press('Escape')
    expect(await call(key)).toBe(200)
    await tabTo('Revoke By hand')
    await press('Enter')
    await tabTo('Revoke')
    await press('Enter')
    await page.getByText('“By hand” is revoked.').waitFor()
    expect(await call(key)).toBe(403)
    await show(page, '/account')
    await ready(page)
    await tabTo('Sign out')
    await press('Enter')
    await page.getByRole('button', { name: 'Send the link' }).waitFor()
    expect(faults).toEqual([])
  }, 120_000)

  it('explain why a link that was used, or requested in another browser, does not open', async () => {
    const asking = await openWindow()
    const email = newEmail()
    await show(asking.page, '/account')
    await asking.page.getByLabel('Email address').fill(email)
    await asking.page.getByRole('button', { name: 'Send the link' }).click()
    const link = await linkTo(email)

    const elsewhere = await openWindow()
    await elsewhere.page.goto(link)
    expect(elsewhere.page.url()).toBe(`${at.server.address}/account/open`)
    await elsewhere.page.getByRole('button', { name: 'Sign in' }).click()
    await elsewhere.page.getByText('in another browser').waitFor()
    expect(await findErrors(elsewhere.page)).toEqual([])

    await asking.page.goto(link)
    await asking.page.getByRole('button', { name: 'Sign in' }).click()
    await asking.page.waitForURL(`${at.server.address}/account`)
    await asking.page.goto(link)
    await asking.page.getByRole('button', { name: 'Sign in' }).click()
    await asking.page.getByText('The link was already used').waitFor()
    await asking.page.getByRole('link', { name: 'Request a new link' }).click()
    await ready(asking.page)
    expect([...asking.faults, ...elsewhere.faults]).toEqual([])
  })

  it('show scripts in names as text', async () => {
    const { page, faults } = await openWindow()
    const name = '<img src=x onerror="alert(1)"><script>alert(2)</script>'
    await signIn(page, newEmail())
    await setPlan(await readText(page, '#account-id'), 'PRO')
    await page.getByLabel('Name of the account').fill(name)
    await page.getByRole('button', { name: 'Rename' }).click()
    await page.getByText('Account renamed.').waitFor()
    expect(await readText(page, '#switcher option')).toBe(`${name} (Owner)`)
    await goTo(page, 'Keys')
    await page.getByLabel('What it is for').fill(name)
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('heading', { name: `New key: ${name}` }).waitFor()
    await page.getByRole('button', { name: `Revoke ${name}` }).click()
    expect(await readText(page, '#confirm-question')).toContain(name)
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await goTo(page, 'History')
    await page.getByText('Account renamed').waitFor()
    expect(await page.locator('main img, main script:not([src])').count()).toBe(0)
    expect(faults).toEqual([])
  })

  it('lead from a new account to the first call in 5 clicks, after the operator sets its plan in 3', async () => {
    const [visitor, operator] = [await openWindow(), await openWindow(LIGHT_PHONE)]
    const email = newEmail()
    const clicks = { visitor: 0, operator: 0 }
    const click = async (who: keyof typeof clicks, target: Locator) => {
      clicks[who] += 1
      await target.click()
    }
    const { page } = visitor
    await show(page, '/account')
    await page.getByLabel('Email address').fill(email)
    await click('visitor', page.getByRole('button', { name: 'Send the link' }))
    await page.goto(await linkTo(email))
    await click('visitor', page.getByRole('button', { name: 'Sign in' }))
    await page.waitForURL(`${at.server.address}/account`)
    await ready(page)
    expect(await page.getByRole('link', { name: 'Operator' }).isVisible()).toBe(false)

    await signIn(operator.page, OPERATOR)
    const desk = operator.page
    await click('operator', desk.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: 'Operator' }))
    await desk.getByLabel('Name or id').fill(email)
    await click('operator', desk.getByRole('button', { name: 'Search' }))
    await desk.getByText('1 account.').waitFor()
    expect(await findErrors(desk)).toEqual([])
    await desk.getByLabel(`Plan of ${email}`, { exact: true }).selectOption('PRO')
    await click('operator', desk.getByRole('button', { name: `Save the plan of ${email}` }))
    await desk.getByText(`${email} is now on the Pro plan.`).waitFor()
    expect(await findErrors(desk)).toEqual([])

    await click('visitor', page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: 'Keys' }))
    await page.getByLabel('What it is for').fill('First call')
    await click('visitor', page.getByRole('button', { name: 'Create' }))
    await page.getByRole('heading', { name: 'New key: First call' }).waitFor()
    await click('visitor', page.getByRole('button', { name: 'Copy the command' }))
    expect(await readText(page, '#curl')).toContain(await readText(page, '#secret'))
    expect(await call(await readText(page, '#secret'))).toBe(200)
    expect(clicks).toEqual({ visitor: 5, operator: 3 })

    await desk.getByRole('button', { name: 'Search' }).click()
    await desk.getByText('1 key', { exact: true }).click()
    await desk.getByRole('button', { name: `Suspend ${email}` }).click()
    await desk.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click()
    await desk.getByText(`${email} is suspended.`).waitFor()
    expect(await findErrors(desk)).toEqual([])
    expect(await call(await readText(page, '#secret'))).toBe(403)
    await desk.getByRole('button', { name: `Resume ${email}` }).click()
    await desk.getByText(`${email} is resumed.`).waitFor()
    await desk.getByText('1 key', { exact: true }).click()
    await desk.getByRole('button', { name: `Revoke First call of ${email}` }).click()
    await desk.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await desk.getByText('“First call” is revoked.').waitFor()

    await show(page, '/account/operator')
    await page.getByText('Only the operator of this service can see this page').waitFor()
    expect(await page.locator('#operator-section').isVisible()).toBe(false)
    expect([...visitor.faults, ...operator.faults]).toEqual([])
  })

  it.each(settings(LIGHT_PHONE))(
    'start a trial with one button, and copy its first key, at $width pixels in $scheme',
    async (setting) => {
      const { page, faults } = await openWindow(setting)
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: at.server.address })
      await signIn(page, newEmail())
      await page.getByRole('button', { name: 'Start your 14-day trial' }).click()
      await page.getByText('Your trial has started.').waitFor()
      expect(await readText(page, '#plan-name')).toBe('Pro')
      expect(await readText(page, '#trial')).toMatch(
        /^Your trial of the Pro plan ends on \w+ \d+, \d{4} at \d\d:\d\d UTC\./,
      )
      expect(await page.getByRole('button', { name: 'Start your' }).count()).toBe(0)
      await goTo(page, 'Keys')
      await page.getByLabel('What it is for').fill('First call')
      await page.getByRole('button', { name: 'Create' }).click()
      await page.getByRole('heading', { name: 'New key: First call' }).waitFor()
      const key = await readText(page, '#secret')
      expect(await call(key)).toBe(200)
      await page.getByRole('button', { name: 'Copy the key' }).click()
      await page.getByText('Copied.', { exact: true }).waitFor()
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe(key)
      expect([...(await findErrors(page)), ...faults]).toEqual([])
    },
  )

  it('create a signed address on a phone, show it once, and revoke it', async () => {
    const { page, faults } = await openWindow(LIGHT_PHONE)
    await signIn(page, newEmail())
    await goTo(page, 'Signed addresses')
    await page.getByText('The Free plan includes no signed addresses.').waitFor()
    await setPlan(await readText(page, '[data-account-id]'), 'PRO')
    await show(page, '/account/addresses')

    await page.getByLabel('Filters').fill('stat=NE')
    await page.getByLabel('What it is for').fill('Team calendar')
    await page.getByRole('button', { name: 'Create' }).click()
    const status = page.getByRole('status')
    await expect.poll(() => status.textContent()).toMatch(/^Filters \(stat\): .* Did you mean "state"\?$/)
    expect(await isInView(status)).toBe(true)
    expect(await page.getByLabel('Filters').getAttribute('aria-invalid')).toBe('true')
    expect(await page.getByLabel('What it is for').inputValue()).toBe('Team calendar')

    await page.getByLabel('Filters').fill('state=NE')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('heading', { name: 'New address: Team calendar' }).waitFor()
    expect(await page.getByLabel('Filters').getAttribute('aria-invalid')).toBeNull()
    const address = await readText(page, '#secret')
    expect(await findErrors(page)).toEqual([])
    const read = await fetch(address)
    expect([read.status, read.headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8'])

    await page.getByRole('button', { name: 'I have saved it' }).click()
    await page.reload()
    await page.getByText('1 of 10 signed addresses used (Pro plan).').waitFor()
    expect(await page.content()).not.toContain(address)
    await page.getByRole('button', { name: 'Revoke Team calendar' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('“Team calendar” is revoked.').waitFor()
    expect(await readText(page, '#holdings td[data-label=Status]')).toBe('Revoked')
    expect((await fetch(address)).status).toBe(403)
    expect([...(await findErrors(page)), ...faults]).toEqual([])
  })

  it('register, test, disable, edit and delete a webhook on a phone', async () => {
    const { page, faults } = await openWindow(LIGHT_PHONE)
    await signIn(page, newEmail())
    await goTo(page, 'Webhooks')
    await page.getByText('The Free plan includes no webhooks.').waitFor()
    await setPlan(await readText(page, '[data-account-id]'), 'PRO')
    await show(page, '/account/webhooks')
    const status = page.getByRole('status')
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click()

    await page.getByLabel('URL', { exact: true }).fill('http://example.org/changes')
    await press('Register')
    await expect.poll(() => status.textContent()).toMatch(/^URL: .*https/)
    expect(await isInView(status)).toBe(true)
    expect(await page.getByText('No webhooks yet.').isVisible()).toBe(true)

    const url = `${receiver}/changes`
    await page.getByLabel('URL', { exact: true }).fill(url)
    await page.getByText('Filter the changes').click()
    await page.getByLabel('States', { exact: true }).selectOption({ label: 'Nebraska' })
    await press('Register')
    await page.getByRole('heading', { name: 'Signing secret' }).waitFor()
    expect(await readText(page, '#secret')).toMatch(/^whsec_/)
    await page.getByText('1 of 2 webhooks used (Pro plan).').waitFor()
    await page.getByText('Only changes with state: NE.').waitFor()
    expect(await findErrors(page)).toEqual([])
    await press('I have saved it')

    await press(`Send a test: ${url}`)
    await page.getByText('Test delivered (204).').waitFor()
    receiverStatus = 500
    await press(`Send a test: ${url}`)
    await page.getByText('Test failed (500).').waitFor()
    await press(`Deliveries: ${url}`)
    await page.getByRole('heading', { name: 'Deliveries' }).waitFor()
    // The heading is there before the rows have come.
    await page.locator('#log td[data-label=State]').first().waitFor()
    expect(await page.locator('#log td[data-label=State]').allTextContents()).toEqual([
      'failed (500)',
      'delivered (204)',
    ])
    expect(await findErrors(page)).toEqual([])

    const mark = page.locator('.webhook .mark')
    await press(`Disable: ${url}`)
    await page.getByText('Webhook disabled.').waitFor()
    expect(await mark.textContent()).toBe('Disabled')
    await press(`Enable: ${url}`)
    await page.getByText('Webhook enabled.').waitFor()
    await press(`Change: ${url}`)
    expect(await page.getByLabel('URL', { exact: true }).inputValue()).toBe(url)
    await page.getByLabel('URL', { exact: true }).fill(`${url}/new`)
    await press('Save')
    await page.getByRole('heading', { name: `${url}/new` }).waitFor()
    await press(`Delete: ${url}/new`)
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Webhook deleted.').waitFor()
    expect(await page.getByText('No webhooks yet.').isVisible()).toBe(true)
    expect([...(await findErrors(page)), ...faults]).toEqual([])
  })

  it("show the service's own error messages", async () => {
    const { page, faults } = await openWindow()
    await signIn(page, newEmail())
    await goTo(page, 'Members')
    await page.getByRole('button', { name: 'Leave the account' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
    await page.getByText("is the account's only owner. Make another member an owner first.").waitFor()
    expect(await findErrors(page)).toEqual([])
    expect(faults).toEqual([])
  })
})
