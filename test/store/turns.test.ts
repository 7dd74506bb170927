import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { takingTurns } from '../../src/store/turns.ts'

/** Turns with a clock that only work moves. */
function opened() {
  let now = 0
  const done: string[] = []
  const inTurn = takingTurns(() => now)
  const take = (name: string, ms: number) =>
    inTurn(() => {
      now += ms
      done.push(name)
      return name
    })
  return { done, take, inTurn }
}

it('runs a single piece of work immediately', () => {
  const { take } = opened()
  expect(take('only', 50)).toBe('only')
})

it('runs expensive work in the order of arrival, one piece in each turn of the event loop', async () => {
  const { done, take } = opened()
  const results = ['a', 'b', 'c', 'd'].map((name) => take(name, 5))
  expect(done).toEqual(['a'])
  while (done.length < 4) {
    const before = done.length
    await nextTurn()
    expect(done.length - before).toBeLessThanOrEqual(1)
  }
  expect(done).toEqual(['a', 'b', 'c', 'd'])
  expect(await Promise.all(results)).toEqual(['a', 'b', 'c', 'd'])
})

it('runs several cheap pieces in one turn', async () => {
  const { done, take } = opened()
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) take(name, 2)
  expect(done).toEqual(['a', 'b'])
  await nextTurn()
  expect(done).toEqual(['a', 'b', 'c', 'd'])
})

it('lets nothing overtake work that waits', async () => {
  const { done, take } = opened()
  for (const name of ['a', 'b', 'c']) take(name, 5)
  await nextTurn()
  take('late', 0)
  while (done.length < 4) await nextTurn()
  expect(done).toEqual(['a', 'b', 'c', 'late'])
})

it('passes errors on, and goes on with the rest', async () => {
  const { done, take, inTurn } = opened()
  take('a', 5)
  const failing = inTurn(() => {
    throw new Error('unreadable')
  })
  take('b', 1)
  await expect(failing).rejects.toThrow('unreadable')
  while (done.length < 2) await nextTurn()
  expect(done).toEqual(['a', 'b'])
})
