import { once } from './once.ts'

const DOLLARS = { style: 'currency', currency: 'USD' } as const
const whole = once(() => new Intl.NumberFormat('en-US', { ...DOLLARS, maximumFractionDigits: 0 }))
const withCents = once(() => new Intl.NumberFormat('en-US', DOLLARS))

/** An exact amount in dollars: `$34,750`, with cents if it has any. */
export const formatDollars = (amount: number): string =>
  (Number.isInteger(amount) ? whole() : withCents()).format(amount)
