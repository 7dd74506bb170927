import type { Health } from '../../http/endpoints/public.ts'
import { html } from '../../views/html.ts'
import { formatTable } from '../../views/tables.ts'
import { formatMinute } from '../../views/wording.ts'

const put = (name: string, text: string): void => {
  const cell = document.querySelector(`[data-health="${name}"]`)
  if (cell) cell.textContent = text
}

function showTable(id: string, title: string, heads: readonly string[], rows: readonly string[][]): void {
  const section = document.getElementById(id)
  if (!section || rows.length === 0) return
  section.innerHTML = html`<h2>${title}</h2>${formatTable({ caption: title, heads, rows })}`.text
  section.hidden = false
}

try {
  const response = await fetch('/api/health')
  const health: Health = await response.json()
  put('datasetVersion', health.datasetVersion ?? 'unavailable')
  put('builtAt', health.builtAt ? formatMinute(health.builtAt) : 'unknown')
  const checked = health.sources.map(({ lastChecked }) => lastChecked).sort()
  put('checkedAt', checked.length > 0 ? formatMinute(checked.at(-1) as string) : 'none yet')
  put('store', health.store)
  showTable(
    'sources',
    'Sources',
    ['Source', 'Last check', 'Last read'],
    health.sources.map(({ source, status, lastConfirmed }) => [
      source,
      status === 'UP' ? 'responds' : 'does not respond',
      lastConfirmed ? formatMinute(lastConfirmed) : 'never',
    ]),
  )
  showTable(
    'states',
    'States',
    ['State', 'Last confirmed'],
    health.states.map(({ state, confirmedAt }) => [state ?? 'National', formatMinute(confirmedAt)]),
  )
  const now = document.querySelector('#now')
  if (now) {
    now.textContent =
      health.status !== 'unavailable' ? 'The service is up.' : 'The service cannot serve keyed requests right now.'
  }
} catch {
  put('store', 'the service did not respond')
}
