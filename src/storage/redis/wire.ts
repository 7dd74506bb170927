import { hash } from 'node:crypto'
import { StoreUnavailable } from '../../metering/admission.ts'

/** A Lua script with the digest that a server keeps it under. */
export interface Script {
  text: string
  sha: string
}

/** What the Redis store needs of a connection, whatever carries it. */
export interface Wire {
  /**
   * Runs a script in one request; a second one only carries the text to a server that does not know it.
   * A request whose reply is lost is never sent again.
   * `declared`: every key the script touches is in `keys`, which lets some servers lock those keys alone.
   * @throws StoreUnavailable
   */
  run(script: Script, keys: string[], args: string[], declared?: boolean): Promise<unknown>
  ping(): Promise<void>
  close(): Promise<void>
}

export const script = (text: string): Script => ({ text, sha: hash('sha1', text) })

/** Whether the server says that it does not know a digest. The script has not run. */
export const isUnknownScript = (error: unknown): boolean =>
  error instanceof Error && /^(?:Command failed: )?NOSCRIPT /.test(error.message)

/**
 * The failure of a connection as the port tells it. A client's own message may hold the whole command, so only its
 * class and an error code in capitals (`ECONNREFUSED`, `WRONGPASS`) pass.
 */
export function unavailable(store: string, error: unknown): StoreUnavailable {
  if (error instanceof StoreUnavailable) return error
  const reason = error instanceof Error ? (codeOf(error) ?? codeOf(error.cause) ?? error.name) : 'unknown failure'
  return new StoreUnavailable(`The ${store} store failed: ${reason}.`)
}

function codeOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  if ('code' in error && typeof error.code === 'string' && /^[A-Z][A-Z0-9_]+$/.test(error.code)) return error.code
  return /^[A-Z]{2,}(?= )/.exec(error.message)?.[0] ?? null
}
