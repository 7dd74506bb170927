const WHOLE = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 })
const WITH_CENTS = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** An exact amount in dollars: `$34,750`, with cents if it has any. */
export const dollarsOf = (amount: number): string => (Number.isInteger(amount) ? WHOLE : WITH_CENTS).format(amount)
