/**
 * Filters a list in the page: each choice loads the page of its address and shows its heading, filters and results. The
 * address is shared and goes back as any other.
 */
let timer: number | undefined
let asked = 0

/** The form of the page; it is replaced with each response. */
const findForm = () => document.querySelector<HTMLFormElement>('form.filters')

function formatAddress(form: HTMLFormElement): string {
  const query = new URLSearchParams()
  for (const field of form.elements) {
    if (!(field instanceof HTMLSelectElement || field instanceof HTMLInputElement)) continue
    if (field.name && field.value !== '') query.set(field.name, field.value)
  }
  return `${form.getAttribute('action')}${query.size > 0 ? `?${query}` : ''}`
}

async function show(address: string): Promise<void> {
  const request = ++asked
  const results = document.querySelector('#results')
  results?.setAttribute('aria-busy', 'true')
  try {
    const response = await fetch(address, { headers: { Accept: 'text/html' } })
    const page = new DOMParser().parseFromString(await response.text(), 'text/html')
    // A later choice was made in the meantime.
    if (request !== asked) return
    document.title = page.title
    for (const part of ['.listing > header', '#results']) {
      const [next, last] = [page.querySelector(part), document.querySelector(part)]
      if (next && last) last.replaceWith(next)
    }
    updateForm(page)
  } catch {
    results?.removeAttribute('aria-busy')
    location.assign(address)
  }
}

/** Takes over the choices of the loaded form, and leaves the field in which the reader types. */
function updateForm(page: Document): void {
  const next = page.querySelector<HTMLFormElement>('form.filters')
  const form = findForm()
  if (!next || !form) return
  for (const field of next.querySelectorAll<HTMLSelectElement | HTMLInputElement>('[name]')) {
    const shown = form.querySelector(`[name="${field.name}"]`)
    if (shown && shown !== document.activeElement) shown.replaceWith(field)
  }
  const [clear, shown] = [next.querySelector('.clear'), form.querySelector('.clear')]
  if (clear && shown) shown.replaceWith(clear)
}

function choose(isTyped: boolean): void {
  const form = findForm()
  if (!form) return
  const address = formatAddress(form)
  if (isTyped) history.replaceState(null, '', address)
  else history.pushState(null, '', address)
  void show(address)
}

document.addEventListener('submit', (event) => {
  if (event.target !== findForm()) return
  event.preventDefault()
  choose(false)
})
document.addEventListener('change', ({ target }) => {
  if (target instanceof HTMLSelectElement && target.form === findForm()) choose(false)
})
document.addEventListener('input', ({ target }) => {
  if (!(target instanceof HTMLInputElement) || target.form !== findForm()) return
  clearTimeout(timer)
  timer = window.setTimeout(() => choose(true), 300)
})
window.addEventListener('popstate', () => void show(location.href))
