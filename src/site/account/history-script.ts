import { ACTIONS } from '../../account/actions.ts'
import type { TrailResponse } from '../../http/account/schemas.ts'
import { minuteText } from '../../views/wording.ts'
import { byId, cardCells, fill, make, quietButton, show } from './dom.ts'
import { attempt, callApi } from './service.ts'
import { runPage, type View } from './session.ts'
import { roleText } from './wording.ts'

type Entry = TrailResponse['entries'][number]

/** Appends the entries before the given one. */
async function append(view: View, before?: number): Promise<void> {
  const query = before === undefined ? '' : `?before=${before}`
  const { entries, hasMore } = await callApi<TrailResponse>('GET', view.path(`/trail${query}`))
  byId('trail').append(...entries.map(row))
  const last = entries.at(-1)?.number
  fill('trail-more', hasMore ? quietButton('Older changes', () => attempt(() => append(view, last))) : null)
}

const row = ({ at, by, action, subject, detail }: Entry): HTMLElement =>
  make(
    'tr',
    {},
    ...cardCells({
      When: make('time', { datetime: at }, minuteText(at)),
      By: by,
      Action: ACTIONS[action],
      Details: subjectText(action, subject, detail),
    }),
  )

function subjectText(action: Entry['action'], subject: string, detail: string): string {
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
const labels = JSON.parse(byId('trail-table').dataset.plans ?? '{}') as { [plan: string]: string }
const planText = (name: string): string => labels[name] ?? name

await runPage(async (view) => {
  const isShown = view.may('trail.read')
  show('trail-denied', !isShown)
  show('trail-table', isShown)
  fill('trail')
  fill('trail-more')
  if (isShown) await append(view)
})
