import type { AccountResponse } from '../../http/account/account.ts'
import type { PersonResponse } from '../../http/account/sign-in.ts'
import { html, type Part } from '../../views/html.ts'
import { countedText, formatMinute } from '../../views/wording.ts'
import { copy } from '../copying.ts'
import { saveKey } from '../docs/try-call.ts'
import { attempt, callApi, confirmAction, fill, formatOptions, getById, Refusal, show, showMessage } from './service.ts'
import { formatRole } from './wording.ts'

type Permission = AccountResponse['permissions'][number]

/** The signed-in person, and the account that is shown; null for a person without one. */
export let person: PersonResponse
export let shown: AccountResponse | null

export const may = (permission: Permission): boolean => shown?.permissions.includes(permission) ?? false
/** The path of the shown account, or of a part of it, for `callApi`. */
export const toAccountPath = (part = ''): string => `/${shown?.account.id ?? ''}${part}`

/** A change to what is stored: what is asked first, the request, and what is shown and told after it. */
export interface Change {
  ask?: readonly [question: string, consequence: string, action: string]
  call: readonly [method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: object]
  /** Uses the response, before the page is shown anew. */
  use?(response: unknown): void
  done?: string
  /** Id of the heading that gets the focus. */
  next?: string
  /** By default the whole page is shown anew. */
  renew?: () => Promise<void> | void
}
type Work = Change | Promise<void> | void

export interface AccountPage {
  /** Shows the person and the account, at first and after each change. */
  show: () => void | Promise<void>
  /** The work of forms, by their ids. */
  forms?: { [id: string]: (fields: FormData) => Work }
  /** The work of the buttons with `data-do`; `id` is what a button is about. */
  actions?: { [action: string]: (id: string, button: HTMLButtonElement) => Work }
}

/** Runs an account page: a person who is signed in sees the account of `?account=` or the first one, others the form. */
export async function runPage(page: AccountPage): Promise<void> {
  const actions = { ...ACTIONS, ...page.actions }
  const renew = async (): Promise<void> => {
    person = await callApi<PersonResponse>('GET', '')
    const requested = new URL(location.href).searchParams.get('account')
    const summary = person.accounts.find(({ id }) => id === requested) ?? person.accounts[0]
    shown = summary ? await callApi<AccountResponse>('GET', `/${summary.id}`) : null
    showFrame()
    await page.show()
  }
  /** Runs work while its button is disabled, once at a time. */
  async function run(work: () => Work, button: HTMLButtonElement | null, form: HTMLFormElement | null = null) {
    if (button?.disabled) return
    if (button) button.disabled = true
    await attempt(async () => {
      const change = await work()
      if (!change || (change.ask && !(await confirmAction(...change.ask)))) return
      const response = await callApi<unknown>(...change.call)
      change.use?.(response)
      form?.reset()
      await (change.renew ?? renew)()
      if (change.done) showMessage(change.done)
      if (change.next) getById(change.next).focus()
    }, form).finally(() => {
      if (button) button.disabled = false
    })
  }
  document.addEventListener('click', ({ target }) => {
    const button = (target as Element).closest<HTMLButtonElement>('button[data-do]')
    const work = actions[button?.dataset.do ?? '']
    if (button && work) run(() => work(button.dataset.id ?? '', button), button)
  })
  for (const [id, send] of Object.entries({ ...page.forms, 'sign-in': signIn })) {
    const form = getById<HTMLFormElement>(id)
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      for (const field of form.querySelectorAll('[aria-invalid]')) field.removeAttribute('aria-invalid')
      run(() => send(new FormData(form)), form.querySelector('button'), form)
    })
  }
  document.addEventListener('change', offerSaving)
  getById('switcher').addEventListener('change', (event) => {
    const url = new URL(location.href)
    url.searchParams.set('account', (event.target as HTMLSelectElement).value)
    location.assign(url)
  })
  try {
    await renew()
    show('signed-in', true)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (error.code === 'SIGN_IN_REQUIRED') show('signed-out', true)
    else showMessage(error.message, 'failed')
  }
  show('loading', false)
}

/** Ends sessions and shows the signed-out page. */
export const signOut = (path: '/session' | '/sessions'): Change => ({
  call: ['DELETE', path],
  use: () => saveKey(null),
  renew: () => location.assign('/account'),
})

const ACTIONS: NonNullable<AccountPage['actions']> = {
  signOut: () => signOut('/session'),
  startTrial: () => ({
    call: ['POST', toAccountPath('/trial'), {}],
    done: 'Your trial has started. You can create keys now.',
  }),
  async copy(id) {
    if (await copy(getById(id).textContent ?? '', getById(id))) showMessage('Copied.')
    else showMessage('Your browser blocked copying. The text is selected: press Ctrl+C or Cmd+C.', 'failed')
  },
  /** Closes the panel with a secret, and forgets it. */
  closeSecret() {
    show('secret-panel', false)
    for (const text of getById('secret-panel').querySelectorAll('code')) text.textContent = ''
    getById('secret-panel').querySelector('a')?.removeAttribute('href')
    getById('holdings-heading').focus()
  },
}

/** Shows a secret once, until its panel is closed. @param name what it is for */
export function showSecret(secret: string, name = ''): void {
  fill('secret', secret)
  fill('secret-name', name)
  show('secret-panel', true)
  getById('secret-heading').focus()
}

async function signIn(fields: FormData): Promise<void> {
  const { email } = await callApi<{ email: string }>('POST', '/sign-in', { email: String(fields.get('email')) })
  fill('sent-to', email)
  show('sign-in', false)
  show('sent', true)
  getById('sent').focus()
}

/** Shows the button of a selector while its choice differs from what is saved. */
function offerSaving({ target }: Event): void {
  if (!(target instanceof HTMLSelectElement && 'saved' in target.dataset)) return
  const button = target.nextElementSibling as HTMLButtonElement
  button.hidden = target.selectedOptions[0]?.defaultSelected ?? true
}

/** Revokes a key or a signed address, at the path of its request. */
export const createRevocation = (what: 'key' | 'address', name: string, question: string, path: string): Change => ({
  ask: [question, `Requests with this ${what} are refused within 30 seconds. This cannot be undone.`, 'Revoke'],
  call: ['DELETE', path],
  done: `“${name}” is revoked.`,
  next: 'holdings-heading',
})

/**
 * Shows what an account holds of a kind, and the form to create more to those who may.
 * @param permission of those who create them
 * @param most how many the plan allows. @param used how many count toward it
 * @param content the list; false for none
 */
export function showHoldings(nouns: string, permission: Permission, most: number, used: number, content: Part): void {
  show('plan-free', most === 0)
  show('managed', !may(permission))
  show('create-section', may(permission) && most > 0)
  fill('holdings-count', most > 0 && `${used} of ${most} ${nouns} used (${shown?.plan.label} plan).`)
  fill('holdings', content || html`<p class="empty">No ${nouns} yet.</p>`)
}

function showFrame(): void {
  fill('person', person.email)
  const accounts = person.accounts.map(({ id, name, role }) => [id, `${name} (${formatRole(role)})`] as const)
  fill('switcher', formatOptions(accounts, shown?.account.id))
  show('switching', person.accounts.length > 0)
  show('suspended', shown?.account.suspended ?? false)
  for (const item of document.querySelectorAll<HTMLElement>('[data-operator]')) item.hidden = !person.isOperator
  if (!shown) return
  showTrial(shown)
  for (const place of document.querySelectorAll('[data-account-id]')) place.textContent = shown.account.id
  for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-account-page]')) {
    const url = new URL(link.href)
    url.searchParams.set('account', shown.account.id)
    link.href = url.href
    const required = link.dataset.needs
    if (required) link.hidden = !may(required as Permission)
  }
}

function showTrial({ account: { trialEndsAt }, plan, trialDays }: AccountResponse): void {
  show('trial', trialEndsAt !== null)
  if (trialEndsAt !== null) {
    const [news, keys] =
      plan.keys === 0
        ? [`Your trial ended on ${formatMinute(trialEndsAt)}.`, 'Your keys are kept and work again once you have']
        : [
            `Your trial of the ${plan.label} plan ends on ${formatMinute(trialEndsAt)}.`,
            'Your keys then stop working until you have',
          ]
    fill('trial', html`${news} ${keys} <a href="/plans">a paid plan</a>.`)
  }
  if (!document.getElementById('start-trial')) return
  show('trial-offer', trialDays !== null)
  if (trialDays === null) return
  fill('trial-days', countedText(trialDays, 'day'))
  fill('start-trial', `Start your ${trialDays}-day trial`)
}
