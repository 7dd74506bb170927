import { Command } from 'commander'
import { windowsAt } from '../metering/windows.ts'
import { drainAlerts, sendTrialNotices } from '../notify/account-mails.ts'
import { type Alert, ATTEMPTS_MAX } from '../notify/alert.ts'
import { openMailer } from '../notify/mail.ts'
import { createCommand, moment, type Terminal, table, withStore } from './terminal.ts'

const ABOUT_TRIAL = { ENDING: 'the trial ends soon', ENDED: 'the trial has ended' } as const

type Options = { account?: string }
type Listed = Alert & { accountId?: string }

/** `alerts …`: messages to owners and admins at 80% and 100% of an allowance. */
export function alertsCommand(terminal: Terminal): Command {
  const group = new Command('alerts').alias('notices').description('usage alerts to owners and admins')
  const { now } = terminal
  const run = withStore(terminal)
  const commandWith = (name: string, description: string) =>
    createCommand(group, name, description).option('--account <id>', 'of this account only')

  commandWith('send', 'send the due alerts and trial emails (to the log if SMTP_URL and MAIL_FROM are not set)').action(
    run(
      async (store, { account }: Options) => {
        const mailer = await openMailer(terminal.env, (line) => terminal.log(`${JSON.stringify(line)}\n`))
        const base = terminal.env.BASE_URL ?? null
        return [
          ...(await drainAlerts(store, mailer, now(), account)),
          ...(await sendTrialNotices({ store, mailer, base }, now(), account)),
        ]
      },
      (sent) =>
        table(
          ['ACCOUNT', 'ABOUT', 'RESULT'],
          sent.map((each) => [
            each.accountId,
            'kind' in each ? ABOUT_TRIAL[each.kind] : `${each.threshold}% of the ${each.meter} of ${each.month}`,
            each.delivered ? 'delivered' : `not delivered (${each.reason}), will be retried`,
          ]),
          'No alerts are due.',
        ),
    ),
  )

  commandWith('list', 'list all alerts').action(
    run(async (store, { account }: Options) => {
      const ids = account === undefined ? (await store.accounts()).map(({ id }) => id) : [account]
      const listed: Listed[] = []
      for (const accountId of ids) {
        const usage = await store.usage(accountId, windowsAt(now()))
        listed.push(...usage.alerts.map((alert) => ({ accountId, ...alert })))
      }
      return listed
    }, alertTable),
  )
  return group
}

/** Alerts as a table. */
export const alertTable = (alerts: Listed[]): string =>
  table(
    ['ALERT', 'MONTH', 'MADE', 'STATUS', 'ATTEMPTS'],
    alerts.map((alert) => [
      `${alert.accountId ? `${alert.accountId} ` : ''}${alert.meter} ${alert.threshold}%`,
      alert.month,
      moment(alert.createdAt),
      status(alert),
      String(alert.attempts),
    ]),
    'There are no alerts.',
  )

function status({ deliveredAt, deliveredBy, attempts, nextAttemptAt }: Alert): string {
  if (deliveredAt !== null) return `delivered by ${deliveredBy} ${moment(deliveredAt)}`
  return attempts < ATTEMPTS_MAX ? `pending, next attempt ${moment(nextAttemptAt)}` : 'failed'
}
