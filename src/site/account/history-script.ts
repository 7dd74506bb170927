import type { TrailResponse } from '../../http/account/account.ts'
import { html } from '../../views/html.ts'
import { formatTable } from '../../views/tables.ts'
import { codeText, minuteText } from '../../views/wording.ts'
import { byId, callApi, fill, formatButton, show } from './service.ts'
import { may, ofAccount, runPage } from './session.ts'
import { roleText } from './wording.ts'

type Entry = TrailResponse['entries'][number]

let entries: readonly Entry[] = []

async function showMore(): Promise<void> {
  const last = entries.at(-1)
  const page = await callApi<TrailResponse>('GET', ofAccount(`/trail${last ? `?before=${last.number}` : ''}`))
  entries = [...entries, ...page.entries]
  const rows = entries.map(({ at, by, action, subject, detail }) => [
    html`<time datetime="${at}">${minuteText(at)}</time>`,
    by,
    codeText(action.replace('SUBSCRIPTION', 'SIGNED_ADDRESS')),
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
  if (action === 'PLAN_SET') return `${planText(subject)} (before: ${planText(detail)})`
  if (action === 'ACCOUNT_RENAMED') return `${subject} (before: ${detail})`
  if (action === 'KEY_ROTATED') return `${subject}, replaced by ${detail}`
  if (detail === '') return planText(subject)
  return `${planText(subject)}: ${NAMED.includes(action) ? detail : planText(roleText(detail)).replace(INSTANT, minuteText)}`
}

// The details of these are names and addresses chosen by people.
const NAMED: readonly Entry['action'][] = [
  'KEY_CREATED',
  'KEY_REVOKED',
  'SUBSCRIPTION_CREATED',
  'SUBSCRIPTION_REVOKED',
  'WEBHOOK_CREATED',
  'WEBHOOK_UPDATED',
]
const INSTANT = /\d{4}-\d{2}-\d{2}T[\d:.]+Z/
const labels = JSON.parse(byId('trail').dataset.plans ?? '{}') as { [plan: string]: string }
const planText = (name: string): string => labels[name] ?? name

await runPage({
  actions: { more: showMore },
  async show() {
    entries = []
    show('trail-denied', !may('trail.read'))
    if (may('trail.read')) await showMore()
  },
})
