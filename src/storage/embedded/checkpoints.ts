import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import Database from 'better-sqlite3'

// Approximately one page each, of 1 KB.
const CHANGES_BETWEEN = 4_000
/** When SQLite itself moves the log's pages into the file: far more than the thread leaves. */
export const LOG_PAGES_MAX = 40_000
/** How much of the log's file is kept when the log restarts. */
export const LOG_BYTES_KEPT = 4 * 1024 * 1024
const END_WAIT_MS = 1_000

/**
 * Moves the write-ahead log into the file on a separate thread, which is started on first use. If it cannot run, SQLite
 * checkpoints in the caller's time.
 */
export function checkpoints(db: Database.Database, path: string) {
  const changes = db.prepare<[], number>('SELECT total_changes()').pluck()
  let atLast = 0
  let worker: Worker | null = null
  let isBusy = false

  const start = (): Worker => {
    // It needs nothing of what the process was started with, such as modules to load first.
    const options = { workerData: path, execArgv: [] }
    const started = new Worker(new URL('./checkpoint-worker.mjs', import.meta.url), options)
    started.unref()
    started.on('message', () => {
      isBusy = false
    })
    // It stays marked as busy, so it is not started again.
    started.on('error', () => {
      if (db.open) db.pragma(`wal_autocheckpoint = ${CHANGES_BETWEEN}`)
    })
    return started
  }

  return {
    /** Called after each commit. */
    committed(): void {
      const made = changes.get() ?? 0
      if (isBusy || made - atLast < CHANGES_BETWEEN) return
      atLast = made
      isBusy = true
      worker ??= start()
      worker.postMessage('checkpoint')
    },
    /** Ends the thread, leaving everything in the file and nothing in the log. */
    async close(): Promise<void> {
      if (worker) {
        worker.ref()
        const ended = once(worker, 'exit').catch(() => {})
        worker.postMessage('close')
        await Promise.race([ended, setTimeout(END_WAIT_MS, null, { ref: false })])
        await worker.terminate()
      }
      // Makes the file complete by itself. If another process still uses it, that one does this when it ends.
      try {
        if (db.open) db.pragma('wal_checkpoint(TRUNCATE)')
      } catch (error) {
        // On a full or broken disk, everything stays in the log, which the next start reads.
        if (!(error instanceof Database.SqliteError)) throw error
      }
    },
  }
}
