import { expect, it } from 'vitest'
import { ACTORS } from '../../src/account/actions.ts'
import { createKeyLines } from '../../src/admin/demo.ts'
import { generateId } from '../../src/metering/keys.ts'
import { sendTrialNotices } from '../../src/notify/account-mails.ts'
import type { Store } from '../../src/storage/port.ts'
import { embeddedAdapter } from '../storage/adapters.ts'
import { NOON } from '../storage/customer.ts'

const ADDRESS = 'http://127.0.0.1:4321'

it('start-up does not load accounts, however many the store has', async () => {
  const adapter = embeddedAdapter()
  const store = await adapter.open()
  const asked: string[] = []
  const noting = new Proxy(store, {
    get(target, verb: keyof Store) {
      asked.push(verb)
      return target[verb]
    },
  })
  expect(await createKeyLines(noting, ADDRESS, true, NOON)).toMatch(/rhp_live_\w{30}/)
  for (let count = 0; count < 20; count += 1) {
    const owned = { id: generateId('acct'), name: `Clinic ${count}`, plan: 'PRO', ownerEmail: 'a@example.org' } as const
    await store.createAccount(owned, NOON, ACTORS.maintainer)
  }
  expect(await createKeyLines(noting, ADDRESS, true, NOON)).toMatch(/rhp_live_\w{4}… of acct_/)
  // The first look for due trial emails, which follows.
  const mailer = { channel: 'mail', send: async () => {} } as const
  expect(await sendTrialNotices(noting, mailer, null, NOON)).toEqual([])
  expect(asked).toContain('accountSummaries')
  expect(asked).not.toContain('accounts')
  expect(asked).not.toContain('account')
  await store.close()
  await adapter.stop()
})

it('start-up without a demo key does not query the store', async () => {
  const silent = new Proxy({} as Store, {
    get() {
      throw new Error('The store was asked.')
    },
  })
  expect(await createKeyLines(silent, ADDRESS, false, NOON)).toContain('npm run admin -- key create')
})
