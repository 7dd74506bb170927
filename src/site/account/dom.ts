import { type Html, html, type Part } from '../../views/html.ts'

/** Parts of pages made by scripts. Texts of people are escaped by `html`. */

/** The element with an id. @throws Error when the page has none */
export function byId<Kind extends HTMLElement = HTMLElement>(id: string): Kind {
  const element = document.getElementById(id)
  if (!element) throw new Error(`The page has no #${id}.`)
  return element as Kind
}

export const fill = (id: string, ...content: Part[]): void => {
  byId(id).innerHTML = html`${content}`.text
}

export const show = (id: string, isShown: boolean): void => {
  byId(id).hidden = !isShown
}

/**
 * A quiet button whose work `onPress` runs.
 * @param id what it is about
 * @param name its name for screen readers, where the label alone says too little
 */
export const formatButton = (label: string, action: string, id = '', name = label): Html =>
  html`<button type="button" class="button button-quiet" data-do="${action}" data-id="${id}"${name !== label && html` aria-label="${name}"`}>${label}</button> `

/** Runs the work of buttons by their actions, with the id that a button is about. A button is disabled while its work runs. */
export function onPress(actions: {
  [action: string]: (id: string, button: HTMLButtonElement) => Promise<unknown>
}): void {
  document.addEventListener('click', async ({ target }) => {
    const button = (target as Element).closest<HTMLButtonElement>('button[data-do]')
    const work = actions[button?.dataset.do ?? '']
    if (!button || !work) return
    button.disabled = true
    try {
      await work(button.dataset.id ?? '', button)
    } finally {
      button.disabled = false
    }
  })
}

/** Options of a select. @param chosen the values that are selected */
export const formatOptions = (options: readonly (readonly [value: string, label: string])[], chosen = ''): Html =>
  html`${options.map(([value, label]) => html`<option value="${value}"${value === chosen && html` selected`}>${label}</option>`)}`

/**
 * A selector with a button to save. The choice takes effect with Save: arrow keys pass over other values on the way.
 * @param subject what is chosen, such as `role of ada@example.org`
 * @param action of the button, see `readChoice`
 */
export const formatSavedChoice = (
  subject: string,
  options: readonly (readonly [value: string, label: string])[],
  current: string,
  action: string,
  id: string,
): Html =>
  html`<span class="role"><select data-saved aria-label="${subject.charAt(0).toUpperCase() + subject.slice(1)}">${formatOptions(options, current)}</select><button type="button" class="button button-quiet" data-do="${action}" data-id="${id}" aria-label="Save the ${subject}" hidden>Save</button></span>`

/** The choice that a button saves. */
export const readChoice = (button: HTMLButtonElement): string =>
  (button.previousElementSibling as HTMLSelectElement).value

/** Shows the buttons of selectors while their choice differs from what is saved. */
export const offerSaving = (): void =>
  document.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLSelectElement && 'saved' in target.dataset)) return
    const button = target.nextElementSibling as HTMLButtonElement
    button.hidden = target.selectedOptions[0]?.defaultSelected ?? true
  })
