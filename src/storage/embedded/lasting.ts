import { statSync } from 'node:fs'
import { StoreUnavailable } from '../../metering/admission.ts'
import type { Stopwatch } from '../../metering/outage.ts'
import type { TimeOf } from '../../metering/windows.ts'
import { orNull } from '../../rules/once.ts'
import type { Store } from '../port.ts'
import { type AnyVerb, eachVerb } from '../verbs.ts'
import { openEmbedded } from './store.ts'

const CHECK_EVERY_MS = 1_000

/**
 * The embedded store for a long-running process. A file that cannot be opened is retried once a second; a file that
 * replaced the previous one is opened; a deleted file makes the store unavailable, because writes to it would be lost.
 * The file is created at most once, at the start.
 * @throws Error when a later release wrote the file
 */
export function lastingEmbedded(path: string, timeOf: TimeOf, stopwatch: Stopwatch): Store {
  let opened: { store: Store; file: string } | null = null
  let mayCreate = true
  let isClosed = false
  let failure: StoreUnavailable | null = null
  let checkedAt = Number.NEGATIVE_INFINITY

  function check(): void {
    const file = fileAt(path)
    if (opened && opened.file === file) return
    void opened?.store.close()
    opened = null
    if (file === null && !mayCreate) throw new StoreUnavailable('The file of the embedded store was deleted.')
    const store = openEmbedded(path, timeOf)
    mayCreate = false
    opened = { store, file: fileAt(path) ?? '' }
  }

  function current(): Store {
    const now = stopwatch()
    if (!isClosed && now - checkedAt >= CHECK_EVERY_MS) {
      checkedAt = now
      try {
        check()
        failure = null
      } catch (error) {
        failure = error instanceof StoreUnavailable ? error : new StoreUnavailable(formatMessage(error))
      }
    }
    if (opened) return opened.store
    throw failure ?? new StoreUnavailable('The embedded store is closed.')
  }

  try {
    checkedAt = stopwatch()
    check()
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error
    failure = error
  }
  return {
    ...eachVerb(
      (verb) =>
        async (...args: unknown[]) =>
          (current()[verb] as AnyVerb)(...args),
    ),
    async close() {
      isClosed = true
      await opened?.store.close()
    },
  }
}

/** Identifies the file at a path, so a replaced file is noticed; null if there is none. */
function fileAt(path: string): string | null {
  const found = orNull(() => statSync(path))
  return found && `${found.dev} ${found.ino}`
}

const formatMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error))
