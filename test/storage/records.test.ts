import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ACTORS } from '../../src/account/actions.ts'
import { openDriver } from '../../src/storage/embedded/store.ts'
import type { Change, Driver } from '../../src/storage/port.ts'
import { createStore } from '../../src/storage/verbs.ts'
import { scratch } from '../api.ts'
import { customer, NOON } from './customer.ts'

const ANA = 'ana@example.org'
const OWNER = 'owner@example.org'

/** A store on a separate location, with another driver that may interfere. */
function bench(meddle: (driver: Driver) => Partial<Driver>) {
  const driver = openDriver(path.join(scratch(), 'store.sqlite'))
  onTestFinished(() => driver.close())
  return { store: createStore(driver), meddled: createStore({ ...driver, ...meddle(driver) }) }
}

describe('a change to an account', () => {
  it('is decided again on what another instance wrote in between', async () => {
    const interfering = { once: async () => {} }
    const { store, meddled } = bench((driver) => ({
      write: async (write: readonly Change[]) => {
        const interfere = interfering.once
        interfering.once = async () => {}
        await interfere()
        return driver.write(write)
      },
    }))
    const { accountId } = await customer(store)
    await store.addMember(accountId, { email: ANA, role: 'OWNER' }, NOON, ACTORS.maintainer)
    interfering.once = async () => void (await store.removeMember(accountId, ANA, NOON, ANA))
    await expect(meddled.removeMember(accountId, OWNER, NOON, OWNER)).rejects.toMatchObject({ code: 'owner_needed' })
    expect(await store.members(accountId)).toEqual([{ email: OWNER, role: 'OWNER' }])
  })

  it('is refused as unavailable if others keep preventing it, and is not made', async () => {
    let tries = 0
    const { store, meddled } = bench(() => ({
      write: async () => {
        tries += 1
        return false
      },
    }))
    const { accountId } = await customer(store)
    await expect(meddled.rename(accountId, 'Renamed', NOON, OWNER)).rejects.toMatchObject({ name: 'StoreUnavailable' })
    expect(tries).toBe(20)
    expect(await store.account(accountId)).toMatchObject({ name: 'Prairie Clinics' })
  })

  it('whose reply is lost is not made twice', async () => {
    const { store, meddled } = bench((driver) => ({
      write: async (write: readonly Change[]) => {
        await driver.write(write)
        throw new Error('lost')
      },
    }))
    const { accountId } = await customer(store)
    await expect(meddled.rename(accountId, 'Renamed', NOON, OWNER)).rejects.toThrow('lost')
    expect(await store.trail(accountId, 9)).toHaveLength(4)
  })
})

describe('an interrupted first sign-in', () => {
  // More driver calls than a first sign-in makes.
  it.each(Array.from({ length: 5 }, (_, step) => step))(
    'after %i steps is completed by the next one',
    async (steps) => {
      let left = Number.POSITIVE_INFINITY
      const counted = <Args extends unknown[], Result>(step: (...args: Args) => Promise<Result>) => {
        return (...args: Args): Promise<Result> => {
          left -= 1
          return left < 0 ? Promise.reject(new Error('cut off')) : step(...args)
        }
      }
      const { store, meddled } = bench((driver) => ({
        findAccounts: counted(driver.findAccounts),
        readAccounts: counted(driver.readAccounts),
        write: counted(driver.write),
      }))
      left = steps
      await meddled.welcome(ANA, NOON).catch(() => {})
      left = Number.POSITIVE_INFINITY
      expect(await meddled.welcome(ANA, NOON)).toMatchObject([{ account: { plan: 'FREE' }, role: 'OWNER' }])
      expect(await store.accounts()).toHaveLength(1)
    },
  )
})
