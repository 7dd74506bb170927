import type { z } from 'zod'
import { Problems } from '../problems.ts'

/** Parses the fields of a body. @throws ApiError with every problem, without echoing values */
export function readFields<Body extends z.ZodType>(schema: Body, given: object): z.infer<Body> {
  const result = schema.safeParse(given)
  if (result.success) return result.data
  const problems = new Problems()
  for (const issue of result.error.issues) {
    if (issue.code === 'unrecognized_keys') for (const key of issue.keys) problems.unknown(key, null, [])
    else problems.add(issue.path.join('.'), null, sentence(issue.message))
  }
  problems.throwIfAny()
  throw result.error
}

const sentence = (message: string): string => {
  const text = message.charAt(0).toUpperCase() + message.slice(1)
  return text.endsWith('.') ? text : `${text}.`
}
