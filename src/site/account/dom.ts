/** Page elements made by scripts. User text is only ever inserted as text, never as markup. */

type Attributes = { [name: string]: string | number | boolean | null }
type Child = Node | string | null

/** Makes an element. Attributes that are false or null are omitted; true sets an attribute without a value. */
export function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name)
  setAttributes(element, attributes)
  element.append(...children.filter((child) => child !== null))
  return element
}

/** The same for SVG elements. */
export function svg(name: string, attributes: Attributes = {}, ...children: Child[]): SVGElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name)
  setAttributes(element, attributes)
  element.append(...children.filter((child) => child !== null))
  return element
}

function setAttributes(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== false && value !== null) element.setAttribute(name, value === true ? '' : String(value))
  }
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

/** A button that is disabled while its work runs. */
export function button(label: string, attributes: Attributes, work: () => Promise<void>): HTMLButtonElement {
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
