import { Command } from 'commander'
import type { Allowance } from '../metering/usage.ts'
import { windowsAt } from '../metering/windows.ts'
import type { UsageReport } from '../storage/usage.ts'
import { alertTable } from './alerts.ts'
import { keyTable } from './key.ts'
import { moment, type Terminal, withStore } from './terminal.ts'

/** `usage`: the usage of an account and its plan's limits. */
export function usageCommand(terminal: Terminal): Command {
  return new Command('usage')
    .description('show the usage of an account')
    .requiredOption('--account <id>', 'account id')
    .option('--json', 'print JSON')
    .action(
      withStore(terminal)(
        async (store, { account }: { account: string }) => {
          // Named as in the API.
          const { alerts: notices, ...figures } = await store.usage(account, windowsAt(terminal.now()))
          return { ...figures, notices }
        },
        ({ notices, ...figures }) => chart({ ...figures, alerts: notices }),
      ),
    )
}

const WIDTH = 40
const MARK = 0.8 * WIDTH

function chart(report: UsageReport): string {
  const { account, plan, month, minute, requests, answers, months, keys, alerts } = report
  const status = account.suspended ? ', suspended' : ''
  const trial = account.trialEndsAt === null ? '' : `, trial until ${moment(account.trialEndsAt)}`
  const history = months.map(({ month: name, requests: used, answers: given }) => {
    const answered = `${number(given)} AI answers`
    return `  ${name}   ${bar(used, requests.limit)} ${number(used).padStart(7)}  ${answered}`
  })
  return [
    `${account.name} (${account.id}), plan ${plan}${trial}${status}`,
    '',
    line('This minute', minute),
    line(`Requests ${month}`, requests),
    line(`Answers ${month}`, answers),
    '',
    "Requests per month as a share of the plan's allowance (80% and 100% marked):",
    ...history,
    '',
    keyTable(keys),
    ...(alerts.length > 0 ? ['', alertTable(alerts)] : []),
  ].join('\n')
}

const line = (title: string, { used, limit, resetsAt }: Allowance): string =>
  `  ${title.padEnd(16)} ${bar(used, limit)} ${number(used)} of ${number(limit)}${share(used, limit)}, resets ${moment(resetsAt)}`

const share = (used: number, limit: number): string => (limit > 0 ? ` (${Math.floor((used * 100) / limit)}%)` : '')

/** A bar of 40 cells with marks at 80% and 100%; a used cell hides no mark. */
function bar(used: number, limit: number): string {
  const filled = limit > 0 ? Math.min(WIDTH, Math.floor((used * WIDTH) / limit)) : 0
  const cells = Array.from({ length: WIDTH }, (_, place) => (place < filled ? '#' : '.'))
  return `[${cells.slice(0, MARK).join('')}|${cells.slice(MARK).join('')}|]`
}

const number = (value: number): string => value.toLocaleString('en-US')
