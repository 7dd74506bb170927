import { once } from '../rules/once.ts'
import type { AnswerEngine } from './port.ts'
import { type AnswerError, type AnswerService, answerService } from './service.ts'

/** Selects the engine: a model if a URL is set, otherwise quotes from the documents. */
export interface AnswerSettings {
  AI_BASE_URL?: string | undefined
  AI_API_KEY?: string | undefined
  AI_MODEL?: string | undefined
  AI_TIMEOUT_MS: number
}

/**
 * Opens the answer service with the configured engine, which is loaded on first use.
 * @throws Error when AI_BASE_URL is set without AI_MODEL
 */
export function openAnswers(settings: AnswerSettings, report: (error: AnswerError) => void): AnswerService {
  const { AI_BASE_URL: baseUrl, AI_MODEL: model, AI_API_KEY: apiKey, AI_TIMEOUT_MS: timeoutMs } = settings
  if (baseUrl && !model) throw new Error('AI_BASE_URL is set but AI_MODEL is not.')
  const engine = once(async () =>
    baseUrl && model
      ? (await import('./model.ts')).modelEngine({ baseUrl, model, apiKey })
      : (await import('./extractive.ts')).extractive,
  )
  const lazy: AnswerEngine = { answer: async (...args) => (await engine()).answer(...args) }
  return answerService(lazy, { timeoutMs, report })
}

/** An answer service that quotes from the documents. */
export const quotingService: AnswerService = openAnswers({ AI_TIMEOUT_MS: 15_000 }, () => {})
