import { beforeAll, describe, expect, it } from 'vitest'
import { openApi, type TestApi } from '../api.ts'
import { checkAnswer } from './answers.ts'

let api: TestApi
let answer: { text: string; headers: Headers }
const url = 'http://localhost/api/v1/awards?limit=2'

beforeAll(async () => {
  api = await openApi()
  answer = await api.ask(url)
})

/** A response of the list of awards, changed in one place. */
const changed = (
  change: (body: { data: [Record<string, unknown>] }, headers: Headers) => void,
  status = 200,
): Promise<void> => {
  const body = JSON.parse(answer.text)
  const headers = new Headers(answer.headers)
  change(body, headers)
  return checkAnswer(new Request(url), new Response(JSON.stringify(body), { status, headers }))
}

describe('a response checked against the document', () => {
  it('passes unchanged', async () => {
    await expect(changed(() => {})).resolves.toBeUndefined()
  })

  it.each<[string, Parameters<typeof changed>[0], number, RegExp]>([
    ['an undocumented field', ({ data: [row] }) => Object.assign(row, { extra: 1 }), 200, /additional properties/],
    ['a missing field', ({ data: [row] }) => delete row.awardeeName, 200, /awardeeName/],
    ['a wrong type', ({ data: [row] }) => Object.assign(row, { federalAmount: '1' }), 200, /federalAmount/],
    ['an undocumented header', (_, headers) => headers.set('X-Secret', '1'), 200, /x-secret is not documented/],
    ['a missing header', (_, headers) => headers.delete('ETag'), 200, /ETag is missing/],
    ['an undocumented status', () => {}, 418, /status is not documented/],
  ])('and fails with %s', async (_, change, status, message) => {
    await expect(changed(change, status)).rejects.toThrow(message)
  })

  it('is checked in every test that calls the app', async () => {
    expect((await api.ask('/api/v1/awards?stat=NE')).body.code).toBe('UNKNOWN_PARAMETER')
    expect((await api.ask('/api/v1/awards', { method: 'DELETE' })).status).toBe(405)
    expect((await api.ask('/api/v1/awards', { method: 'HEAD' })).text).toBe('')
  })
})
