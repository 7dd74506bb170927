import type { ParameterProblem, Problem } from '../../http/response/errors.ts'
import { copy } from '../copying.ts'
import { byId, fill, show } from './dom.ts'

/** A refused request, with the message of the service. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly code: string
  /** The problems of single fields; none when the request as a whole is refused. */
  readonly errors: readonly ParameterProblem[]
  constructor(code: string, detail: string, errors: readonly ParameterProblem[] = []) {
    super(detail)
    this.code = code
    this.errors = errors
  }
}

/** Calls the service as the signed-in person. @throws Refusal */
export async function callApi<Answer = null>(
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body?: object,
): Promise<Answer> {
  const options = {
    method,
    ...(body && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
  }
  const [isOk, text] = await fetch(`/api/account${path}`, options)
    .then(async (response) => [response.ok, await response.text()] as const)
    .catch(() => {
      throw new Refusal('UNREACHABLE', 'The service cannot be reached. Try again in a moment.')
    })
  if (isOk) return (text === '' ? null : JSON.parse(text)) as Answer
  throw parseRefusal(text)
}

/** A proxy in front of the service may answer with a page of its own. */
function parseRefusal(text: string): Refusal {
  try {
    const { code, detail, errors } = JSON.parse(text) as Problem
    return new Refusal(code, detail, errors)
  } catch {
    return new Refusal('UNKNOWN', 'Unexpected response from the service. Try again in a moment.')
  }
}

/** Shows a result in the status line, which screen readers announce. */
export function showMessage(text: string, kind: 'done' | 'failed' = 'done'): void {
  const place = byId('status-line')
  place.textContent = text
  place.dataset.kind = kind
  place.hidden = text === ''
  // On a phone the end of a form is far below the status line.
  if (text !== '') place.scrollIntoView({ block: 'nearest' })
}

/** Runs some work and shows a refusal of the service; other errors are rethrown. @returns whether it succeeded */
export async function attempt(work: () => Promise<void>, form: HTMLFormElement | null = null): Promise<boolean> {
  showMessage('')
  try {
    await work()
    return true
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    showMessage(form ? formText(error, form) : error.message, 'failed')
    return false
  }
}

/** A refusal in the words of a form: each problem with the label of its field, which is marked as invalid. */
function formText({ errors, message }: Refusal, form: HTMLFormElement): string {
  if (errors.length === 0) return message
  return errors
    .map(({ parameter, message, didYouMean, supportedValues }) => {
      const names = parameter.split('.')
      const place = names.findIndex((name) => form.elements.namedItem(name) instanceof HTMLElement)
      const field = form.elements.namedItem(names[place] ?? '') as HTMLInputElement | null
      field?.setAttribute('aria-invalid', 'true')
      const label = field?.labels?.[0]?.textContent?.trim()
      const rest = names.slice(place + 1).join('.')
      const hint = didYouMean
        ? ` Did you mean "${didYouMean}"?`
        : supportedValues
          ? ` Supported: ${supportedValues.join(', ')}.`
          : ''
      return `${label ? `${label}${rest && ` (${rest})`}` : parameter}: ${message}${hint}`
    })
    .join(' ')
}

/** Runs the work of a form when it is submitted, one submission at a time. */
export function onSend(id: string, work: (fields: FormData, form: HTMLFormElement) => Promise<void>): void {
  const form = byId<HTMLFormElement>(id)
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    const button = form.querySelector('button')
    if (button?.disabled) return
    if (button) button.disabled = true
    for (const field of form.querySelectorAll('[aria-invalid]')) field.removeAttribute('aria-invalid')
    try {
      await attempt(() => work(new FormData(form), form), form)
    } finally {
      if (button) button.disabled = false
    }
  })
}

export function onCopy(buttonId: string, textId: string): void {
  byId(buttonId).addEventListener('click', async () => {
    const shown = byId(textId)
    if (await copy(shown.textContent ?? '', shown)) showMessage('Copied.')
    else showMessage('Your browser blocked copying. The text is selected: press Ctrl+C or Cmd+C.', 'failed')
  })
}

/**
 * The panel that shows a secret once, with its buttons to copy and to close it.
 * @param name prefix of the ids of its elements
 * @param next the heading that gets the focus when the panel is closed
 * @param forget clears what else the panel shows
 * @returns shows a secret
 */
export function oneTimePanel(name: string, next: string, forget = (): void => {}): (secret: string) => void {
  onCopy(`copy-${name}`, name)
  byId(`${name}-done`).addEventListener('click', () => {
    show(`${name}-panel`, false)
    fill(name)
    forget()
    byId(next).focus()
  })
  return (secret) => {
    fill(name, secret)
    show(`${name}-panel`, true)
    byId(`${name}-heading`).focus()
  }
}

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
