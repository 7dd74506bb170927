import type { AccountResponse, PersonResponse, SignInResponse } from '../../http/account/schemas.ts'
import { countedText, minuteText } from '../../views/wording.ts'
import { saveKey } from '../docs/try-call.ts'
import { byId, fill, make, show } from './dom.ts'
import { attempt, callApi, onSend, Refusal, showMessage } from './service.ts'
import { roleText } from './wording.ts'

type Permission = AccountResponse['permissions'][number]

/** The signed-in person, the shown account, and the permissions in it. */
export interface View {
  person: PersonResponse
  /** Null for a person without an account. */
  shown: AccountResponse | null
  may: (permission: Permission) => boolean
  /** The API path of the account, or of a part of it. */
  path: (part?: string) => string
  /** Reloads and shows everything. */
  renew: () => Promise<void>
  /** Makes a change, shows everything anew, and tells the result. @returns whether it succeeded */
  change: (work: () => Promise<unknown>, message: string) => Promise<boolean>
}

/**
 * Runs an account page: a signed-in person sees the account named by `?account=` or the first one; anyone else sees the
 * sign-in form.
 */
export async function runPage(showPage: (view: View) => void | Promise<void>): Promise<void> {
  onSend('sign-in', async (fields) => {
    const { email } = await callApi<SignInResponse>('POST', '/sign-in', { email: String(fields.get('email')) })
    byId('sent-to').textContent = email
    show('sign-in', false)
    show('sent', true)
    byId('sent').focus()
  })
  byId('sign-out').addEventListener('click', () => attempt(() => signOut('/session')))
  byId('switcher').addEventListener('change', (event) => {
    const url = new URL(location.href)
    url.searchParams.set('account', (event.target as HTMLSelectElement).value)
    location.assign(url)
  })

  let view: View
  const renew = async (): Promise<void> => {
    const person = await callApi<PersonResponse>('GET', '')
    const requested = new URL(location.href).searchParams.get('account')
    const summary = person.accounts.find(({ id }) => id === requested) ?? person.accounts[0]
    const shown = summary ? await callApi<AccountResponse>('GET', `/${summary.id}`) : null
    showFrame(person, shown)
    view = {
      person,
      shown,
      may: (permission) => shown?.permissions.includes(permission) ?? false,
      path: (part = '') => `/${shown?.account.id ?? ''}${part}`,
      renew,
      change: (work, message) =>
        attempt(async () => {
          await work()
          await renew()
          showMessage(message)
        }),
    }
    await showPage(view)
  }
  offerTrial(() => view)
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
export async function signOut(path: '/session' | '/sessions'): Promise<void> {
  await callApi('DELETE', path)
  saveKey(null)
  location.assign('/account')
}

function showFrame(person: PersonResponse, shown: AccountResponse | null): void {
  byId('person').textContent = person.email
  fill(
    'switcher',
    ...person.accounts.map(({ id, name, role }) =>
      make('option', { value: id, selected: id === shown?.account.id }, `${name} (${roleText(role)})`),
    ),
  )
  show('switching', person.accounts.length > 0)
  show('suspended', shown?.account.suspended ?? false)
  if (shown) showTrial(shown)
  for (const item of document.querySelectorAll<HTMLElement>('[data-operator]')) item.hidden = !person.isOperator
  if (!shown) return
  for (const place of document.querySelectorAll('[data-account-id]')) place.textContent = shown.account.id
  for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-account-page]')) {
    const url = new URL(link.href)
    url.searchParams.set('account', shown.account.id)
    link.href = url.href
    const required = link.dataset.needs
    if (required) link.hidden = !shown.permissions.some((permission) => permission === required)
  }
}

/** Shows the trial of the account. */
function showTrial({ account, plan, trialDays }: AccountResponse): void {
  const { trialEndsAt } = account
  const isOver = plan.keys === 0
  show('trial', trialEndsAt !== null)
  if (trialEndsAt !== null) {
    const [news, keys] = isOver
      ? [`Your trial ended on ${minuteText(trialEndsAt)}.`, 'Your keys are kept and work again once you have']
      : [
          `Your trial of the ${plan.label} plan ends on ${minuteText(trialEndsAt)}.`,
          'Your keys then stop working until you have',
        ]
    fill('trial', `${news} ${keys} `, make('a', { href: '/plans' }, 'a paid plan'), '.')
  }
  const button = document.querySelector<HTMLButtonElement>('#start-trial')
  if (!button) return
  show('trial-offer', trialDays !== null)
  if (trialDays === null) return
  fill('trial-days', countedText(trialDays, 'day'))
  button.textContent = `Start your ${trialDays}-day trial`
}

/** Makes the trial button start the trial of the shown account. */
function offerTrial(view: () => View): void {
  const button = document.querySelector<HTMLButtonElement>('#start-trial')
  button?.addEventListener('click', async () => {
    button.disabled = true
    const { path, change } = view()
    await change(() => callApi('POST', path('/trial'), {}), 'Your trial has started. You can create keys now.')
    button.disabled = false
  })
}
