import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import path from 'node:path'
import Database from 'better-sqlite3'

/** Locked by the operating system for the process of the run; an empty file that stays in the folder. */
const MUTEX = '.night.mutex'
const HOLDER = '.night.lock'

/** Why a run may not start, as a sentence for the operator. */
export class RunRefused extends Error {}

/** Open connections that hold a lock. Without a reference they would be garbage-collected, which releases the lock. */
const locks = new Set<Database.Database>()

/**
 * Prevents a second run on the same dataset: a night, a bake that adds to the history, or a decision. It is a file lock of
 * the operating system: taken atomically and released however the process ends, so a crashed run never blocks the next one.
 * @returns a function that releases the lock
 * @throws RunRefused when there is no such folder, or with machine, process and start time of the run in progress
 */
export function lock(data: string, now: Date): () => void {
  if (!existsSync(data)) throw new RunRefused(`The dataset folder ${data} does not exist.`)
  const mutex = new Database(path.join(data, MUTEX), { timeout: 0 })
  const holder = path.join(data, HOLDER)
  try {
    // Only one connection can intend to write, and nothing is ever written. An exclusive lock would also wait for the
    // others that are just trying, so that of two runs that start at the same instant neither might get it.
    mutex.exec('BEGIN IMMEDIATE')
  } catch (error) {
    mutex.close()
    if ((error as { code?: string }).code !== 'SQLITE_BUSY') throw error
    throw new RunRefused(`Another run is already in progress on ${data}${formatHolder(holder)}; wait for it to end.`)
  }
  writeFileSync(holder, `${JSON.stringify({ machine: hostname(), pid: process.pid, startedAt: now.toISOString() })}\n`)
  locks.add(mutex)
  return () => {
    rmSync(holder, { force: true })
    locks.delete(mutex)
    mutex.close()
  }
}

function formatHolder(file: string): string {
  try {
    const { machine, pid, startedAt } = JSON.parse(readFileSync(file, 'utf8'))
    return ` (process ${pid} on ${machine}, since ${startedAt})`
  } catch {
    return ''
  }
}
