import type { z } from 'zod'
import { nearest, type ParamIssue } from '../../schema/params.ts'
import { ApiError, type ParameterProblem } from '../response/errors.ts'

// At most this many problems of one request are listed; the rest are counted.
const PROBLEMS_LISTED = 10

/** The error of a single problem. */
export function problem(...about: Parameters<Problems['add']>): ApiError {
  const problems = new Problems()
  problems.add(...about)
  return problems.error() as ApiError
}

/** Collects the problems of one request. */
export class Problems {
  readonly #problems: ParameterProblem[] = []
  #isFirstUnknown = false
  #count = 0
  #hasUnknownOnly = true
  #supportedValues: readonly string[] | undefined

  add(parameter: string, value: unknown, message: string, more: Partial<ParameterProblem> = {}): void {
    this.#hasUnknownOnly = false
    this.#list(() => ({ parameter, value, message, ...more }))
  }

  unknown(parameter: string, value: unknown, names: readonly string[]): void {
    const message = `Unknown parameter "${shortened(parameter)}".${names.length > 0 ? '' : ' This endpoint has none.'}`
    this.#isFirstUnknown ||= this.#count === 0
    this.#list(() => {
      const didYouMean = nearest(parameter, names)
      return {
        parameter,
        value,
        message,
        ...(names.length > 0 && { supportedValues: [...names] }),
        ...(didYouMean && { didYouMean }),
      }
    })
  }

  addIssues(parameter: string, value: unknown, issues: readonly z.core.$ZodIssue[]): void {
    for (const issue of issues) {
      const params: Partial<ParamIssue> = issue.code === 'custom' ? (issue.params ?? {}) : {}
      const { supportedValues, didYouMean } = params
      if (params.isTopLevel) this.#supportedValues = supportedValues
      this.add(parameter, params.value ?? value, issue.message, {
        ...(supportedValues && { supportedValues: [...supportedValues] }),
        ...(didYouMean && { didYouMean }),
      })
    }
  }

  /** Unknown fields of a body. */
  unknownFields(body: { [field: string]: unknown }, names: readonly string[]): void {
    for (const [field, value] of Object.entries(body)) if (!names.includes(field)) this.unknown(field, value, names)
  }

  throwIfAny(): void {
    const error = this.error()
    if (error) throw error
  }

  error(): ApiError | null {
    const [first] = this.#problems
    if (!first) return null
    const hint = first.didYouMean ? ` Did you mean "${first.didYouMean}"?` : ''
    const more = this.#problems.length - 1
    const unlisted = this.#count - this.#problems.length
    const rest =
      (more > 0 ? ` ${more} more ${more === 1 ? 'problem' : 'problems'} in "errors".` : '') +
      (unlisted > 0 ? ` ${unlisted} more not listed.` : '')
    const supportedValues = this.#supportedValues
    return new ApiError(
      this.#hasUnknownOnly ? 'UNKNOWN_PARAMETER' : 'INVALID_PARAMETER',
      `${this.#isFirstUnknown ? '' : `${first.parameter}: `}${first.message}${hint}${rest}`,
      { errors: this.#problems, ...(supportedValues && { supportedValues }) },
    )
  }

  #list(problem: () => ParameterProblem): void {
    this.#count += 1
    if (this.#problems.length >= PROBLEMS_LISTED) return
    const { parameter, value, ...rest } = problem()
    this.#problems.push({ parameter: shortened(parameter), value: echoed(value), ...rest })
  }
}

// Values are echoed only to be recognizable, so long ones are shortened.
const ECHOED_MAX = 300

const shortened = (text: string): string => (text.length > ECHOED_MAX ? `${text.slice(0, ECHOED_MAX)}…` : text)

/** A value as echoed in an error: long values are shortened, objects as their JSON text. */
function echoed(value: unknown): unknown {
  if (typeof value === 'string') return shortened(value)
  if (typeof value !== 'object' || value === null) return value
  const text = JSON.stringify(value)
  return text.length > ECHOED_MAX ? shortened(text) : value
}
