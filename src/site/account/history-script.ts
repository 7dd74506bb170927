import type { TrailResponse } from '../../http/account/account.ts'
import { html } from '../../views/html.ts'
import { formatTable } from '../../views/tables.ts'
import { formatCode, formatMinute } from '../../views/wording.ts'
import { callApi, fill, formatButton, getById, show } from './service.ts'
import { may, runPage, toAccountPath } from './session.ts'
import { formatRole } from './wording.ts'

type Entry = TrailResponse['entries'][number]

let entries: readonly Entry[] = []

async function showMore(): Promise<void> {
  const last = entries.at(-1)
  const page = await callApi<TrailResponse>('GET', toAccountPath(`/trail${last ? `?before=${last.number}` : ''}`))
  entries = [...entries, ...page.entries]
  const rows = entries.map(({ at, by, action, subject, detail }) => [
    html`<time datetime="${at}">${formatMinute(at)}</time>`,
    by,
    formatCode(action.replace('SUBSCRIPTION', 'SIGNED_ADDRESS')),
    formatSubject(action, subject, detail),
  ])
  const heads = ['When', 'By', 'Action', 'Details']
  const caption = 'Every change to the account, newest first.'
  fill(
    'trail',
    formatTable({ class: 'cards', caption, isTitled: true, heads, rows }),
    page.hasMore && html`<p>${formatButton('Older changes', 'more')}</p>`,
  )
}

function formatSubject(action: Entry['action'], subject: string, detail: string): string {
  if (action === 'PLAN_SET') return `${formatPlan(subject)} (before: ${formatPlan(detail)})`
  if (action === 'ACCOUNT_RENAMED') return `${subject} (before: ${detail})`
  if (action === 'KEY_ROTATED') return `${subject}, replaced by ${detail}`
  if (detail === '') return formatPlan(subject)
  return `${formatPlan(subject)}: ${NAMED.includes(action) ? detail : formatPlan(formatRole(detail)).replace(INSTANT, formatMinute)}`
}

// The details of these are names and addresses chosen by people.
// biome-ignore format: word lists read better as running lines
const NAMED: readonly Entry['action'][] = [
  'KEY_CREATED', 'KEY_REVOKED', 'SUBSCRIPTION_CREATED', 'SUBSCRIPTION_REVOKED', 'WEBHOOK_CREATED', 'WEBHOOK_UPDATED',
]
const INSTANT = /\d{4}-\d{2}-\d{2}T[\d:.]+Z/
const labels = JSON.parse(getById('trail').dataset.plans ?? '{}') as { [plan: string]: string }
const formatPlan = (name: string): string => labels[name] ?? name

await runPage({
  actions: { more: showMore },
  async show() {
    entries = []
    show('trail-denied', !may('trail.read'))
    if (may('trail.read')) await showMore()
  },
})
