import { once } from '../rules/once.ts'
import type { Answer, AnswerEngine, Evidence } from './evidence.ts'

/** The result of a requested AI answer; only OK has an answer. */
export type Outcome =
  | { status: 'OK'; answer: Answer }
  | { status: 'NO_EVIDENCE' }
  /** The engine failed or timed out, or the account has too many answers in progress. */
  | { status: 'UNAVAILABLE' }

/** Produces AI answers. Never throws. */
export type AnswerService = ReturnType<typeof answerService>

/** Maximum number of concurrent answers of an account on this instance. */
export const AT_ONCE = 2

/** Why an engine failed. Contains neither the question nor the engine's output, which may contain a key. */
export interface AnswerError {
  fault: string
  httpStatus: number | null
}

/** @param report called when an engine fails */
export function answerService(
  engine: AnswerEngine,
  { timeoutMs, report }: { timeoutMs: number; report: (error: AnswerError) => void },
) {
  const underWay = new Map<string, number>()

  return {
    /** @param signal of the request; aborts the engine when the caller disconnects */
    async ask(
      accountId: string,
      question: string,
      evidence: readonly Evidence[],
      signal: AbortSignal,
    ): Promise<Outcome> {
      if (evidence.length === 0) return { status: 'NO_EVIDENCE' }
      const busy = underWay.get(accountId) ?? 0
      if (busy >= AT_ONCE) return { status: 'UNAVAILABLE' }
      underWay.set(accountId, busy + 1)
      try {
        const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
        const answer = await Promise.race([engine.answer(question, evidence, limit), waitForAbort(limit)])
        return answer ? { status: 'OK', answer } : { status: 'NO_EVIDENCE' }
      } catch (error) {
        if (!signal.aborted) report(toAnswerError(error))
        return { status: 'UNAVAILABLE' }
      } finally {
        const left = (underWay.get(accountId) ?? 1) - 1
        if (left > 0) underWay.set(accountId, left)
        else underWay.delete(accountId)
      }
    },
  }
}

function toAnswerError(error: unknown): AnswerError {
  const { name, statusCode, lastError } = error as { name?: unknown; statusCode?: unknown; lastError?: unknown }
  if (lastError) return toAnswerError(lastError)
  return { fault: String(name ?? 'Error'), httpStatus: typeof statusCode === 'number' ? statusCode : null }
}

/** Rejects when the signal aborts, for engines that ignore it. */
const waitForAbort = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })

type TextSettings = { [Name in 'AI_BASE_URL' | 'AI_API_KEY' | 'AI_MODEL']?: string | undefined }

/** Opens the engine on first use: a model if a URL is set, otherwise quotes. @throws Error for AI_BASE_URL without AI_MODEL */
export function openAnswers(
  settings: TextSettings & { AI_TIMEOUT_MS: number },
  report: (error: AnswerError) => void,
): AnswerService {
  const { AI_BASE_URL: baseUrl, AI_MODEL: model, AI_API_KEY: apiKey, AI_TIMEOUT_MS: timeoutMs } = settings
  if (baseUrl && !model) throw new Error('AI_BASE_URL is set but AI_MODEL is not.')
  const engine = once(async () =>
    baseUrl && model
      ? (await import('./model.ts')).createModelEngine({ baseUrl, model, apiKey })
      : (await import('./extractive.ts')).extractive,
  )
  const lazy: AnswerEngine = { answer: async (...args) => (await engine()).answer(...args) }
  return answerService(lazy, { timeoutMs, report })
}

export const quotingService: AnswerService = openAnswers({ AI_TIMEOUT_MS: 15_000 }, () => {})
