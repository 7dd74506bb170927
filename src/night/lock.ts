import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import path from 'node:path'
import Database from 'better-sqlite3'

/** Held by the kernel for the process that runs the night; it stays in the folder, empty. */
const MUTEX = '.night.mutex'
/** Names the night that holds the mutex, for people. */
const HOLDER = '.night.lock'

/** Connections that hold a lock. One that nothing refers to would be collected, and its lock with it. */
const held = new Set<Database.Database>()

/**
 * Keeps a second night from working on the same dataset. The lock is a file lock of the operating system: it is taken
 * atomically, and released when the process ends in any way, so that no dead night can block the next one.
 * @returns releases the lock
 * @throws Error naming machine, process and start of the night that is running
 */
export function lock(data: string, now: Date): () => void {
  const mutex = new Database(path.join(data, MUTEX), { timeout: 0 })
  const holder = path.join(data, HOLDER)
  try {
    // Nothing is ever written, so the lock leaves no journal behind.
    mutex.pragma('journal_mode = MEMORY')
    mutex.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    mutex.close()
    if (!isBusy(error)) throw error
    throw new Error(`A night is already running on ${data}${holderText(holder)}; wait for it to end.`)
  }
  writeFileSync(holder, `${JSON.stringify({ machine: hostname(), pid: process.pid, startedAt: now.toISOString() })}\n`)
  held.add(mutex)
  return () => {
    rmSync(holder, { force: true })
    held.delete(mutex)
    mutex.close()
  }
}

const isBusy = (error: unknown): boolean => (error as { code?: string }).code === 'SQLITE_BUSY'

function holderText(file: string): string {
  try {
    const { machine, pid, startedAt } = JSON.parse(readFileSync(file, 'utf8'))
    return ` (process ${pid} on ${machine}, since ${startedAt})`
  } catch {
    return ''
  }
}
