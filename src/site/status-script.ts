import type { Health } from '../http/health.ts'

/** Renews the status page from the service's own answer. */
const put = (name: string, text: string): void => {
  const cell = document.querySelector(`[data-health="${name}"]`)
  if (cell) cell.textContent = text
}

const HOUR = 3600

const ageText = (seconds: number): string => {
  const hours = Math.floor(seconds / HOUR)
  return hours < 1 ? 'less than an hour' : hours < 48 ? `${hours} hours` : `${Math.floor(hours / 24)} days`
}

try {
  const response = await fetch('/api/health')
  const health: Health = await response.json()
  put('datasetVersion', health.datasetVersion ?? 'unavailable')
  put('builtAt', health.builtAt ?? 'unknown')
  put('age', health.ageSeconds === null ? 'unknown' : ageText(health.ageSeconds))
  put('store', health.store)
  const now = document.querySelector('#now')
  if (now) {
    now.textContent =
      health.status === 'ok'
        ? 'At this moment the service answers.'
        : 'At this moment the service cannot answer keyed requests.'
  }
} catch {
  put('age', 'the service did not answer')
  put('store', 'the service did not answer')
}
