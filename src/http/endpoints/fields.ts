import * as z from 'zod'
import { nearest } from '../../schema/params.ts'
import { Problems } from '../request/problems.ts'

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
      const didYouMean = typeof value === 'string' ? nearest(value, supportedValues) : undefined
      const sentence = value === undefined ? 'Required.' : 'Not a supported value.'
      problems.add(field, echo, sentence, { supportedValues, ...(didYouMean && { didYouMean }) })
    } else {
      const params = code === 'custom' && isEchoed ? issue.params : undefined
      problems.addIssues(field, echo, [{ code: 'custom', path, message: toSentence(message), params }])
    }
  }
  return { problems, data }
}

/** The names of the fields that an object within a body may have. */
function getNames(schema: unknown, path: readonly PropertyKey[]): string[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodPrefault) return getNames(schema.unwrap(), path)
  const [first, ...rest] = path
  if (!(schema instanceof z.ZodObject)) return []
  return first === undefined ? Object.keys(schema.shape) : getNames(schema.shape[String(first)], rest)
}

function toSentence(message: string): string {
  const text = message.charAt(0).toUpperCase() + message.slice(1)
  return text.endsWith('.') ? text : `${text}.`
}
