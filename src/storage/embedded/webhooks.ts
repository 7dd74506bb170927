import type Database from 'better-sqlite3'
import type { StoredWebhook } from '../../account/record.ts'
import type { Edits } from '../edits.ts'
import { insert, select } from './columns.ts'

/** Reads the webhooks of an account by its row. */
export function webhooksOf(db: Database.Database): (account: number) => StoredWebhook[] {
  const rows = db.prepare<[number], Omit<StoredWebhook, 'filter'> & { filter: string }>(
    `${select('webhooks')} WHERE account = ?`,
  )
  return (account) => rows.all(account).map((webhook) => ({ ...webhook, filter: JSON.parse(webhook.filter) }))
}

/** Writes the changes to an account's webhooks. The announced position of a webhook never moves backward. */
export function writeWebhooks(db: Database.Database, account: number | bigint, { put, drop }: Edits['webhooks']): void {
  if (put.length + drop.length === 0) return
  const remove = db.prepare(`DELETE FROM webhooks WHERE id = ?`)
  for (const { id } of drop) remove.run(id)
  const write = db.prepare(
    `${insert('webhooks', 'account')}
     ON CONFLICT (id) DO UPDATE SET url = excluded.url, filter = excluded.filter, disabled_at = excluded.disabled_at,
       disabled_because = excluded.disabled_because, rotated_until = excluded.rotated_until,
       announced = max(announced, excluded.announced), secret = excluded.secret, secret_before = excluded.secret_before`,
  )
  for (const webhook of put) write.run({ account, ...webhook, filter: JSON.stringify(webhook.filter) })
}
