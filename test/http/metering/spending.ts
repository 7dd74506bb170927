import type { Cost } from '../../../src/metering/admission.ts'
import { hashKey } from '../../../src/metering/keys.ts'
import { getWindows } from '../../../src/metering/windows.ts'
import type { TestApi } from '../../api.ts'

export const REQUEST: Cost = { month: 1, answer: 0 }
export const LOOK: Cost = { month: 0, answer: 0 }

/** Ways to use up allowances without calling the API, and to wait. */
export function spending(api: () => TestApi) {
  const wait = (seconds: number): void => api().at(new Date(api().now() + seconds * 1000).toISOString())

  async function spend(secret: string, times: number, cost: Cost): Promise<void> {
    const [hash, windows] = [hashKey(secret), getWindows(api().now())]
    await Promise.all(Array.from({ length: times }, () => api().store.admit(hash, cost, windows)))
  }

  /** Uses requests of the month at once, as no request of the service does, and leaves the minute unused. */
  async function spendMonth(secret: string, requests: number): Promise<void> {
    await spend(secret, 1, { month: requests, answer: 0 } as object as Cost)
    wait(60)
  }

  async function used(accountId: string): Promise<{ minute: number; month: number }> {
    const { minute, requests } = await api().store.usage(accountId, getWindows(api().now()))
    return { minute: minute.used, month: requests.used }
  }

  return { wait, spend, spendMonth, used }
}
