import * as z from 'zod'
import { findNearest, type ParamIssue } from '../../schema/params.ts'
import { ApiError, type ParameterProblem } from '../response/errors.ts'

// At most this many problems of one request are listed; the rest are counted.
const PROBLEMS_LISTED = 10

export function createProblem(...about: Parameters<Problems['add']>): ApiError {
  const problems = new Problems()
  problems.add(...about)
  return problems.error() as ApiError
}

/** Collects the problems of one request. */
export class Problems {
  readonly #listed: ParameterProblem[] = []
  /** For each problem, listed or not, whether it is an unknown parameter. */
  readonly #isUnknown: boolean[] = []
  #supportedValues: readonly string[] | undefined

  add(parameter: string, value: unknown, message: string, more: Partial<ParameterProblem> = {}): void {
    this.#list(false, () => ({ parameter, value, message, ...more }))
  }

  unknown(parameter: string, value: unknown, names: readonly string[]): void {
    const isNone = names.length === 0
    this.#list(true, () => ({
      parameter,
      value,
      message: `Unknown parameter "${shorten(parameter)}".${isNone ? ' This endpoint has none.' : ''}`,
      supportedValues: isNone ? undefined : [...names],
      didYouMean: findNearest(parameter, names),
    }))
  }

  addIssues(parameter: string, value: unknown, issues: readonly z.core.$ZodIssue[]): void {
    for (const issue of issues) {
      const params: Partial<ParamIssue> = issue.code === 'custom' ? (issue.params ?? {}) : {}
      const { supportedValues, didYouMean } = params
      if (params.isTopLevel) this.#supportedValues = supportedValues
      const more = { supportedValues: supportedValues && [...supportedValues], didYouMean }
      this.add(parameter, params.value ?? value, issue.message, more)
    }
  }

  throwIfAny(): void {
    const error = this.error()
    if (error) throw error
  }

  error(): ApiError | null {
    const [first] = this.#listed
    if (!first) return null
    const hint = first.didYouMean ? ` Did you mean "${first.didYouMean}"?` : ''
    const more = this.#listed.length - 1
    const unlisted = this.#isUnknown.length - this.#listed.length
    const rest =
      (more > 0 ? ` ${more} more ${more === 1 ? 'problem' : 'problems'} in "errors".` : '') +
      (unlisted > 0 ? ` ${unlisted} more not listed.` : '')
    const supportedValues = this.#supportedValues
    return new ApiError(
      this.#isUnknown.every(Boolean) ? 'UNKNOWN_PARAMETER' : 'INVALID_PARAMETER',
      `${this.#isUnknown[0] ? '' : `${first.parameter}: `}${first.message}${hint}${rest}`,
      { errors: this.#listed, ...(supportedValues && { supportedValues }) },
    )
  }

  /** @param describe called only for a problem that is listed: the nearest name takes longer to find than the rest */
  #list(isUnknown: boolean, describe: () => ParameterProblem): void {
    this.#isUnknown.push(isUnknown)
    if (this.#listed.length === PROBLEMS_LISTED) return
    const { parameter, value, ...rest } = describe()
    this.#listed.push({ parameter: shorten(parameter), value: echoValue(value), ...rest })
  }
}

// Values are echoed only to be recognizable, so long ones are shortened.
const ECHOED_MAX = 300
const shorten = (text: string): string => (text.length > ECHOED_MAX ? `${text.slice(0, ECHOED_MAX)}…` : text)

function echoValue(value: unknown): unknown {
  if (typeof value === 'string') return shorten(value)
  if (typeof value !== 'object' || value === null) return value
  const text = JSON.stringify(value)
  return text.length > ECHOED_MAX ? shorten(text) : value
}

/**
 * Reads the fields of a body.
 * @param isEchoed whether errors repeat what was sent
 * @throws ApiError with every problem, each with the path of its field
 */
export function readFields<Schema extends z.ZodType>(schema: Schema, sent: object, isEchoed = true): z.infer<Schema> {
  const { problems, data } = checkFields(schema, sent, isEchoed)
  problems.throwIfAny()
  return data as z.infer<Schema>
}

/** The problems of the fields of a body, and its value if it has none. */
export function checkFields<Schema extends z.ZodType>(schema: Schema, sent: object, isEchoed = true) {
  const problems = new Problems()
  const { error, data } = schema.safeParse(sent)
  const find = (path: readonly PropertyKey[]): unknown =>
    path.reduce<unknown>((value, key) => (value as { [key: PropertyKey]: unknown } | undefined)?.[key], sent)
  for (const issue of error?.issues ?? []) {
    const { code, path, message } = issue
    const value = find(path)
    const echo = isEchoed ? (value ?? null) : null
    const field = path.join('.')
    if (code === 'unrecognized_keys') {
      for (const key of issue.keys) {
        problems.unknown([...path, key].join('.'), isEchoed ? find([...path, key]) : null, getNames(schema, path))
      }
    } else if (code === 'invalid_value') {
      const supportedValues = issue.values.map(String)
      const didYouMean = typeof value === 'string' ? findNearest(value, supportedValues) : undefined
      const sentence = value === undefined ? 'Required.' : 'Not a supported value.'
      problems.add(field, echo, sentence, { supportedValues, didYouMean })
    } else {
      const params = code === 'custom' && isEchoed ? issue.params : undefined
      const isUntold = code === 'invalid_type' && message.startsWith('Invalid input')
      const sentence = !isUntold
        ? toSentence(message)
        : value === undefined
          ? 'Required.'
          : `Must be of type ${issue.expected}.`
      problems.addIssues(field, echo, [{ code: 'custom', path, message: sentence, params }])
    }
  }
  return { problems, data }
}

function getNames(schema: unknown, path: readonly PropertyKey[]): string[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodPrefault) return getNames(schema.unwrap(), path)
  const [first, ...rest] = path
  if (!(schema instanceof z.ZodObject)) return []
  return first === undefined ? Object.keys(schema.shape) : getNames(schema.shape[String(first)], rest)
}

const toSentence = (message: string): string =>
  `${message.charAt(0).toUpperCase()}${message.slice(1).replace(/\.$/, '')}.`
