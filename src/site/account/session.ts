import type { AccountResponse } from '../../http/account/account.ts'
import type { PersonResponse } from '../../http/account/sign-in.ts'
import { html, type Part } from '../../views/html.ts'
import { countedText, minuteText } from '../../views/wording.ts'
import { saveKey } from '../docs/try-call.ts'
import {
  attempt,
  byId,
  callApi,
  confirmed,
  fill,
  formatOptions,
  offerSaving,
  onSend,
  Refusal,
  show,
  showMessage,
} from './service.ts'
import { roleText } from './wording.ts'

type Permission = AccountResponse['permissions'][number]

/** The signed-in person, the shown account, and the permissions in it. */
export interface View {
  person: PersonResponse
  shown: AccountResponse | null
  may: (permission: Permission) => boolean
  /** The API path of the account, or of a part of it. */
  path: (part?: string) => string
  renew: () => Promise<void>
  /** Makes a change, shows everything anew, and tells the result. @returns whether it succeeded */
  change: (work: () => Promise<unknown>, message: string) => Promise<boolean>
  /** The same once the person has confirmed it; the focus then goes to a heading. */
  changeConfirmed: (
    question: [question: string, consequence: string, action: string],
    work: () => Promise<unknown>,
    message: string,
    next: string,
  ) => Promise<void>
}

/**
 * Runs an account page: a signed-in person sees the account named by `?account=` or the first one; anyone else sees the
 * sign-in form.
 */
export async function runPage(showPage: (view: View) => void | Promise<void>): Promise<void> {
  onSend('sign-in', async (fields) => {
    const { email } = await callApi<{ email: string }>('POST', '/sign-in', { email: String(fields.get('email')) })
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
      async changeConfirmed(question, work, message, next) {
        if ((await confirmed(...question)) && (await this.change(work, message))) byId(next).focus()
      },
    }
    await showPage(view)
  }
  offerSaving()
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

interface Holdings {
  /** Prefix of the ids of the page's parts. */
  name: string
  nouns: string
  /** Of those who create them. */
  permission: Permission
  /** How many the plan allows, and how many count toward it. */
  most: number
  used: number
  content: Part
}

/** Shows what an account holds of a kind, and the form to create more to those who may. */
export function showHoldings({ shown, may }: View, { name, nouns, permission, most, used, content }: Holdings): void {
  if (!shown) return
  show('plan-free', most === 0)
  show('managed', !may(permission))
  show('create-section', may(permission) && most > 0)
  fill(`${name}-count`, most > 0 && `${used} of ${most} ${nouns} used (${shown.plan.label} plan).`)
  fill(name, content)
}

/** Ends sessions and shows the signed-out page. */
export async function signOut(path: '/session' | '/sessions'): Promise<void> {
  await callApi('DELETE', path)
  saveKey(null)
  location.assign('/account')
}

function showFrame(person: PersonResponse, shown: AccountResponse | null): void {
  byId('person').textContent = person.email
  const accounts = person.accounts.map(({ id, name, role }) => [id, `${name} (${roleText(role)})`] as const)
  fill('switcher', formatOptions(accounts, shown?.account.id))
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
    fill('trial', html`${news} ${keys} <a href="/plans">a paid plan</a>.`)
  }
  const button = document.querySelector<HTMLButtonElement>('#start-trial')
  if (!button) return
  show('trial-offer', trialDays !== null)
  if (trialDays === null) return
  fill('trial-days', countedText(trialDays, 'day'))
  button.textContent = `Start your ${trialDays}-day trial`
}

function offerTrial(view: () => View): void {
  const button = document.querySelector<HTMLButtonElement>('#start-trial')
  button?.addEventListener('click', async () => {
    button.disabled = true
    const { path, change } = view()
    await change(() => callApi('POST', path('/trial'), {}), 'Your trial has started. You can create keys now.')
    button.disabled = false
  })
}
