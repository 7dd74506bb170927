import { expect, it } from 'vitest'
import * as z from 'zod'
import { Problems, readFields } from '../../../src/http/request/problems.ts'
import { ApiError } from '../../../src/http/response/errors.ts'
import { programCategories, wholeNumber } from '../../../src/schema/params.ts'
import { CATEGORY_INPUTS } from '../../../src/schema/taxonomy.ts'

/** The error that problems are told as. */
function told(report: (problems: Problems) => void) {
  const problems = new Problems()
  report(problems)
  try {
    problems.throwIfAny()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { code: error.code, detail: error.message, ...error.extras }
  }
  return null
}

it('is none without problems', () => {
  expect(told(() => {})).toBeNull()
})

it('of one names its parameter', () => {
  expect(told((problems) => problems.add('limit', 'x', 'Must be a number.'))).toEqual({
    code: 'INVALID_PARAMETER',
    detail: 'limit: Must be a number.',
    errors: [{ parameter: 'limit', value: 'x', message: 'Must be a number.' }],
  })
})

it('of an unknown parameter guesses which was meant', () => {
  expect(told((problems) => problems.unknown('stat', 'NE', ['state', 'page']))).toEqual({
    code: 'UNKNOWN_PARAMETER',
    detail: 'Unknown parameter "stat". Did you mean "state"?',
    errors: [
      {
        parameter: 'stat',
        value: 'NE',
        message: 'Unknown parameter "stat".',
        supportedValues: ['state', 'page'],
        didYouMean: 'state',
      },
    ],
  })
  expect(told((problems) => problems.unknown('zzzzzz', 'NE', ['state']))?.errors).toEqual([
    { parameter: 'zzzzzz', value: 'NE', message: 'Unknown parameter "zzzzzz".', supportedValues: ['state'] },
  ])
  expect(told((problems) => problems.unknown('x', null, []))).toEqual({
    code: 'UNKNOWN_PARAMETER',
    detail: 'Unknown parameter "x". This endpoint has none.',
    errors: [{ parameter: 'x', value: null, message: 'Unknown parameter "x". This endpoint has none.' }],
  })
})

it('of several begins with the first and counts the others', () => {
  const two = told((problems) => {
    problems.add('limit', 'x', 'Is bad.')
    problems.unknown('y', '1', [])
  })
  expect([two?.code, two?.detail]).toEqual(['INVALID_PARAMETER', 'limit: Is bad. 1 more problem in "errors".'])
  const three = told((problems) => {
    problems.unknown('y', '1', [])
    problems.unknown('z', '1', [])
    problems.add('limit', 'x', 'Is bad.')
  })
  expect([three?.code, three?.detail]).toEqual([
    'INVALID_PARAMETER',
    'Unknown parameter "y". This endpoint has none. 2 more problems in "errors".',
  ])
})

it('of very many lists the first 10', () => {
  const many = (count: number) =>
    told((problems) => {
      for (let place = 0; place < count; place += 1) problems.add(`p${place}`, '', 'Is bad.')
    })
  expect(many(10)?.detail).toBe('p0: Is bad. 9 more problems in "errors".')
  expect(many(13)?.detail).toBe('p0: Is bad. 9 more problems in "errors". 3 more not listed.')
  expect(many(13)?.errors).toHaveLength(10)
})

it('tells the issues of a schema with what they offer', () => {
  const issues = (schema: z.ZodType, text: string) => schema.safeParse(text).error?.issues ?? []
  const limit = told((problems) => problems.addIssues('limit', 'x', issues(wholeNumber(1, 5), 'x')))
  expect(limit).toEqual({
    code: 'INVALID_PARAMETER',
    detail: 'limit: Must be a whole number from 1 to 5, in digits.',
    errors: [{ parameter: 'limit', value: 'x', message: 'Must be a whole number from 1 to 5, in digits.' }],
  })
  const category = told((problems) =>
    problems.addIssues('programCategory', 'workforc,x', issues(programCategories, 'workforc')),
  )
  expect(category?.supportedValues).toEqual(CATEGORY_INPUTS)
  expect(category?.errors?.[0]).toMatchObject({
    value: 'workforc',
    supportedValues: [...CATEGORY_INPUTS],
    didYouMean: expect.stringMatching(/workforce/i),
  })
  const plain = told((problems) => problems.addIssues('q', 'xxx', issues(z.string().max(2, 'Is long.'), 'xxx')))
  expect(plain?.errors).toEqual([{ parameter: 'q', value: 'xxx', message: 'Is long.' }])
})

it.each<[string, unknown, unknown]>([
  ['a text', 'x'.repeat(300), 'x'.repeat(300)],
  ['a long text', 'x'.repeat(301), `${'x'.repeat(300)}…`],
  ['a number', 7, 7],
  ['null', null, null],
  ['true', true, true],
  ['a list', [1, 2], [1, 2]],
  ['a list of 300 characters', ['x'.repeat(296)], ['x'.repeat(296)]],
  ['a long list', ['x'.repeat(297)], `["${'x'.repeat(297)}"…`],
])('repeats %s as far as it can be recognized', (_, value, shown) => {
  expect(told((problems) => problems.add('x', value, 'Is bad.'))?.errors?.[0]?.value).toEqual(shown)
})

it('shortens the name of a parameter too', () => {
  const long = told((problems) => problems.unknown('x'.repeat(301), '', ['state']))
  expect(long?.errors?.[0]?.parameter).toBe(`${'x'.repeat(300)}…`)
  expect(long?.detail).toBe(`Unknown parameter "${'x'.repeat(300)}…".`)
})

it('of a field without a sentence of its own says what is wanted', () => {
  const body = z.strictObject({ name: z.string() })
  const refuse = (sent: object) => {
    try {
      return readFields(body, sent)
    } catch (error) {
      return (error as ApiError).message
    }
  }
  expect([{}, { name: 5 }, { name: null }].map(refuse)).toEqual([
    'name: Required.',
    'name: Must be of type string.',
    'name: Must be of type string.',
  ])
})
