import { expect, it } from 'vitest'
import { ACTORS } from '../../../src/account/actions.ts'
import { getWindows } from '../../../src/metering/windows.ts'
import { customer, HOUR, keyDraft, NOON } from '../customer.ts'
import { describeStores } from '../stores.ts'

describeStores((bench) => {
  it('responds to a ping with its time', async () => {
    expect(Math.abs((await bench.store.ping()) - Date.now())).toBeLessThan(60_000)
  })
  it('knows whether it has any accounts', async () => {
    expect(await bench.store.accounts()).toEqual([])
    await customer(bench.other)
    expect(await bench.store.accounts()).toHaveLength(1)
  })
  it('checks a key without counting anything', async () => {
    const { key, keyId, accountId } = await customer(bench.other)
    const now = getWindows(NOON)
    expect(await bench.store.judge(key, now)).toBe('valid')
    expect(await bench.store.judge(keyDraft().hash, now)).toBe('unknown')
    expect((await bench.store.usage(accountId, now)).minute.used).toBe(0)
    await bench.other.suspend(accountId, NOON, ACTORS.maintainer)
    expect(await bench.store.judge(key, now)).toBe('suspended')
    await bench.other.resume(accountId, NOON, ACTORS.maintainer)
    const { name: _, ...next } = keyDraft()
    await bench.other.rotateKey(keyId, next, NOON, ACTORS.maintainer)
    expect(await bench.store.judge(key, getWindows(NOON + 24 * HOUR - 1))).toBe('valid')
    expect(await bench.store.judge(key, getWindows(NOON + 24 * HOUR))).toBe('revoked')
    await bench.other.revokeKey(next.id, NOON, ACTORS.maintainer)
    expect(await bench.store.judge(next.hash, now)).toBe('revoked')
  })
})
