import type { ParameterProblem, Problem } from '../../http/response/errors.ts'
import { type Html, html, type Part } from '../../views/html.ts'

/** What the scripts of the account pages share: parts of pages, requests to the service, messages and questions. */

/** The element with an id. @throws Error when the page has none */
export function getById<Kind extends HTMLElement = HTMLElement>(id: string): Kind {
  const element = document.getElementById(id)
  if (!element) throw new Error(`The page has no #${id}.`)
  return element as Kind
}

export const fill = (id: string, ...content: Part[]): void => {
  getById(id).innerHTML = html`${content}`.text
}

export const show = (id: string, isShown: boolean): void => {
  getById(id).hidden = !isShown
}

/**
 * A quiet button that runs an action of the page.
 * @param id what it is about
 * @param name its name for screen readers, where the label alone says too little
 */
export const formatButton = (label: string, action: string, id = '', name = label): Html =>
  html`<button type="button" class="button button-quiet" data-do="${action}" data-id="${id}"${name !== label && html` aria-label="${name}"`}>${label}</button> `

type Options = readonly (readonly [value: string, label: string])[]

/** Options of a select. @param chosen the value that is selected */
export const formatOptions = (options: Options, chosen = ''): Html =>
  html`${options.map(([value, label]) => html`<option value="${value}"${value === chosen && html` selected`}>${label}</option>`)}`

/**
 * A selector with a button to save. The choice takes effect with Save: arrow keys pass over other values on the way.
 * @param subject what is chosen, such as `role of ada@example.org`
 * @param action of the button, see `readChoice`
 */
export const formatSavedChoice = (
  subject: string,
  options: Options,
  current: string,
  action: string,
  id: string,
): Html =>
  html`<span class="role"><select data-saved aria-label="${subject.charAt(0).toUpperCase() + subject.slice(1)}">${formatOptions(options, current)}</select><button type="button" class="button button-quiet" data-do="${action}" data-id="${id}" aria-label="Save the ${subject}" hidden>Save</button></span>`

/** The choice that a button saves. */
export const readChoice = (button: HTMLButtonElement): string =>
  (button.previousElementSibling as HTMLSelectElement).value

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
  const place = getById('status-line')
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
    showMessage(form ? formatFormError(error, form) : error.message, 'failed')
    return false
  }
}

/** A refusal in the words of a form: each problem with the label of its field, which is marked as invalid. */
function formatFormError({ errors, message }: Refusal, form: HTMLFormElement): string {
  if (errors.length === 0) return message
  return errors
    .map(({ parameter, message, didYouMean, supportedValues }) => {
      const names = parameter.split('.')
      const index = names.findIndex((name) => form.elements.namedItem(name) instanceof HTMLElement)
      const field = form.elements.namedItem(names[index] ?? '') as HTMLInputElement | null
      field?.setAttribute('aria-invalid', 'true')
      const label = field?.labels?.[0]?.textContent?.trim()
      const rest = names.slice(index + 1).join('.')
      const hint = didYouMean
        ? ` Did you mean "${didYouMean}"?`
        : supportedValues
          ? ` Supported: ${supportedValues.join(', ')}.`
          : ''
      return `${label ? `${label}${rest && ` (${rest})`}` : parameter}: ${message}${hint}`
    })
    .join(' ')
}

export function confirmAction(question: string, consequence: string, action: string): Promise<boolean> {
  const dialog = getById<HTMLDialogElement>('confirm')
  getById('confirm-question').textContent = question
  getById('confirm-consequence').textContent = consequence
  getById('confirm-action').textContent = action
  dialog.returnValue = ''
  dialog.showModal()
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => resolve(dialog.returnValue === 'yes'), { once: true })
  })
}
