import { ACTIONS } from '../../account/actions.ts'
import type { TrailAnswer } from '../../http/account/schemas.ts'
import { button, byId, fill, make, show } from './dom.ts'
import { ask } from './request.ts'
import { runPage, type View } from './session.ts'
import { attempt } from './talk.ts'
import { minuteText } from './wording.ts'

type Entry = TrailAnswer['entries'][number]

/** Adds the entries before the given one. */
async function append(view: View, before?: number): Promise<void> {
  const query = before === undefined ? '' : `?before=${before}`
  const { entries, hasMore } = await ask<TrailAnswer>('GET', view.path(`/trail${query}`))
  byId('trail').append(...entries.map(row))
  const last = entries.at(-1)?.number
  fill(
    'trail-more',
    hasMore
      ? button('Older changes', { class: 'button button-quiet' }, async () => {
          await attempt(() => append(view, last))
        })
      : null,
  )
}

const row = ({ at, by, action, subject, detail }: Entry): HTMLElement =>
  make(
    'tr',
    {},
    make('td', { 'data-label': 'When' }, make('time', { datetime: at }, minuteText(at))),
    make('td', { 'data-label': 'Who' }, by),
    make('td', { 'data-label': 'What' }, ACTIONS[action]),
    make('td', { 'data-label': 'Of what' }, subjectText(action, subject, detail)),
  )

function subjectText(action: Entry['action'], subject: string, detail: string): string {
  if (action === 'PLAN_SET' || action === 'ACCOUNT_RENAMED') return `${subject} (before: ${detail})`
  if (action === 'KEY_ROTATED') return `${subject}, followed by ${detail}`
  return detail === '' ? subject : `${subject}: ${detail}`
}

await runPage(async (view) => {
  const isShown = view.may('trail.read')
  show('trail-denied', !isShown)
  show('trail-table', isShown)
  fill('trail')
  fill('trail-more')
  if (isShown) await append(view)
})
