import { hash } from 'node:crypto'
import { StoreUnavailable } from '../../metering/admission.ts'

/** A Lua script with the digest by which a server knows it. */
export interface Script {
  text: string
  sha: string
}

/** A connection to a Redis server, by any protocol. */
export interface Wire {
  /**
   * Runs a script in one request; a second one sends the text only if the server does not know the script. A request
   * whose reply is lost is never repeated.
   * @throws StoreUnavailable
   */
  run(script: Script, keys: string[], args: string[]): Promise<unknown>
  close(): Promise<void>
}

export const script = (text: string): Script => ({ text, sha: hash('sha1', text) })

/** Whether an error means that the server does not know a digest. The script has not run. */
export const isUnknownScript = (error: unknown): boolean =>
  error instanceof Error && /^(?:Command failed: )?NOSCRIPT /.test(error.message)

/**
 * The failure of a connection as an error of the port. A client's message may quote the whole command, so only its
 * class and an error code in capitals (`ECONNREFUSED`, `WRONGPASS`) are kept.
 */
export function unavailable(store: string, error: unknown): StoreUnavailable {
  if (error instanceof StoreUnavailable) return error
  const reason =
    error instanceof Error ? (findErrorCode(error) ?? findErrorCode(error.cause) ?? error.name) : 'unknown failure'
  return new StoreUnavailable(`The ${store} store failed: ${reason}.`)
}

function findErrorCode(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  if ('code' in error && typeof error.code === 'string' && /^[A-Z][A-Z0-9_]+$/.test(error.code)) return error.code
  return /^[A-Z]{2,}(?= )/.exec(error.message)?.[0] ?? null
}
