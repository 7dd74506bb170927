import type { Answer, AnswerEngine, Evidence } from './port.ts'

/** How an answer that was asked for ended; only OK carries one. */
export type Outcome =
  | { status: 'OK'; answer: Answer }
  /** The documents do not answer the question. */
  | { status: 'NO_EVIDENCE' }
  /** The engine failed or took too long, or the account has as many answers under way as it may. */
  | { status: 'UNAVAILABLE' }

/** Where answers are asked for. Never throws. */
export interface AnswerDesk {
  /** @param signal of the request; when the caller goes away, the engine stops */
  ask: (accountId: string, question: string, evidence: readonly Evidence[], signal: AbortSignal) => Promise<Outcome>
}

/** Answers that an account may have under way at once, on this instance. */
export const AT_ONCE = 2

/** Why an engine failed; neither what was asked nor what the engine wrote, which may hold a key. */
export interface AnswerFault {
  fault: string
  httpStatus: number | null
}

/** @param report is told why an engine failed */
export function answerDesk(
  engine: AnswerEngine,
  { timeoutMs, report }: { timeoutMs: number; report: (fault: AnswerFault) => void },
): AnswerDesk {
  const underWay = new Map<string, number>()

  return {
    async ask(accountId, question, evidence, signal) {
      if (evidence.length === 0) return { status: 'NO_EVIDENCE' }
      const busy = underWay.get(accountId) ?? 0
      if (busy >= AT_ONCE) return { status: 'UNAVAILABLE' }
      underWay.set(accountId, busy + 1)
      try {
        const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
        const answer = await Promise.race([engine.answer(question, evidence, limit), aborted(limit)])
        return answer ? { status: 'OK', answer } : { status: 'NO_EVIDENCE' }
      } catch (error) {
        if (!signal.aborted) report(faultOf(error))
        return { status: 'UNAVAILABLE' }
      } finally {
        const left = (underWay.get(accountId) ?? 1) - 1
        if (left > 0) underWay.set(accountId, left)
        else underWay.delete(accountId)
      }
    },
  }
}

function faultOf(error: unknown): AnswerFault {
  const { name, statusCode, lastError } = error as { name?: unknown; statusCode?: unknown; lastError?: unknown }
  if (lastError) return faultOf(lastError)
  return { fault: String(name ?? 'Error'), httpStatus: typeof statusCode === 'number' ? statusCode : null }
}

/** Rejects when the signal aborts, for an engine that does not heed it. */
const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
