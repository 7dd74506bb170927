const WHOLE = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 })
const WITH_CENTS = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** An amount in dollars, exact: `$34,750`, with its cents where it has some. */
export const dollarsOf = (amount: number): string => (Number.isInteger(amount) ? WHOLE : WITH_CENTS).format(amount)
