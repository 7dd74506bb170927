import { type Command, InvalidArgumentError, Option } from 'commander'
import * as z from 'zod'
import type { TrialNotice } from '../account/account.ts'
import type { Account, Key, Member } from '../account/record.ts'
import type { Deletion } from '../account/verbs.ts'
import type { Allowance } from '../metering/decide.ts'
import { type Alert, type AlertName, ATTEMPTS_MAX } from '../notify/alert.ts'
import type { Mailed } from '../notify/mail.ts'
import { formatCount, formatNumber } from '../rules/text/wording.ts'
import type { Backup } from '../storage/embedded/file.ts'
import type { Store, UsageReport } from '../storage/port.ts'

export interface Terminal {
  openStore(): Promise<Store>
  now(): number
  out(text: string): void
  log(text: string): void
  env: Record<string, string | undefined>
}

/** For commands that do not use the store, or open it themselves. */
export const openLater = (): null => null

/**
 * Defines a command that can print JSON with ISO timestamps. The store is closed whatever happens.
 * @param words its group, if any, its name, and its argument
 * @param work receives the store, the options and the argument
 * @param format its result for people
 */
export type Define = ReturnType<typeof createDefine>

/** Adds commands to a program. @param groups the description of each group */
export const createDefine =
  (program: Command, terminal: Terminal, groups: { [group: string]: string }) =>
  <Options, Result, Opened extends Store | null = Store>(
    words: string,
    about: string,
    options: readonly Option[],
    work: (store: Opened, options: Options, argument: string) => Promise<Result>,
    format: (result: Result) => string,
    open?: () => Opened,
  ): void => {
    const [, group = '', name = ''] = /^(?:([\w-]+) )?([\w-]+(?: <.*>)?)$/.exec(words) ?? []
    const existing = program.commands.find((each) => each.name() === group)
    const parent = group === '' ? program : (existing ?? program.command(group).description(groups[group] ?? ''))
    const command = parent.command(name).description(about).option('--json', 'print JSON')
    for (const option of options) command.addOption(option)
    command.action(async (...actionArguments: unknown[]) => {
      const [argument, values] = name.includes('<') ? actionArguments : ['', ...actionArguments]
      const store = open ? open() : await terminal.openStore()
      try {
        const result = await work(store as never, values as never, argument as string)
        const { json } = values as { json?: true }
        terminal.out(`${json ? JSON.stringify(result, toTimes, 2) : format(result)}\n`)
      } finally {
        await store?.close()
      }
    })
  }

const toTimes = (key: string, value: unknown): unknown =>
  key.endsWith('At') && typeof value === 'number' ? new Date(value).toISOString() : value

export const required = (flags: string, about: string, schema: z.ZodType = z.string()): Option =>
  new Option(flags, about).makeOptionMandatory().argParser((value: string) => {
    const parsed = schema.safeParse(value)
    if (!parsed.success) throw new InvalidArgumentError(`It ${parsed.error.issues[0]?.message}.`)
    return parsed.data
  })

/** An instant as its UTC minute; a dash for null. */
export const formatMoment = (at: number | null): string =>
  at === null ? '-' : `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`

/** Rows under a heading, each column as wide as its widest cell; `none` when there are no rows. */
export function formatTable(heading: string[], rows: string[][], none: string): string {
  if (rows.length === 0) return none
  const widths = heading.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)))
  const formatLine = (cells: string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd()
  return [formatLine(heading), formatLine(widths.map((width) => '-'.repeat(width))), ...rows.map(formatLine)].join('\n')
}

export const formatAccountTable = (accounts: Account[]): string =>
  formatTable(
    ['ID', 'NAME', 'PLAN', 'STATUS', 'TRIAL', 'CREATED'],
    accounts.map(({ id, name, plan, trialEndsAt, suspended, createdAt }) => [
      ...[id, name, plan, suspended ? 'suspended' : 'active'],
      ...[trialEndsAt === null ? '-' : `until ${formatMoment(trialEndsAt)}`, formatMoment(createdAt)],
    ]),
    'There are no accounts yet. Create one with `account create`.',
  )

export const formatMemberTable = (members: readonly Member[]): string =>
  formatTable(
    ['MEMBER', 'ROLE'],
    members.map(({ email, role }) => [email, role]),
    'The account has no members.',
  )

export const formatKeyTable = (keys: Key[]): string =>
  formatTable(
    ['KEY ID', 'NAME', 'KEY', 'STATUS', 'LAST USED', 'CREATED'],
    keys.map((key) => [
      ...[key.id, key.name, `${key.prefix}…${key.lastFour}`, formatKeyStatus(key)],
      ...[formatMoment(key.lastUsedAt), formatMoment(key.createdAt)],
    ]),
    'The account has no keys. Create one with `key create --account ID`.',
  )

function formatKeyStatus({ revokedAt, expiresAt }: Key): string {
  if (revokedAt !== null) return `revoked ${formatMoment(revokedAt)}`
  return expiresAt === null ? 'active' : `rotated, expires ${formatMoment(expiresAt)}`
}

export const formatAlertTable = (alerts: (Alert & { accountId?: string })[]): string =>
  formatTable(
    ['ALERT', 'MONTH', 'MADE', 'STATUS', 'ATTEMPTS'],
    alerts.map((alert) => [
      `${alert.accountId ? `${alert.accountId} ` : ''}${alert.meter} ${alert.threshold}%`,
      ...[alert.month, formatMoment(alert.createdAt), formatAlertStatus(alert), String(alert.attempts)],
    ]),
    'There are no alerts.',
  )

function formatAlertStatus({ deliveredAt, deliveredBy, attempts, nextAttemptAt }: Alert): string {
  if (deliveredAt !== null) return `delivered by ${deliveredBy} ${formatMoment(deliveredAt)}`
  return attempts < ATTEMPTS_MAX ? `pending, next attempt ${formatMoment(nextAttemptAt)}` : 'failed'
}

const ABOUT_TRIAL = { ENDING: 'the trial ends soon', ENDED: 'the trial has ended' } as const

export const formatSentTable = (sent: (Mailed & (AlertName | TrialNotice))[]): string =>
  formatTable(
    ['ACCOUNT', 'ABOUT', 'RESULT'],
    sent.map((each) => [
      each.accountId,
      'kind' in each ? ABOUT_TRIAL[each.kind] : `${each.threshold}% of the ${each.meter} of ${each.month}`,
      each.delivered ? 'delivered' : `not delivered (${each.reason}), will be retried`,
    ]),
    'No alerts are due.',
  )

export const formatDeletion = ({ account, members, keys, webhooks, subscriptions, sessions }: Deletion): string =>
  [
    `Deleted ${account.id} "${account.name}": ${[
      `${formatCount(members, 'member')} (${formatCount(sessions, 'session')} ended)`,
      formatCount(keys, 'key'),
      formatCount(webhooks, 'webhook'),
      formatCount(subscriptions, 'signed address', 'signed addresses'),
    ].join(', ')}.`,
    'Backups and exports of the key store still contain it.',
  ].join('\n')

export const formatAccounts = (count: number): string => formatCount(count, 'account')
export const formatBackup = ({ accounts, bytes }: Backup): string =>
  `${formatAccounts(accounts)} (${formatNumber(Math.ceil(bytes / 1024))} KB)`

export function formatUsageChart(report: UsageReport): string {
  const { account, plan, month, minute, requests, answers, months, keys, alerts } = report
  const status = account.suspended ? ', suspended' : ''
  const trial = account.trialEndsAt === null ? '' : `, trial until ${formatMoment(account.trialEndsAt)}`
  const history = months.map((each) => {
    const used = formatNumber(each.requests).padStart(7)
    return `  ${each.month}   ${formatBar(each.requests, requests.limit)} ${used}  ${formatNumber(each.answers)} AI answers`
  })
  return [
    `${account.name} (${account.id}), plan ${plan}${trial}${status}`,
    '',
    formatUsageLine('This minute', minute),
    formatUsageLine(`Requests ${month}`, requests),
    formatUsageLine(`Answers ${month}`, answers),
    '',
    "Requests per month as a share of the plan's allowance (80% and 100% marked):",
    ...history,
    '',
    formatKeyTable(keys),
    ...(alerts.length > 0 ? ['', formatAlertTable(alerts)] : []),
  ].join('\n')
}

function formatUsageLine(title: string, { used, limit, resetsAt }: Allowance): string {
  const share = limit > 0 ? ` (${Math.floor((used * 100) / limit)}%)` : ''
  const figures = `${formatNumber(used)} of ${formatNumber(limit)}${share}`
  return `  ${title.padEnd(16)} ${formatBar(used, limit)} ${figures}, resets ${formatMoment(resetsAt)}`
}

const WIDTH = 40
const MARK = 0.8 * WIDTH

/** A bar of 40 cells with marks at 80% and 100%; a used cell hides no mark. */
function formatBar(used: number, limit: number): string {
  const filled = limit > 0 ? Math.min(WIDTH, Math.floor((used * WIDTH) / limit)) : 0
  const cells = '#'.repeat(filled).padEnd(WIDTH, '.')
  return `[${cells.slice(0, MARK)}|${cells.slice(MARK)}|]`
}
