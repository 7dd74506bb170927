import { afterEach, describe, expect, it, vi } from 'vitest'
import { explainJsonError, readBytes, readJson } from '../../../src/http/request/body.ts'
import { ApiError } from '../../../src/http/response/errors.ts'

const EXAMPLE = '{"query": "telehealth"}'
const JSON_TYPE = 'application/json'

const request = (
  body: string | Uint8Array<ArrayBuffer> | ReadableStream,
  headers: Record<string, string> = { 'Content-Type': JSON_TYPE },
) =>
  new Request('https://api.example.org/api/v1/search', { method: 'POST', headers, body, duplex: 'half' } as RequestInit)

/** What is read, or what it is refused with. */
const read = (asked: Request): Promise<unknown> =>
  readJson(asked, 'the search', EXAMPLE).catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error
    return [error.code, error.message]
  })

afterEach(() => {
  vi.useRealTimers()
})

describe('a body', () => {
  it.each<[string, object]>([
    ['{}', {}],
    ['{"a":[{"b":"\\"}]"}]}', { a: [{ b: '"}]' }] }],
    [' {"a":"é\u{1f600}"} ', { a: 'é\u{1f600}' }],
    [`{"a":"${'['.repeat(50)}"}`, { a: '['.repeat(50) }],
  ])('%j is read', async (text, value) => {
    expect(await read(request(text))).toEqual(value)
  })

  it.each(['application/json; charset=utf-8', ' Application/JSON ;x'])('of the type %j is read', async (type) => {
    expect(await read(request('{}', { 'Content-Type': type }))).toEqual({})
  })

  it.each(['text/plain', 'application/jsonp', 'application/x-www-form-urlencoded'])(
    'of the type %j is refused',
    async (type) => {
      expect(await read(request('{}', { 'Content-Type': type }))).toEqual([
        'UNSUPPORTED_MEDIA_TYPE',
        'Send the search as JSON with "Content-Type: application/json".',
      ])
    },
  )

  it('without a type is refused', async () => {
    const untyped = new Request('https://api.example.org/', { method: 'POST', body: new Uint8Array([123, 125]) })
    expect(await read(untyped)).toMatchObject(['UNSUPPORTED_MEDIA_TYPE', expect.any(String)])
  })

  it.each(['[]', 'null', '1', '"x"', 'true'])('that is no object is refused: %s', async (text) => {
    expect(await read(request(text))).toEqual(['INVALID_JSON', `The body must be a JSON object, such as ${EXAMPLE}.`])
  })

  it.each([
    ['', 'it is empty'],
    ['{"a": yes}', 'unexpected "yes" at line 1, column 7'],
  ])('that is not JSON says why: %j', async (text, fault) => {
    expect(await read(request(text))).toEqual(['INVALID_JSON', `The body is not valid JSON: ${fault}.`])
  })

  it('that is missing is empty', async () => {
    const bodiless = new Request('https://api.example.org/', { method: 'POST', headers: { 'Content-Type': JSON_TYPE } })
    expect(await read(bodiless)).toEqual(['INVALID_JSON', 'The body is not valid JSON: it is empty.'])
  })

  it('that is not UTF-8 is refused', async () => {
    expect(await read(request(new Uint8Array([123, 34, 255, 34, 125])))).toEqual([
      'INVALID_JSON',
      'The body is not valid JSON in UTF-8.',
    ])
  })

  it.each([
    ['[', ']'],
    ['{"a":', '}'],
  ])('nests 32 levels of %s at most', async (open, close) => {
    const nested = (levels: number, value: string) =>
      `{"a":${open.repeat(levels - 1)}${value}${close.repeat(levels - 1)}}`
    const refused = ['INVALID_JSON', 'The body is nested more than 32 levels deep.']
    expect(await read(request(nested(32, '1')))).toBeTypeOf('object')
    expect(await read(request(nested(32, '1')))).not.toEqual(refused)
    expect(await read(request(nested(33, '1')))).toEqual(refused)
    // Levels that were closed do not count, nor do brackets within texts.
    expect(await read(request(`{"a":[${Array(40).fill(`${open}1${close}`).join(',')}]}`))).not.toEqual(refused)
    expect(await read(request(`{"a":"\\"${'[{'.repeat(40)}"}`))).toEqual({ a: `"${'[{'.repeat(40)}` })
  })

  it('has 16 KiB at most, said or unsaid', async () => {
    const sized = (bytes: number) => JSON.stringify({ a: 'x'.repeat(bytes - 8) })
    const refused = ['PAYLOAD_TOO_LARGE', 'The body is larger than 16384 bytes.']
    expect(await read(request(sized(16_384)))).toMatchObject({ a: expect.any(String) })
    expect(await read(request(sized(16_385)))).toEqual(refused)
    const length = (bytes: number) => ({ 'Content-Type': JSON_TYPE, 'Content-Length': String(bytes) })
    expect(await read(request('{}', length(16_384)))).toEqual({})
    expect(await read(request('{}', length(16_385)))).toEqual(refused)
  })

  it('of a declared length is read as a whole, without a stream', async () => {
    const declared = request('{"a":1}', { 'Content-Type': JSON_TYPE, 'Content-Length': '7' })
    Object.defineProperty(declared, 'body', {
      get: () => {
        throw new Error('A stream was opened.')
      },
    })
    expect(await read(declared)).toEqual({ a: 1 })
  })

  it.each<Record<string, string>>([{}, { 'Content-Length': '9' }])('that breaks off is refused: %j', async (length) => {
    const broken = new ReadableStream({
      pull: (controller) => controller.error(new Error('reset')),
    })
    const asked = request(broken, { 'Content-Type': JSON_TYPE, ...length })
    expect(await read(asked)).toEqual(['INVALID_JSON', 'The body ended early.'])
  })

  it('that is too large is refused, and its rest is not waited for', async () => {
    let isCancelled = false
    const endless = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(10_000)),
      cancel: () => {
        isCancelled = true
      },
    })
    expect(await read(request(endless))).toMatchObject(['PAYLOAD_TOO_LARGE', expect.any(String)])
    // Canceling it would end the process on the serverless platform.
    expect(isCancelled).toBe(false)
  })

  it('arrives in parts', async () => {
    const parts = ['{"a"', ':1', '}'].map((part) => new TextEncoder().encode(part))
    const stream = new ReadableStream({
      pull(controller) {
        const part = parts.shift()
        if (part) controller.enqueue(part)
        else controller.close()
      },
    })
    expect(await read(request(stream))).toEqual({ a: 1 })
  })

  it.each<Record<string, string>>([{}, { 'Content-Length': '9' }])(
    'that is held back is refused after 10 seconds: %j',
    async (length) => {
      vi.useFakeTimers()
      const held = new ReadableStream({ pull: () => new Promise(() => {}) })
      const late = readBytes(request(held, length)).catch((error: unknown) => error)
      let isOver = false
      void late.then(() => {
        isOver = true
      })
      await vi.advanceTimersByTimeAsync(9_999)
      expect(isOver).toBe(false)
      await vi.advanceTimersByTimeAsync(1)
      expect(await late).toMatchObject({
        code: 'REQUEST_TIMEOUT',
        message: 'The body did not arrive completely within 10 seconds. Send it without pauses.',
        extras: { headers: { Connection: 'close' } },
      })
      expect(vi.getTimerCount()).toBe(0)
    },
  )

  it('that was read leaves no timer behind', async () => {
    vi.useFakeTimers()
    await readBytes(request('{}'))
    expect(vi.getTimerCount()).toBe(0)
  })
})

const END = 'it ends before its value is complete'

it.each([
  ['', 'it is empty'],
  [' \n\t', 'it is empty'],
  ['{', END],
  ['{"a": 1', END],
  ['{"a": "x', END],
  ['{"a": "\\u00', END],
  ['{"a": tr', END],
  ['{"a": nul', END],
  ['[f', END],
  ['tru', END],
  ['[1, 2', END],
  ['{"a"', END],
  ['[1, -', END],
  ['{"a": 1}}', 'unexpected "}" at line 1, column 9'],
  ['{"a": }', 'unexpected "}" at line 1, column 7'],
  ['{a: 1}', 'unexpected "a" at line 1, column 2'],
  ["{'a': 1}", 'unexpected "\'a\'" at line 1, column 2'],
  ['{"a": yes}', 'unexpected "yes" at line 1, column 7'],
  ['{"a": tru}', 'unexpected "}" at line 1, column 10'],
  ['{"a": nope}', 'unexpected "ope" at line 1, column 8'],
  ['{"a": 1,}', 'unexpected "}" at line 1, column 9'],
  ['{"a": 1, , "b": 2}', 'unexpected "," at line 1, column 10'],
  ['{\n  "a": 1,\n  b: 2\n}', 'unexpected "b" at line 3, column 3'],
  ['{"a": 1} x', 'unexpected "x" at line 1, column 10'],
  ['undefined', 'unexpected "undefined" at line 1, column 1'],
  ['abcdefghijklmnopqrstuvwxyz', 'unexpected "abcdefghijklmnopqrst" at line 1, column 1'],
  ['{"a" 1}', 'unexpected "1" at line 1, column 6'],
  ['{"a": "x\ny"}', 'unexpected "\\n" at line 1, column 9'],
  ['{"a": 01}', 'unexpected "1" at line 1, column 8'],
])('of %j says that %s', (text, error) => {
  expect(explainJsonError(text)).toBe(error)
})
