import { Command } from 'commander'
import type { Usage } from '../index.ts'
import { formatCell } from './cells.ts'
import { addForms } from './options.ts'
import { type Form, printRecord } from './print.ts'
import { type Column, table } from './table.ts'
import { openClient, type Terminal } from './terminal.ts'

/** `rhp usage`. */
export function usageCommand(terminal: Terminal): Command {
  const command = new Command('usage')
    .summary('show the usage of your account')
    .description('Usage of your account: this minute, this month and the last 12 months. Free of charge.')
  return addForms(command).action(async ({ json, csv }: Form) => {
    const { body } = await openClient(terminal).usage()
    if (json || csv) printRecord(terminal, { ...(json && { json }), ...(csv && { csv }) }, body)
    else terminal.out(usageText(body, terminal.width))
  })
}

const text: Omit<Column, 'title'> = { isNumber: false, isOptional: false }
const number: Omit<Column, 'title'> = { isNumber: true, isOptional: false }

function usageText({ account, plan, minute, requests, aiAnswers, months, keys }: Usage, width: number | null): string {
  const meters = [
    ['Requests, this minute', minute],
    ['Requests, this month', requests],
    ['AI answers, this month', aiAnswers],
  ] as const
  const used = meters.map(([title, { used, limit, resetsAt }]) => [
    title,
    bar(used, limit),
    `${used.toLocaleString('en-US')} of ${limit.toLocaleString('en-US')}`,
    `until ${formatCell('resetsAt', resetsAt)}`,
  ])
  const past = months.map(({ month, requests, aiAnswers }) => [
    month,
    formatCell('requests', requests),
    formatCell('answers', aiAnswers),
  ])
  const lines = keys.map(({ name, prefix, lastFour, lastUsedAt, revokedAt, expiresAt }) => [
    formatCell('name', name),
    `${prefix}…${lastFour}`,
    formatCell('lastUsedAt', lastUsedAt),
    revokedAt ? 'revoked' : expiresAt ? `until ${formatCell('expiresAt', expiresAt)}` : 'active',
  ])
  const columns = (...titles: [string, Omit<Column, 'title'>][]) => titles.map(([title, kind]) => ({ title, ...kind }))
  return [
    `${formatCell('name', account.name)}, plan ${plan}\n`,
    table(columns(['Allowance', text], ['', text], ['Used', number], ['Resets', text]), used, width),
    table(columns(['Month', text], ['Requests', number], ['AI answers', number]), past, width),
    table(columns(['Key', text], ['Form', text], ['Last used', text], ['State', text]), lines, width),
  ].join('\n')
}

const BAR_LENGTH = 20

function bar(used: number, limit: number): string {
  const filled = limit > 0 ? Math.min(BAR_LENGTH, Math.round((used / limit) * BAR_LENGTH)) : BAR_LENGTH
  return `[${'#'.repeat(filled)}${'-'.repeat(BAR_LENGTH - filled)}]`
}
