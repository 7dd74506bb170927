import { afterEach, expect, it, vi } from 'vitest'
import { callApi } from '../../src/site/account/service.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

const breakingOff = (): ReadableStream => new ReadableStream({ pull: (body) => body.error(new TypeError('reset')) })

it.each([
  ['cannot be sent', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['has a response that breaks off', async () => new Response(breakingOff())],
])('a request that %s is told as unreachable', async (_, fetch) => {
  vi.stubGlobal('fetch', fetch)
  await expect(callApi('GET', '')).rejects.toMatchObject({ name: 'Refusal', code: 'UNREACHABLE' })
})
