import { ERRORS, type ErrorCode } from '../http/response/error-codes.ts'
import { Problem } from '../http/response/errors.ts'
import { getHeaderReferences } from './headers.ts'
import type { Schemas } from './schemas.ts'
import { type Example, type JsonSchema, PROBLEM_TYPE, type Reference, type Response } from './shape.ts'

interface DescribedError {
  code: string
  title: string
  example: Example | Reference
}

/** A response with a problem document that describes one of several errors. */
export const problemResponse = (
  status: number,
  isKeyed: boolean,
  schema: JsonSchema,
  errors: readonly DescribedError[],
): Response => ({
  description: errors.map(({ code, title }) => `\`${code}\`: ${title}.`).join(' '),
  headers: getHeaderReferences({ status, isKeyed }),
  content: {
    [PROBLEM_TYPE]: { schema, examples: Object.fromEntries(errors.map(({ code, example }) => [code, example])) },
  },
})

/** The responses with errors of the API, by status. */
export const errorResponses = (
  codes: ReadonlyMap<number, readonly ErrorCode[]>,
  isKeyed: boolean,
  schemas: Schemas,
): (readonly [status: number, response: Response])[] =>
  [...codes].map(([status, own]) => {
    const errors = own.map((code) => ({
      code,
      title: ERRORS[code].title,
      example: { $ref: `#/components/examples/${code}` },
    }))
    return [status, problemResponse(status, isKeyed, schemas.of(Problem, 'output'), errors)]
  })
