import { addCopyButtons } from '../copying.ts'

/** Sorts the comparison by a column, and narrows it down to some states. Both are in the page address, to be shared. */

const table = document.querySelector<HTMLTableElement>('.comparison')
const body = table?.tBodies[0]
const heads = [...(table?.querySelectorAll<HTMLTableCellElement>('th[data-sort]') ?? [])]
const ASCENDING = 'state'

/** The value of a cell, of `12/50` the share; null when unknown. */
function findFigure(row: HTMLTableRowElement, column: number): number | null {
  const [value = Number.NaN, whole = 1] = (row.cells[column]?.textContent ?? '')
    .replaceAll(',', '')
    .split('/')
    .map(Number)
  return Number.isNaN(value) ? null : value / whole
}

function sort(name: string): void {
  const column = heads.findIndex((head) => head.dataset.sort === name)
  if (!body || column < 0) return
  const rows = [...body.rows].sort((a, b) =>
    name === ASCENDING
      ? (a.cells[0]?.textContent ?? '').localeCompare(b.cells[0]?.textContent ?? '')
      : (findFigure(b, column) ?? -1) - (findFigure(a, column) ?? -1),
  )
  body.append(...rows)
  for (const [index, head] of heads.entries()) {
    if (index === column) head.setAttribute('aria-sort', name === ASCENDING ? 'ascending' : 'descending')
    else head.removeAttribute('aria-sort')
  }
}

function keepInAddress(name: string, value: string): void {
  const query = new URLSearchParams(location.search)
  query.set(name, value)
  if (value === '') query.delete(name)
  history.replaceState(null, '', query.size > 0 ? `?${query}` : location.pathname)
}

/** Shows the states with these names, beginnings of names or codes, separated by commas; all when none is meant. */
function showOnly(text: string): void {
  const rows = [...(body?.rows ?? [])]
  const words = text
    .toLowerCase()
    .split(',')
    .map((word) => word.trim())
  const isMeant = (row: HTMLTableRowElement) => {
    const [name = '', code = ''] = [...row.querySelectorAll('th :is(span, abbr)')].map(({ textContent }) =>
      textContent.toLowerCase(),
    )
    return words.some((word) => word === code || (word.length > 2 && name.startsWith(word)))
  }
  const hasMeant = rows.some(isMeant)
  for (const row of rows) row.hidden = hasMeant && !isMeant(row)
}

for (const head of heads) {
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = head.textContent?.trim() ?? ''
  button.addEventListener('click', () => {
    const name = head.dataset.sort ?? ASCENDING
    sort(name)
    keepInAddress('sort', name === ASCENDING ? '' : name)
  })
  head.replaceChildren(button)
}

const query = new URLSearchParams(location.search)
for (const input of document.querySelectorAll<HTMLInputElement>('.measures input')) {
  if (input.value === query.get('sort')) input.checked = true
}
sort(query.get('sort') ?? ASCENDING)
const only = document.querySelector<HTMLInputElement>('[name=only]')
if (only) {
  only.value = query.get('only') ?? ''
  showOnly(only.value)
  only.addEventListener('input', () => {
    showOnly(only.value)
    keepInAddress('only', only.value)
  })
}
addCopyButtons()
