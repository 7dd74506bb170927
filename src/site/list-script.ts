import { listingOf } from '../views/lists/index.ts'
import {
  asksFor,
  asOf,
  chosen,
  NATIONAL,
  PAGE_SIZE,
  type Packed,
  type SectionName,
  unpack,
} from '../views/lists/listing.ts'
import { countText } from '../views/wording.ts'
import { readAt } from './reader-clock.ts'
import { bringUpToDate } from './up-to-date.ts'

/** Filters, sorts and searches a list in the page. Every choice is part of the page address, so that it can be shared. */

const form = document.querySelector<HTMLFormElement>('form.filters')
const list = document.querySelector<HTMLElement>('[data-list]')
const count = document.querySelector('#count')
const pager = document.querySelector('.pager')
const TYPING_MS = 150

if (form && list && count && pager) {
  const listing = listingOf(list.dataset.list as SectionName)
  bringUpToDate(document, readAt())
  const built = { rows: list.innerHTML, count: count.textContent, pager: pager.innerHTML }
  const total = Number(list.dataset.total)
  const loaded = new Map<string, Promise<object[]>>()
  let timer: number | undefined

  /** The index of a state or of the whole list: loaded once, with the first choice. */
  const entriesOf = (state: string | null): Promise<object[]> => {
    const isState = state !== null && /^[A-Z]{2}$/.test(state)
    const address = `/${listing.name}/index${isState ? `-${state.toLowerCase()}` : ''}.json`
    const known = loaded.get(address) ?? read(address)
    loaded.set(address, known)
    return known
  }
  async function read(address: string): Promise<object[]> {
    const response = await fetch(address)
    // No file: the state does not exist.
    return response.ok ? unpack((await response.json()) as Packed) : []
  }

  /** Points the file links to the chosen state, or to all states. */
  const updateFileLinks = (query: URLSearchParams): void => {
    const state = query.get('state')
    const folder = state && state !== NATIONAL ? `/states/${state.toLowerCase()}` : ''
    for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-take]'))
      link.href = `${folder}/${link.dataset.take}`
  }

  const show = async (): Promise<void> => {
    const query = new URLSearchParams(location.search)
    fillForm(form, query)
    updateFileLinks(query)
    if (!asksFor(listing, query)) {
      list.innerHTML = built.rows
      count.textContent = built.count
      pager.innerHTML = built.pager
      return
    }
    list.setAttribute('aria-busy', 'true')
    try {
      const found = chosen(listing, asOf(await entriesOf(query.get('state')), readAt()), query)
      const pages = Math.max(1, Math.ceil(found.length / PAGE_SIZE))
      const page = Math.min(pages, Math.max(1, Number(query.get('page')) || 1))
      const shown = found.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)
      // Rows are escaped by `html`.
      list.innerHTML = shown.map((entry) => listing.row(entry).text).join('')
      count.textContent =
        found.length === 0
          ? `None of the ${countText(total)} ${listing.name} match. Remove a filter to see more.`
          : `${countText(found.length)} of ${countText(total)} ${listing.name}${pages > 1 ? `, page ${page} of ${pages}` : ''}`
      pager.replaceChildren(...links(query, page, pages))
    } catch {
      count.textContent = 'The filters could not be loaded. Reload the page to try again.'
    }
    list.removeAttribute('aria-busy')
  }

  const choose = (isTyped: boolean): void => {
    const query = new URLSearchParams()
    for (const [name, value] of new FormData(form)) if (value !== '') query.set(name, String(value))
    const address = `/${listing.name}${query.size > 0 ? `?${query}` : ''}`
    if (isTyped) history.replaceState(null, '', address)
    else history.pushState(null, '', address)
    void show()
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault()
    choose(false)
  })
  form.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLSelectElement) choose(false)
  })
  form.addEventListener('input', ({ target }) => {
    if (!(target instanceof HTMLInputElement)) return
    clearTimeout(timer)
    timer = window.setTimeout(() => choose(true), TYPING_MS)
  })
  window.addEventListener('popstate', () => void show())
  if (location.search) void show()
}

function fillForm(form: HTMLFormElement, query: URLSearchParams): void {
  for (const field of form.elements) {
    if (!(field instanceof HTMLSelectElement || field instanceof HTMLInputElement)) continue
    const value = query.get(field.name) ?? ''
    if (field !== document.activeElement) field.value = value
  }
}

function links(query: URLSearchParams, page: number, pages: number): HTMLElement[] {
  return [
    { text: 'Previous page', target: page - 1, rel: 'prev' },
    { text: 'Next page', target: page + 1, rel: 'next' },
  ]
    .filter(({ target }) => target >= 1 && target <= pages)
    .map(({ text, target, rel }) => {
      const to = new URLSearchParams(query)
      to.set('page', String(target))
      const link = document.createElement('a')
      link.href = `?${to}`
      link.rel = rel
      link.textContent = text
      return link
    })
}
