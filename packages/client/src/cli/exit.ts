import { ApiProblem, ApiUnreachable } from '../index.ts'
import { SettingError } from './terminal.ts'

/** The exit codes and their meanings, as the help lists them. */
export const EXIT = {
  ok: [0, 'success'],
  failure: [1, 'the service or this machine failed'],
  usage: [2, 'the command or a parameter is wrong'],
  key: [3, 'the API key is missing or was rejected'],
  notFound: [4, 'the record does not exist'],
  limit: [5, 'the per-minute or monthly allowance is used up'],
  unreachable: [6, 'the service did not respond'],
  interrupted: [130, 'interrupted by the user'],
} as const satisfies { [name: string]: readonly [code: number, meaning: string] }

const BY_STATUS: { [status: number]: keyof typeof EXIT } = {
  400: 'usage',
  401: 'key',
  403: 'key',
  404: 'notFound',
  429: 'limit',
}

/** How a failed command ends. */
export interface Failure {
  code: number
  /** One sentence, or one per invalid parameter. */
  sentences: string[]
}

/** The message and the exit code for an error. */
export function toFailure(error: unknown): Failure {
  const failure = (kind: keyof typeof EXIT, ...sentences: string[]): Failure => ({ code: EXIT[kind][0], sentences })
  if (error instanceof SettingError) return failure(error.setting === 'RHP_API_KEY' ? 'key' : 'usage', error.message)
  if (error instanceof ApiUnreachable) return failure('unreachable', `${error.message}${formatReason(error.cause)}.`)
  if (!(error instanceof ApiProblem)) return failure('failure', error instanceof Error ? error.message : String(error))
  const kind = BY_STATUS[error.status] ?? 'failure'
  if (error.errors.length > 0) return failure(kind, ...error.errors.map(parameterSentence))
  const trace = kind === 'failure' && error.requestId ? ` (request ${error.requestId})` : ''
  return failure(kind, error.message + trace)
}

function parameterSentence({ parameter, message, didYouMean }: ApiProblem['errors'][number]): string {
  const hint = didYouMean ? ` Did you mean "${didYouMean}"?` : ''
  return `${parameter}: ${message}${hint}`
}

/** The reason that the platform's fetch failed is one level deeper. */
function formatReason(error: unknown): string {
  const { code, message } = ((error as Error | undefined)?.cause ?? {}) as { code?: string; message?: string }
  const reason = message || code
  return reason ? ` (${reason})` : ''
}
