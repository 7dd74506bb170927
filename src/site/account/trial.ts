import type { AccountResponse } from '../../http/account/schemas.ts'
import { minuteText } from '../../views/wording.ts'
import { fill, make, show } from './dom.ts'
import { attempt, showMessage } from './messages.ts'
import { callApi } from './request.ts'

/** The trial on the account pages: the button that starts it, and the notice during and after it. */

const daysText = (days: number): string => (days === 1 ? '1 day' : `${days} days`)

/** Shows the trial of the account. */
export function showTrial({ account, plan, trialDays }: AccountResponse): void {
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
  fill('trial-days', daysText(trialDays))
  button.textContent = `Start your ${trialDays}-day trial`
}

/** Makes the trial button start the trial of the shown account. */
export function offerTrial(view: () => { path: (part: string) => string; renew: () => Promise<void> }): void {
  const button = document.querySelector<HTMLButtonElement>('#start-trial')
  button?.addEventListener('click', async () => {
    button.disabled = true
    await attempt(async () => {
      await callApi('POST', view().path('/trial'), {})
      await view().renew()
      showMessage('Your trial has started. You can create keys now.')
    })
    button.disabled = false
  })
}
