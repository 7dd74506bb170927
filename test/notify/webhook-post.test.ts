import type { LookupAddress } from 'node:dns'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openPoster, type PosterOptions } from '../../src/notify/webhook-post.ts'
import { type Receiver, receiver } from './receiver.ts'

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const BEFORE = `whsec_${Buffer.alloc(32, 8).toString('base64')}`
const BODY = '{"type":"changes.published","ä":"€"}'

const createPoster = (options: PosterOptions) => openPoster({ responseMs: 300, ...options })
const send = (to: Receiver, options: PosterOptions = {}) =>
  createPoster({ allowedOrigins: [to.origin], ...options }).send(
    { url: `${to.origin}/changes?token=1`, id: 'msg_1', body: BODY, secrets: [SECRET, BEFORE] },
    Date.now(),
  )

describe('a message', () => {
  it('is verified by the Standard Webhooks library, with the new and the previous secret', async () => {
    const to = await receiver()
    expect(await send(to)).toEqual({ status: 204, fault: null })
    const [{ headers, body }] = to.received as [Receiver['received'][number]]
    const sent = headers as Record<string, string>
    for (const secret of [SECRET, BEFORE]) expect(new Webhook(secret).verify(body, sent)).toEqual(JSON.parse(BODY))
    const other = `whsec_${Buffer.alloc(32, 9).toString('base64')}`
    expect(() => new Webhook(other).verify(body, sent)).toThrow('No matching signature')
    expect(() => new Webhook(SECRET).verify(`${body} `, sent)).toThrow('No matching signature')
    expect(headers).toMatchObject({ 'webhook-id': 'msg_1', 'content-type': 'application/json' })
    expect(body).toBe(BODY)
  })

  it.each<[string, Receiver['answer'], object]>([
    ['a status 200', (response) => response.writeHead(200).end('thanks'), { status: 200, fault: null }],
    ['a status 500', (response) => response.writeHead(500).end(), { status: 500, fault: 'STATUS' }],
    ['a status 410', (response) => response.writeHead(410).end(), { status: 410, fault: 'STATUS' }],
    [
      'a redirect, which is not followed',
      (response) => response.writeHead(307, { Location: '/elsewhere' }).end(),
      { status: 307, fault: 'REDIRECT' },
    ],
    ['no response in time', () => {}, { status: null, fault: 'TIMEOUT' }],
    ['a cut connection', (response) => response.destroy(), { status: null, fault: 'NETWORK' }],
    [
      'a body that never ends, which is not read',
      (response) => {
        response.writeHead(200)
        const timer = setInterval(() => response.write('x'.repeat(65_536)), 1)
        response.on('close', () => clearInterval(timer))
      },
      { status: 200, fault: null },
    ],
    [
      'endless headers',
      (response) => response.writeHead(200, { 'X-Much': 'x'.repeat(100_000) }).end(),
      { status: null, fault: 'NETWORK' },
    ],
  ])('that gets %s', async (_, answer, result) => {
    const to = await receiver()
    to.answer = answer
    expect(await send(to)).toEqual(result)
    expect(to.received).toHaveLength(1)
  })

  it('to a port where nothing listens', async () => {
    const to = await receiver()
    const free = { ...to, origin: 'http://127.0.0.1:1' }
    expect(await send(free)).toEqual({ status: null, fault: 'NETWORK' })
  })
})

describe('a webhook URL', () => {
  const at =
    (...addresses: string[]) =>
    async (): Promise<LookupAddress[]> =>
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  it.each<[string, string[], RegExp | null]>([
    ['https://example.org/a', ['93.184.215.14'], null],
    ['https://93.184.215.14/', [], null],
    ['http://example.org/', ['93.184.215.14'], /^Must be an https URL\.$/],
    ['https://user:pw@example.org/', ['93.184.215.14'], /username/],
    ['https://example.org:8443/', ['93.184.215.14'], /^Port 8443 is not allowed/],
    [
      'https://example.org/',
      ['93.184.215.14', '10.0.0.7'],
      /^example\.org does not resolve only to public addresses\.$/,
    ],
    ['https://example.org/', ['::1'], /does not resolve only to public/],
    ['https://localhost/', ['127.0.0.1'], /^localhost does not resolve only to public/],
    ['https://127.0.0.1/', [], /127\.0\.0\.1 is not a public address/],
    ['https://0x7f.1/', [], /127\.0\.0\.1 is not a public address/],
    ['https://[::ffff:169.254.169.254]/', [], /is not a public address/],
    ['https://169.254.169.254/latest/meta-data', [], /is not a public address/],
    ['https://nowhere.example/', [], /does not resolve only to public/],
  ])('%s that resolves to %j is registered or rejected', async (url, addresses, sentence) => {
    const refusal = await createPoster({ resolve: at(...addresses) }).refusal(url)
    if (sentence) expect(refusal).toMatch(sentence)
    else expect(refusal).toBeNull()
  })

  it('whose name server fails or does not respond is rejected in one sentence', async () => {
    const failing = createPoster({ resolve: () => Promise.reject(new Error('ENOTFOUND')) })
    expect(await failing.refusal('https://example.org/')).toBe('example.org cannot be resolved.')
    const silent = createPoster({ resolve: () => new Promise(() => {}), responseMs: 20 })
    expect(await silent.refusal('https://example.org/')).toBe('example.org cannot be resolved.')
  })

  it('that becomes private after it was registered gets no request', async () => {
    let asked = 0
    const inside = createServer(() => {
      asked += 1
    })
    await new Promise<void>((resolve) => inside.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void inside.close())
    const answers = ['93.184.215.14', '127.0.0.1']
    const poster = createPoster({ resolve: async () => [{ address: answers.shift() ?? '127.0.0.1', family: 4 }] })
    const { port } = inside.address() as AddressInfo
    expect(await poster.refusal('https://rebinding.example/')).toBeNull()
    const post = { url: 'https://rebinding.example/', id: 'msg_1', body: BODY, secrets: [SECRET] }
    expect(await poster.send(post, Date.now())).toEqual({ status: null, fault: 'ADDRESS' })
    const moved = { ...post, url: `https://127.0.0.1:${port}/` }
    expect(await poster.send(moved, Date.now())).toEqual({ status: null, fault: 'ADDRESS' })
    expect(asked).toBe(0)
  })
})
