import { expect, it } from 'vitest'
import { ACTORS } from '../../src/account/actions.ts'
import { keyLines } from '../../src/admin/demo.ts'
import { newId } from '../../src/metering/keys.ts'
import type { Store } from '../../src/storage/port.ts'
import { embeddedAdapter } from '../storage/adapters.ts'
import { NOON } from '../storage/customer.ts'

const ADDRESS = 'http://127.0.0.1:4321'

it('a start asks for no list of accounts, however many the store holds', async () => {
  const adapter = embeddedAdapter()
  const store = await adapter.open()
  const asked: string[] = []
  const noting = new Proxy(store, {
    get(target, verb: keyof Store) {
      asked.push(verb)
      return target[verb]
    },
  })
  expect(await keyLines(noting, ADDRESS, true, NOON)).toMatch(/rhp_live_\w{30}/)
  for (let count = 0; count < 20; count += 1) {
    const owned = { id: newId('acct'), name: `Clinic ${count}`, plan: 'PRO', ownerEmail: 'a@example.org' } as const
    await store.createAccount(owned, NOON, ACTORS.maintainer)
  }
  expect(await keyLines(noting, ADDRESS, true, NOON)).toMatch(/rhp_live_\w{4}… of acct_/)
  expect(asked).not.toContain('accounts')
  await store.close()
  await adapter.stop()
})

it('a start that may make no demo key does not ask the store at all', async () => {
  const silent = new Proxy({} as Store, {
    get() {
      throw new Error('The store was asked.')
    },
  })
  expect(await keyLines(silent, ADDRESS, false, NOON)).toContain('npm run admin -- key create')
})
