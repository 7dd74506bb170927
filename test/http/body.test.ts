import { beforeAll, describe, expect, it } from 'vitest'
import { windowsAt } from '../../src/metering/windows.ts'
import { openApi, type TestApi } from '../api.ts'

let api: TestApi
beforeAll(async () => {
  api = await openApi()
})

const JSON_TYPE = { 'Content-Type': 'application/json' }
const search = (body: string, headers: Record<string, string> = JSON_TYPE) =>
  api.ask('/api/v1/search', { body, headers })

/** Sends a body in pieces, without saying how long it is. */
async function stream(pull: (controller: ReadableStreamDefaultController<Uint8Array>) => void) {
  const { secret, accountId } = await api.key()
  const response = await api.app.request(
    new Request('http://localhost/api/v1/search', {
      method: 'POST',
      headers: { ...JSON_TYPE, 'X-Api-Key': secret },
      body: new ReadableStream({ pull }),
      duplex: 'half',
    } as RequestInit),
  )
  const { requests } = await api.store.usage(accountId, windowsAt(api.now()))
  return { status: response.status, code: ((await response.json()) as { code: string }).code, spent: requests.used }
}

describe('the body of a search', () => {
  it.each([
    ['no type', {}],
    ['another type', { 'Content-Type': 'text/plain' }],
    ['a form', { 'Content-Type': 'application/x-www-form-urlencoded' }],
    ['a type that only begins alike', { 'Content-Type': 'application/jsonp' }],
  ])('is refused with 415 under %s', async (_, headers) => {
    const { status, body } = await search('{"query":"telehealth"}', headers as Record<string, string>)
    expect([status, body.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE'])
  })

  it('may name its encoding', async () => {
    const headers = { 'Content-Type': 'Application/JSON; charset=utf-8' }
    expect((await search('{"query":"telehealth"}', headers)).status).toBe(200)
  })

  it.each([
    ['nothing', ''],
    ['half an object', '{"query":"telehealth"'],
    ['a list', '[]'],
    ['null', 'null'],
    ['a text', '"telehealth"'],
    ['JSON with a comment', '{"query":"telehealth"} // please'],
  ])('is refused with 400 as %s', async (_, text) => {
    const { status, body } = await search(text)
    expect([status, body.code]).toEqual([400, 'INVALID_JSON'])
  })

  it('is refused over 16 KiB, whether it says so or not', async () => {
    const { status, body } = await search(`{"query":"${'x'.repeat(16 * 1024)}"}`)
    expect([status, body.code]).toEqual([413, 'PAYLOAD_TOO_LARGE'])
    const endless = await stream((controller) => controller.enqueue(new Uint8Array(1_000).fill(32)))
    expect(endless).toEqual({ status: 413, code: 'PAYLOAD_TOO_LARGE', spent: 0 })
  })

  it('that breaks off or is not UTF-8 is the fault of the caller, and spends nothing', async () => {
    const refused = { status: 400, code: 'INVALID_JSON', spent: 0 }
    expect(await stream((controller) => controller.error(new Error('gone')))).toEqual(refused)
    const broken = await stream((controller) => {
      controller.enqueue(Uint8Array.from([0x22, 0xff, 0x22]))
      controller.close()
    })
    expect(broken).toEqual(refused)
    expect(api.log.filter(({ event }) => event === 'failure')).toEqual([])
  })

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])('has no field %s', async (name) => {
    const { status, body } = await search(`{"query":"telehealth","${name}":{"query":"x"}}`)
    expect([status, body.code]).toEqual([400, 'UNKNOWN_PARAMETER'])
    expect(body.errors).toMatchObject([{ parameter: name, value: { query: 'x' } }])
  })
})

it.each(['__proto__', 'constructor', 'toString'])('no list has a parameter or a value %s', async (name) => {
  const parameter = await api.ask(`/api/v1/awards?${name}=1`)
  expect([parameter.status, parameter.body.code]).toEqual([400, 'UNKNOWN_PARAMETER'])
  for (const filter of ['state', 'programCategory', 'category']) {
    const { status, body } = await api.ask(`/api/v1/awards?${filter}=${name}`)
    expect([status, body.code]).toEqual([400, 'INVALID_PARAMETER'])
  }
  expect((await api.ask(`/api/v1/states/${name}`)).status).toBe(404)
})
