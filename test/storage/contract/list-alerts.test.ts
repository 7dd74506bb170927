import { describe, expect, it } from 'vitest'
import { hashSecret } from '../../../src/account/person.ts'
import { type AlertRequest, createListAlert, REQUEST_MS } from '../../../src/notify/list-alerts.ts'
import { HOUR, NOON } from '../customer.ts'
import { describeStores } from '../stores.ts'

const request = (number: number, address = 'finance@hospital.example'): AlertRequest => ({
  id: hashSecret(`secret ${number}`),
  secret: `secret ${number}`,
  address,
  list: 'opportunities',
  query: 'state=NE',
  pace: 'DAILY',
  createdAt: NOON,
})
const alert = (number: number, address?: string) => createListAlert(request(number, address), 0, NOON + number)

/** Alerts on lists, and the requests for them. */
describeStores((bench) => {
  describe('an alert on a list', () => {
    it('replaces its request, once', async () => {
      const { store, other } = bench
      const [asked, confirmed] = [request(1), alert(1)]
      await store.addAlertRequest(asked)
      expect(await other.findAlertRequest(asked.id, NOON + REQUEST_MS - 1)).toEqual(asked)
      expect(await other.findAlertRequest(asked.id, NOON + REQUEST_MS)).toBeNull()
      await Promise.all([store.confirmListAlert(confirmed), other.confirmListAlert(confirmed)])
      expect(await store.findAlertRequest(asked.id, NOON)).toBeNull()
      expect(await store.findListAlert(asked.id)).toEqual(confirmed)
      expect(await store.listAlertsFor('Finance@hospital.example')).toEqual([confirmed])
    })

    it('is changed by only one of two processes, and not after its end', async () => {
      const { store, other } = bench
      const before = alert(1)
      await store.confirmListAlert(before)
      const after = { ...before, lookedAt: NOON + HOUR, dueAt: NOON + 2 * HOUR }
      const saved = await Promise.all([store.saveListAlert(before, after), other.saveListAlert(before, after)])
      expect(saved.filter((each) => each !== null)).toEqual([{ ...after, turn: 2 }])
      expect(await store.dueListAlerts(NOON + 2 * HOUR - 1, NOON, 9)).toEqual([])
      expect(await other.dueListAlerts(NOON + 2 * HOUR, NOON, 9)).toEqual([{ ...after, turn: 2 }])
      await other.endListAlert(before)
      expect(await store.saveListAlert({ ...after, turn: 2 }, after)).toBeNull()
      expect(await store.findListAlert(before.id)).toBeNull()
      expect(await store.dueListAlerts(NOON + 9 * HOUR, NOON, 9)).toEqual([])
    })

    it('ends with all others of its address, and with their requests', async () => {
      const { store, other } = bench
      const stays = alert(4, 'other@hospital.example')
      for (const each of [alert(1), alert(2), stays]) await store.confirmListAlert(each)
      await store.addAlertRequest(request(3))
      await other.endListAlertsFor('finance@hospital.example')
      expect(await store.listAlertsFor('finance@hospital.example')).toEqual([])
      expect(await store.findAlertRequest(request(3).id, NOON)).toBeNull()
      expect(await store.dueListAlerts(NOON + 99 * HOUR, NOON, 9)).toEqual([stays])
    })

    it('that was not confirmed in time is forgotten by the next look', async () => {
      const { store } = bench
      await store.addAlertRequest(request(1))
      await store.dueListAlerts(NOON, NOON + REQUEST_MS, 9)
      expect(await store.findAlertRequest(request(1).id, NOON)).toBeNull()
    })
  })
})
