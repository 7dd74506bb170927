/** A source of chance that gives the same numbers for the same seed. */
export interface Random {
  /** A number from 0 up to 1, exclusive. */
  next: () => number
  /** A whole number from 0 up to `end`, exclusive. */
  below: (end: number) => number
  /** One of several. */
  pick: <Item>(items: readonly Item[]) => Item
}

/** mulberry32: small, fast, and good enough to compose records with. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (end: number): number => Math.floor(next() * end)
  return {
    next,
    below,
    pick: (items) => {
      if (items.length === 0) throw new Error('There is nothing to pick from.')
      return items[below(items.length)] as (typeof items)[number]
    },
  }
}
