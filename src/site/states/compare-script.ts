import { addCopyButtons } from '../copying.ts'

/** Makes the columns of the comparison sortable. The column is part of the page address, so that it can be shared. */

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
  for (const [place, head] of heads.entries()) {
    if (place === column) head.setAttribute('aria-sort', name === ASCENDING ? 'ascending' : 'descending')
    else head.removeAttribute('aria-sort')
  }
}

for (const head of heads) {
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = head.textContent?.trim() ?? ''
  button.addEventListener('click', () => {
    const name = head.dataset.sort ?? ASCENDING
    sort(name)
    history.replaceState(null, '', name === ASCENDING ? location.pathname : `?sort=${name}`)
  })
  head.replaceChildren(button)
}

for (const input of document.querySelectorAll<HTMLInputElement>('.measures input')) {
  if (input.value === new URLSearchParams(location.search).get('sort')) input.checked = true
}
sort(new URLSearchParams(location.search).get('sort') ?? ASCENDING)
addCopyButtons()
