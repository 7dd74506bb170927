import type Database from 'better-sqlite3'
import { minuteStart } from '../../metering/decide.ts'
import { pick } from '../../rules/pick.ts'
import { toImport } from '../documents.ts'
import { createBillingItem, createDeliveryItem, createLinkItem, createSessionItem, createTrialItem } from '../items.ts'
import type { AccountCopy, AccountWrite, Item } from '../port.ts'

/** Reads the files of earlier releases, which had a table for each kind of thing, for their one migration. */

const PEOPLE = `
  ALTER TABLE accounts ADD COLUMN billed_at INTEGER;
  CREATE INDEX members_email ON members (email);
  CREATE TABLE links (
    hash TEXT NOT NULL PRIMARY KEY, browser TEXT NOT NULL, email TEXT NOT NULL, expires_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE sessions (
    hash TEXT NOT NULL PRIMARY KEY, email TEXT NOT NULL, created_at INTEGER NOT NULL, seen_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX sessions_email ON sessions (email);
  CREATE TABLE invitations (
    account INTEGER NOT NULL REFERENCES accounts, email TEXT NOT NULL, role TEXT NOT NULL, invited_by TEXT NOT NULL,
    created_at INTEGER NOT NULL, expires_at INTEGER NOT NULL, PRIMARY KEY (account, email)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX invitations_email ON invitations (email);
  CREATE TABLE entries (
    account INTEGER NOT NULL REFERENCES accounts, number INTEGER NOT NULL, at INTEGER NOT NULL, by TEXT NOT NULL,
    action TEXT NOT NULL, subject TEXT NOT NULL, detail TEXT NOT NULL, PRIMARY KEY (account, number)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE billing_events (id TEXT NOT NULL PRIMARY KEY, seen_at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
`

// A trial's person is recorded permanently, even if the account is deleted.
const TRIALS = `
  ALTER TABLE accounts ADD COLUMN trial_ends_at INTEGER;
  ALTER TABLE accounts ADD COLUMN trial_person TEXT;
  ALTER TABLE accounts ADD COLUMN trial_notice_at INTEGER;
  CREATE TABLE trials (person TEXT NOT NULL PRIMARY KEY) STRICT, WITHOUT ROWID;
`

const WEBHOOKS = `
  CREATE TABLE webhooks (
    id TEXT NOT NULL PRIMARY KEY, account INTEGER NOT NULL REFERENCES accounts, url TEXT NOT NULL, filter TEXT NOT NULL,
    created_at INTEGER NOT NULL, disabled_at INTEGER, disabled_because TEXT, rotated_until INTEGER,
    announced INTEGER NOT NULL, secret TEXT NOT NULL, secret_before TEXT
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX webhooks_account ON webhooks (account);
  CREATE TABLE deliveries (
    id TEXT NOT NULL PRIMARY KEY, webhook TEXT NOT NULL, created_at INTEGER NOT NULL, due_at INTEGER,
    turn INTEGER NOT NULL, content TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX deliveries_webhook ON deliveries (webhook, created_at);
  CREATE INDEX deliveries_due ON deliveries (due_at) WHERE due_at IS NOT NULL;
`

// A signed address is a key that reads one query: the meter finds both with one lookup. Keys have none of these
// columns.
const SUBSCRIPTIONS = `
  ALTER TABLE keys ADD COLUMN list TEXT;
  ALTER TABLE keys ADD COLUMN format TEXT;
  ALTER TABLE keys ADD COLUMN query TEXT;
`

/** The changes from each version, beginning with 1, to the next, up to version 5. */
const STEPS = [PEOPLE, TRIALS, WEBHOOKS, SUBSCRIPTIONS]

/** What is written of an earlier store. */
interface Earlier {
  accounts: AccountWrite[]
  items: Item[]
}

// biome-ignore lint/suspicious/noExplicitAny: the tables of earlier releases have no types here
type Row = any

/** Reads everything in a file of an earlier release, and removes its tables. Called inside a transaction. */
export function readEarlier(db: Database.Database, version: number): Earlier {
  for (const step of STEPS.slice(version - 1)) db.exec(step)
  const rows = (table: string): Row[] => db.prepare<[], object>(`SELECT * FROM ${table}`).all().map(toCamelCase)
  const byAccount = (table: string): ((account: Row) => Row[]) => {
    const groups = Map.groupBy(rows(table), ({ account }) => account)
    return ({ row }) => (groups.get(row) ?? []).map(({ account: _, ...rest }) => rest)
  }
  const [members, invitations, keys, webhooks] = ['members', 'invitations', 'keys', 'webhooks'].map(byAccount) as Lists
  const [months, notices, entries] = ['months', 'notices', 'entries'].map(byAccount) as Lists

  const accounts = rows('accounts').map((account): AccountWrite => {
    const { id, suspended, billedAt, trialPerson: person, trialNoticeAt: noticeAt } = account
    const secrets = keys(account).map(({ row: _, lastMinute, ...secret }) => ({
      ...secret,
      lastUsedAt: lastMinute === null ? null : minuteStart(lastMinute),
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
      counts: pick(account as AccountCopy['counts'], [
        'minute',
        'minuteUsed',
        'month',
        'monthUsed',
        'answersUsed',
        'notified',
      ]),
      past: months(account),
      alerts: notices(account),
      trail: entries(account).sort((a, b) => a.number - b.number),
    }
    return toImport(copy)
  })
  const items: Item[] = [
    ...rows('links').map(createLinkItem),
    ...rows('sessions').map(createSessionItem),
    ...rows('deliveries').map(({ content }) => createDeliveryItem(JSON.parse(content))),
    ...rows('billing_events').map(({ id, seenAt }) => createBillingItem({ id }, seenAt)),
    ...rows('trials').map(({ person }) => createTrialItem(person, 0)),
  ]
  for (const table of TABLES) db.exec(`DROP TABLE ${table}`)
  return { accounts, items }
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
