import { expect, it } from 'vitest'
import { createApp } from '../../../src/http/app.ts'
import { generateKey, hashKey } from '../../../src/metering/keys.ts'
import type { Store } from '../../../src/storage/port.ts'
import { openApi } from '../../api.ts'

/** The time of a rejection must not reveal how much of a guessed key is right. */

async function opened() {
  const { service, store, now: clock, key } = await openApi()
  const asked: [verb: string, key: unknown][] = []
  const meter = new Proxy(store, {
    get(held, verb: keyof Store) {
      const member = held[verb]
      if (typeof member !== 'function') return member
      return (...args: unknown[]) => {
        asked.push([verb, args[0]])
        return (member as (...args: unknown[]) => unknown).apply(held, args)
      }
    },
  })
  const app = createApp({ service: () => service, meter, clock, log: () => {}, base: null })
  const { secret } = await key()
  const ask = async (sent: string) => (await app.request('/api/v1/states', { headers: { 'X-Api-Key': sent } })).status
  return { secret, asked, ask }
}

/** A well-formed key with the same start as another, as far as the checksum allows. */
function alike(secret: string, length: number): string {
  for (;;) {
    const guess = generateKey().secret
    if (guess.slice(9, 9 + length) === secret.slice(9, 9 + length)) return guess
  }
}

it('a key is looked up only by its hash, in the same steps whatever it starts with', async () => {
  const { secret, asked, ask } = await opened()
  const guesses = { 'a random one': generateKey().secret, 'one that begins alike': alike(secret, 2), held: secret }
  const steps = []
  for (const [name, guess] of Object.entries(guesses)) {
    asked.length = 0
    expect(await ask(guess)).toBe(name === 'held' ? 200 : 403)
    // The store never sees a key, so it cannot compare one letter by letter.
    expect(asked.map(([, key]) => key)).toEqual(asked.map(() => hashKey(guess)))
    steps.push(asked.map(([verb]) => verb))
  }
  expect(new Set(steps.map(String)).size).toBe(1)
  // One more correct letter changes every digit of the hash that is looked up.
  const other = `${secret.slice(0, -1)}${secret.endsWith('x') ? 'y' : 'x'}`
  expect(hashKey(secret).slice(0, 8)).not.toBe(hashKey(other).slice(0, 8))
})

it.skipIf(!process.env.LONG)(
  'rejecting keys with a shared prefix takes as long as rejecting others',
  { timeout: 600_000 },
  async () => {
    const { secret, ask } = await opened()
    // Made beforehand: what it takes to find one that begins alike would weigh on the request after it.
    const rounds = Array.from({ length: 4_000 }, () => [generateKey().secret, alike(secret, 1)])
    const times: number[][] = [[], []]
    for (const [round, guesses] of rounds.entries()) {
      const pairs = [...guesses.entries()]
      for (const [kind, guess] of round % 2 ? pairs.reverse() : pairs) {
        const began = process.hrtime.bigint()
        await ask(guess)
        times[kind]?.push(Number(process.hrtime.bigint() - began) / 1_000)
      }
    }
    const [random, prefixed] = times.map((all) => all.sort((a, b) => a - b)) as [number[], number[]]
    const at = (all: number[], share: number) => all[Math.floor(all.length * share)] as number
    // The interquartile range of the two, which outliers do not affect.
    const spread = at(random, 0.75) - at(random, 0.25)
    expect(Math.abs(at(random, 0.5) - at(prefixed, 0.5))).toBeLessThan(spread / 4)
  },
)
