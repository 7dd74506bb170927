import type Database from 'better-sqlite3'
import { DELIVERY_MEMORY_MS, type Delivery } from '../../notify/delivery.ts'

/** The driver's operations on deliveries, on SQLite. Each is called inside a transaction of its kind. */
export function embeddedDeliveries(db: Database.Database) {
  const contents = (rest: string) =>
    db.prepare<(string | number)[], string>(`SELECT content FROM deliveries ${rest}`).pluck()
  const due = contents('WHERE due_at <= ? ORDER BY due_at, id LIMIT ?')
  const ofWebhook = contents('WHERE webhook = ? ORDER BY created_at DESC, id LIMIT ?')
  const one = contents('WHERE id = ?')
  const announce = db.prepare(`UPDATE webhooks SET announced = max(announced, ?) WHERE id = ?`)

  return {
    reads: {
      dueDeliveries: (now: number, limit: number): Delivery[] => due.all(now, limit).map(read),
      deliveriesOf: (webhookId: string, limit: number): Delivery[] => ofWebhook.all(webhookId, limit).map(read),
      delivery(deliveryId: string): Delivery | null {
        const content = one.get(deliveryId)
        return content === undefined ? null : read(content)
      },
    },
    writes: {
      noteAnnounced: (_: string, webhookId: string, until: number): void => void announce.run(until, webhookId),
      addDeliveries(deliveries: readonly Delivery[]): void {
        const newest = Math.max(...deliveries.map(({ createdAt }) => createdAt))
        db.prepare(`DELETE FROM deliveries WHERE created_at <= ?`).run(newest - DELIVERY_MEMORY_MS)
        const add = db.prepare(
          `INSERT OR IGNORE INTO deliveries (id, webhook, created_at, due_at, turn, content) VALUES (?, ?, ?, ?, ?, ?)`,
        )
        for (const delivery of deliveries) {
          const { id, webhookId, createdAt, nextAttemptAt, turn } = delivery
          add.run(id, webhookId, createdAt, nextAttemptAt, turn, JSON.stringify(delivery))
        }
      },
      saveDelivery: (before: Delivery, after: Delivery): boolean =>
        db
          .prepare(`UPDATE deliveries SET due_at = ?, turn = ?, content = ? WHERE id = ? AND turn = ?`)
          .run(after.nextAttemptAt, after.turn, JSON.stringify(after), before.id, before.turn).changes > 0,
    },
  }
}

const read = (content: string): Delivery => JSON.parse(content)
