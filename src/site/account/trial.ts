import type { AccountResponse } from '../../http/account/schemas.ts'
import { countedText, minuteText } from '../../views/wording.ts'
import { fill, make, show } from './dom.ts'
import { callApi } from './request.ts'

/** The trial on the account pages: the button that starts it, and the notice during and after it. */

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
  fill('trial-days', countedText(trialDays, 'day'))
  button.textContent = `Start your ${trialDays}-day trial`
}

/** Makes the trial button start the trial of the shown account. */
export function offerTrial(
  view: () => {
    path: (part: string) => string
    change: (work: () => Promise<unknown>, message: string) => Promise<boolean>
  },
): void {
  const button = document.querySelector<HTMLButtonElement>('#start-trial')
  button?.addEventListener('click', async () => {
    button.disabled = true
    const { path, change } = view()
    await change(() => callApi('POST', path('/trial'), {}), 'Your trial has started. You can create keys now.')
    button.disabled = false
  })
}
