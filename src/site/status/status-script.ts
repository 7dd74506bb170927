import type { Health } from '../../http/endpoints/health.ts'
import { minuteText } from '../../views/wording.ts'

/** Updates the status page from the health endpoint. */
const put = (name: string, text: string): void => {
  const cell = document.querySelector(`[data-health="${name}"]`)
  if (cell) cell.textContent = text
}

/** Fills an empty table of the page with rows and shows it. */
function fill(name: string, rows: readonly (readonly string[])[]): void {
  const body = document.getElementById(name)
  if (!body || rows.length === 0) return
  body.replaceChildren(
    ...rows.map((cells) => {
      const row = document.createElement('tr')
      for (const [index, text] of cells.entries()) {
        const cell = document.createElement(index === 0 ? 'th' : 'td')
        if (index === 0) cell.setAttribute('scope', 'row')
        cell.textContent = text
        row.append(cell)
      }
      return row
    }),
  )
  body.closest('section')?.removeAttribute('hidden')
}

try {
  const response = await fetch('/api/health')
  const health: Health = await response.json()
  put('datasetVersion', health.datasetVersion ?? 'unavailable')
  put('builtAt', health.builtAt ? minuteText(health.builtAt) : 'unknown')
  const checked = health.sources.map(({ lastChecked }) => lastChecked).sort()
  put('checkedAt', checked.length > 0 ? minuteText(checked.at(-1) as string) : 'none yet')
  put('store', health.store)
  fill(
    'sources',
    health.sources.map(({ source, status, lastConfirmed }) => [
      source,
      status === 'UP' ? 'responds' : 'does not respond',
      lastConfirmed ? minuteText(lastConfirmed) : 'never',
    ]),
  )
  fill(
    'states',
    health.states.map(({ state, confirmedAt }) => [state ?? 'National', minuteText(confirmedAt)]),
  )
  const now = document.querySelector('#now')
  if (now) {
    now.textContent =
      health.status !== 'unavailable' ? 'The service is up.' : 'The service cannot serve keyed requests right now.'
  }
} catch {
  put('store', 'the service did not respond')
}
