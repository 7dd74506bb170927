import type Database from 'better-sqlite3'
import { MINUTE_MS } from '../../metering/windows.ts'
import { onceEach } from '../../rules/once.ts'
import { pick } from '../../rules/pick.ts'
import { toImport } from '../documents.ts'
import { type AccountCopy, type Change, toItem } from '../port.ts'

/** Reads the files of the release before documents, which had a table for each kind of thing, for their one migration. */

// biome-ignore lint/suspicious/noExplicitAny: the tables of earlier releases have no types here
type Row = any

/** The version of the files that can be migrated. */
export const EARLIER_VERSION = 5

/** What writes everything in a file of the earlier release, whose tables are removed. Called inside a transaction. */
export function readEarlier(db: Database.Database): Change[][] {
  const rows = (table: string): Row[] => db.prepare<[], object>(`SELECT * FROM ${table}`).all().map(toCamelCase)
  const byAccount = onceEach((table: string) => Map.groupBy(rows(table), ({ account }) => account))
  const accounts = rows('accounts').map((account) => {
    const listed = (table: string): Row[] =>
      (byAccount(table).get(account.row) ?? []).map(({ account: _, ...rest }) => rest)
    const secrets = listed('keys').map(({ row: _, lastMinute, ...secret }) => {
      return { ...secret, lastUsedAt: lastMinute === null ? null : lastMinute * MINUTE_MS }
    })
    const { id, name, plan, trialEndsAt, createdAt, billedAt, trialPerson: person, trialNoticeAt: noticeAt } = account
    return toImport({
      record: {
        account: { id, name, plan, trialEndsAt, suspended: account.suspended === 1, createdAt },
        billedAt,
        trial: person && { person, noticeAt },
        members: listed('members'),
        invitations: listed('invitations'),
        keys: secrets
          .filter(({ list }) => list === null)
          .map(({ list: _, format: __, query: ___, ...key }) => ({ ...key, accountId: id })),
        subscriptions: secrets.filter(({ list }) => list !== null).map(({ expiresAt: _, ...address }) => address),
        webhooks: listed('webhooks').map((webhook) => ({ ...webhook, filter: JSON.parse(webhook.filter) })),
      },
      counts: pick(account as AccountCopy['counts'], ['minute', 'minuteUsed', 'month', 'monthUsed', 'answersUsed']),
      past: listed('months'),
      alerts: listed('notices'),
      trail: listed('entries').sort((a, b) => a.number - b.number),
    })
  })
  const items = [
    ...rows('links').map((link) => toItem('link', link)),
    ...rows('sessions').map((session) => toItem('session', session)),
    ...rows('deliveries').map(({ content }) => toItem('delivery', JSON.parse(content))),
    ...rows('billing_events').map(({ id, seenAt }) => toItem('billing', { id, createdAt: seenAt })),
    ...rows('trials').map(({ person }) => toItem('trial', { id: person, createdAt: 0 })),
  ]
  // Those that refer to others were created later.
  const tables = `SELECT name FROM sqlite_schema WHERE sql LIKE 'CREATE TABLE%' ORDER BY rowid DESC`
  for (const table of db.prepare(tables).pluck().all()) db.exec(`DROP TABLE ${table}`)
  return [...accounts, ...items.map((item): Change[] => [['addItem', item]])]
}

const toCamelCase = (row: object): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name.replace(/_(.)/g, (_, letter) => letter.toUpperCase()), value]),
  )
