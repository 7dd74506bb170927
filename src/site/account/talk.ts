import { byId } from './dom.ts'
import { Refusal } from './request.ts'

/** Shows a result in the status line, which screen readers announce. */
export function say(text: string, kind: 'done' | 'failed' = 'done'): void {
  const place = byId('said')
  place.textContent = text
  place.dataset.kind = kind
  place.hidden = text === ''
}

/** Runs some work and shows a refusal of the service; other errors are rethrown. @returns whether it succeeded */
export async function attempt(work: () => Promise<void>): Promise<boolean> {
  say('')
  try {
    await work()
    return true
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    say(error.message, 'failed')
    return false
  }
}

/** Runs the work of a form when it is submitted, one submission at a time. */
export function onSend(id: string, work: (fields: FormData, form: HTMLFormElement) => Promise<void>): void {
  const form = byId<HTMLFormElement>(id)
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    const button = form.querySelector('button')
    if (button?.disabled) return
    if (button) button.disabled = true
    try {
      await attempt(() => work(new FormData(form), form))
    } finally {
      if (button) button.disabled = false
    }
  })
}

/** Asks for confirmation before an action that cannot be undone. */
export function confirmed(question: string, consequence: string, action: string): Promise<boolean> {
  const dialog = byId<HTMLDialogElement>('confirm')
  byId('confirm-question').textContent = question
  byId('confirm-consequence').textContent = consequence
  byId('confirm-action').textContent = action
  dialog.returnValue = ''
  dialog.showModal()
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => resolve(dialog.returnValue === 'yes'), { once: true })
  })
}
