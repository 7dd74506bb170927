import { Command } from 'commander'
import { openMailer } from '../metering/mail.ts'
import { ATTEMPTS_MAX, drainNotices, type Notice } from '../metering/notices.ts'
import { windowsAt } from '../metering/windows.ts'
import { moment, print, type Terminal, table, withStore } from './terminal.ts'

type Options = { account?: string; json?: boolean }
type Listed = Notice & { accountId?: string }

/** `notices …`: word to owners and admins at 80 % and 100 % of an allowance. */
export function noticesCommand(terminal: Terminal): Command {
  const command = new Command('notices').description('usage notices to owners and admins')

  command
    .command('send')
    .description('send the notices that are due (by mail with SMTP_URL and MAIL_FROM, else to the log)')
    .option('--account <id>', 'of this account only')
    .option('--json', 'print JSON')
    .action(async ({ account, ...options }: Options) => {
      const mailer = await openMailer(terminal.env, (line) => terminal.log(`${JSON.stringify(line)}\n`))
      const drained = await withStore(terminal, (store) => drainNotices(store, mailer, terminal.now(), account))
      print(terminal, options, drained, () =>
        table(
          ['ACCOUNT', 'MONTH', 'OF', 'AT', 'OUTCOME'],
          drained.map(({ accountId, month, meter, threshold, delivered, reason }) => [
            accountId,
            month,
            meter,
            `${threshold} %`,
            delivered ? 'delivered' : `not delivered (${reason}); it is tried again`,
          ]),
          'No notice is due.',
        ),
      )
    })

  command
    .command('list')
    .description('list the notices that were made')
    .option('--account <id>', 'of this account only')
    .option('--json', 'print JSON')
    .action(async ({ account, ...options }: Options) => {
      const notices = await withStore(terminal, async (store) => {
        const ids = account === undefined ? (await store.accounts()).map(({ id }) => id) : [account]
        const listed: Listed[] = []
        for (const accountId of ids) {
          const usage = await store.usage(accountId, windowsAt(terminal.now()))
          listed.push(...usage.notices.map((notice) => ({ accountId, ...notice })))
        }
        return listed
      })
      print(terminal, options, notices, () => noticeTable(notices))
    })
  return command
}

/** Notices as a table. */
export const noticeTable = (notices: Listed[]): string =>
  table(
    ['NOTICE', 'MONTH', 'MADE', 'STATUS', 'ATTEMPTS'],
    notices.map((notice) => [
      `${notice.accountId ? `${notice.accountId} ` : ''}${notice.meter} ${notice.threshold} %`,
      notice.month,
      moment(notice.createdAt),
      status(notice),
      String(notice.attempts),
    ]),
    'There are no notices.',
  )

function status({ deliveredAt, deliveredBy, attempts, nextAttemptAt }: Notice): string {
  if (deliveredAt !== null) return `delivered by ${deliveredBy} ${moment(deliveredAt)}`
  return attempts < ATTEMPTS_MAX ? `pending, next attempt ${moment(nextAttemptAt)}` : 'given up'
}
