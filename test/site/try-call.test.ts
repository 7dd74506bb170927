import { describe, expect, it } from 'vitest'
import { formatCurl, tryCall } from '../../src/site/docs/try-call.ts'

const ORIGIN = 'https://api.example.org'
const state = { method: 'GET', path: '/api/v1/states/{code}', key: '', body: null }
const list = { ...state, path: '/api/v1/awards' }
const parameter = (name: string, value: string, place = 'query') => ({ name, in: place, value })

describe('a call made with the "try it" form', () => {
  it.each([
    ['a name in the path', { ...state, parameters: [parameter('code', ' N/E ', 'path')] }, '/api/v1/states/N%2FE'],
    [
      'no empty field',
      { ...list, parameters: [parameter('state', ''), parameter('limit', '2')] },
      '/api/v1/awards?limit=2',
    ],
    ['commas unchanged', { ...list, parameters: [parameter('state', 'NE,SD')] }, '/api/v1/awards?state=NE,SD'],
    [
      'reserved characters escaped',
      { ...list, parameters: [parameter('awardee', 'a&b=c')] },
      '/api/v1/awards?awardee=a%26b%3Dc',
    ],
  ])('sends %s', (_, fields, address) => {
    expect(tryCall(fields, ORIGIN)).toEqual({ method: 'GET', url: ORIGIN + address, headers: {}, body: null })
  })

  it('sends the key and the body', () => {
    const fields = {
      method: 'POST',
      path: '/api/v1/search',
      parameters: [],
      key: ' rhp_live_1 ',
      body: '{"query":"x"}',
    }
    expect(tryCall(fields, ORIGIN)).toEqual({
      method: 'POST',
      url: `${ORIGIN}/api/v1/search`,
      headers: { Authorization: 'Bearer rhp_live_1', 'Content-Type': 'application/json' },
      body: '{"query":"x"}',
    })
  })

  it('is a command that a shell reads as intended', () => {
    const call = { method: 'POST', url: `${ORIGIN}/api/v1/search`, headers: { A: 'b' }, body: `{"query":"what's new"}` }
    expect(formatCurl(call)).toBe(
      `curl \\\n  -H 'A: b' \\\n  -d '{"query":"what'\\''s new"}' \\\n  '${ORIGIN}/api/v1/search'`,
    )
  })
})
