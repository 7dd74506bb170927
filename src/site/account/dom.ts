/** Page elements made by scripts. User text is only ever inserted as text, never as markup. */

type Attributes = { [name: string]: string | number | boolean | null }
type Child = Node | string | null

/** Makes an element. Attributes that are false or null are omitted; true sets an attribute without a value. */
export function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[Name] {
  return filled(document.createElement(name), attributes, children)
}

/** The same for SVG elements. */
export function svg(name: string, attributes: Attributes = {}, ...children: Child[]): SVGElement {
  return filled(document.createElementNS('http://www.w3.org/2000/svg', name), attributes, children)
}

function filled<Made extends Element>(element: Made, attributes: Attributes, children: Child[]): Made {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== false && value !== null) element.setAttribute(name, value === true ? '' : String(value))
  }
  element.append(...children.filter((child) => child !== null))
  return element
}

/** The element with an id. @throws Error when the page has none */
export function byId<Kind extends HTMLElement = HTMLElement>(id: string): Kind {
  const element = document.getElementById(id)
  if (!element) throw new Error(`The page has no #${id}.`)
  return element as Kind
}

/** Replaces the children of an element. */
export const fill = (id: string, ...children: Child[]): void =>
  byId(id).replaceChildren(...children.filter((child) => child !== null))

export const show = (id: string, isShown: boolean): void => {
  byId(id).hidden = !isShown
}

/**
 * A row of a table that becomes a card on a phone.
 * @param cells contents by the label of their column
 * @param actions the buttons of the row; null for a table without a column of buttons
 */
export const cardRow = (
  attributes: Attributes,
  head: Child[],
  cells: { [label: string]: Child | Child[] },
  actions: Child[] | null = null,
): HTMLElement =>
  make(
    'tr',
    attributes,
    make('th', { scope: 'row' }, ...head),
    ...cardCells(cells),
    actions && make('td', { class: 'row-actions' }, ...actions),
  )

/** Cells of a row, each with the label that it shows on a phone. */
export const cardCells = (cells: { [label: string]: Child | Child[] }): HTMLElement[] =>
  Object.entries(cells).map(([label, content]) => make('td', { 'data-label': label }, ...[content].flat()))

/** A state in a few words: accented, as a warning, or plain. */
export const mark = (text: string, kind: 'accent' | 'warn' | null = null): HTMLElement =>
  make('span', { class: kind ? `mark mark-${kind}` : 'mark' }, text)

/** A quiet button. @param name its name for screen readers, where the label alone says too little */
export const quietButton = (label: string, work: () => Promise<unknown>, name = label): HTMLButtonElement =>
  button(label, { class: 'button button-quiet', 'aria-label': name === label ? null : name }, work)

/** A button that is disabled while its work runs. */
export function button(label: string, attributes: Attributes, work: () => Promise<unknown>): HTMLButtonElement {
  const made = make('button', { type: 'button', ...attributes }, label)
  made.addEventListener('click', async () => {
    made.disabled = true
    try {
      await work()
    } finally {
      made.disabled = false
    }
  })
  return made
}

/**
 * A selector with a button to save. The choice takes effect with Save: arrow keys pass over other values on the way.
 * @param subject what is chosen, such as `role of ada@example.org`
 * @param save saves the choice. @returns whether it succeeded
 * @param next the heading that gets the focus afterwards
 */
export function savedChoice(
  subject: string,
  options: readonly { value: string; label: string }[],
  current: string,
  save: (value: string) => Promise<boolean>,
  next: string,
): [choice: HTMLElement, save: HTMLElement] {
  const choice = make(
    'select',
    { 'aria-label': subject.charAt(0).toUpperCase() + subject.slice(1) },
    ...options.map(({ value, label }) => make('option', { value, selected: value === current }, label)),
  )
  const work = async (): Promise<void> => {
    if (!(await save(choice.value))) choice.value = current
    saving.hidden = true
    byId(next).focus()
  }
  const saving = quietButton('Save', work, `Save the ${subject}`)
  saving.hidden = true
  choice.addEventListener('change', () => {
    saving.hidden = choice.value === current
  })
  return [choice, saving]
}
