import type { StateRecord } from '../../schema/records.ts'

/** Residents in rural areas: population times rural share, rounded; null if one of them is unknown. */
export const ruralResidents = ({ population, ruralPercent }: Pick<StateRecord, 'population' | 'ruralPercent'>) =>
  population === null || ruralPercent === null ? null : Math.round((population * ruralPercent) / 100)

/** Whole dollars per rural resident; null if the amount or the residents are unknown, or there are none. */
export const perRuralResident = (amount: number | null, residents: number | null): number | null =>
  amount === null || !residents ? null : Math.round(amount / residents)
