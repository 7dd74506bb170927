import type Database from 'better-sqlite3'
import { MINUTE_MS } from '../../metering/windows.ts'
import { pick } from '../../rules/pick.ts'
import { toImport } from '../documents.ts'
import { toItem } from '../items.ts'
import type { AccountCopy, Change } from '../port.ts'

/** Reads the files of the release before documents, which had a table for each kind of thing, for their one migration. */

// biome-ignore lint/suspicious/noExplicitAny: the tables of earlier releases have no types here
type Row = any

/** The version of the files that can be migrated. */
export const EARLIER_VERSION = 5

/** What writes everything in a file of the earlier release, whose tables are removed. Called inside a transaction. */
export function readEarlier(db: Database.Database): Change[][] {
  const rows = (table: string): Row[] => db.prepare<[], object>(`SELECT * FROM ${table}`).all().map(toCamelCase)
  const byAccount = (table: string): ((account: Row) => Row[]) => {
    const groups = Map.groupBy(rows(table), ({ account }) => account)
    return ({ row }) => (groups.get(row) ?? []).map(({ account: _, ...rest }) => rest)
  }
  const [members, invitations, keys, webhooks] = ['members', 'invitations', 'keys', 'webhooks'].map(byAccount) as Lists
  const [months, notices, entries] = ['months', 'notices', 'entries'].map(byAccount) as Lists

  const accounts = rows('accounts').map((account): Change[] => {
    const { id, suspended, billedAt, trialPerson: person, trialNoticeAt: noticeAt } = account
    const secrets = keys(account).map(({ row: _, lastMinute, ...secret }) => ({
      ...secret,
      lastUsedAt: lastMinute === null ? null : lastMinute * MINUTE_MS,
    }))
    const copy: AccountCopy = {
      record: {
        account: {
          ...pick(account as AccountCopy['record']['account'], ['id', 'name', 'plan', 'trialEndsAt', 'createdAt']),
          suspended: suspended === 1,
        },
        billedAt,
        trial: person && { person, noticeAt },
        members: members(account),
        invitations: invitations(account),
        keys: secrets
          .filter(({ list }) => list === null)
          .map(({ list: _, format: __, query: ___, ...key }) => ({ ...key, accountId: id })),
        subscriptions: secrets.filter(({ list }) => list !== null).map(({ expiresAt: _, ...address }) => address),
        webhooks: webhooks(account).map((webhook) => ({ ...webhook, filter: JSON.parse(webhook.filter) })),
      },
      counts: pick(account as AccountCopy['counts'], ['minute', 'minuteUsed', 'month', 'monthUsed', 'answersUsed']),
      past: months(account),
      alerts: notices(account),
      trail: entries(account).sort((a, b) => a.number - b.number),
    }
    return toImport(copy)
  })
  const items = [
    ...rows('links').map((link) => toItem('link', link)),
    ...rows('sessions').map((session) => toItem('session', session)),
    ...rows('deliveries').map(({ content }) => toItem('delivery', JSON.parse(content))),
    ...rows('billing_events').map(({ id, seenAt }) => toItem('billing', { id, createdAt: seenAt })),
    ...rows('trials').map(({ person }) => toItem('trial', { id: person, createdAt: 0 })),
  ]
  for (const table of TABLES) db.exec(`DROP TABLE ${table}`)
  return [...accounts, ...items.map((item): Change[] => [['addItem', item]])]
}

type Lists = [(account: Row) => Row[], (account: Row) => Row[], (account: Row) => Row[], (account: Row) => Row[]]

/** In an order in which none refers to one that is gone. */
const TABLES = [
  ...['deliveries', 'webhooks', 'entries', 'invitations', 'links', 'sessions', 'billing_events', 'trials', 'notices'],
  ...['members', 'months', 'keys', 'accounts'],
]

const toCamelCase = (row: object): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name.replace(/_(.)/g, (_, letter) => letter.toUpperCase()), value]),
  )
