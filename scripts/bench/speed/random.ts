/** A seeded random number generator. */
export interface Random {
  /** A number from 0 to 1, exclusive. */
  next: () => number
  /** An integer from 0 to `end`, exclusive. */
  below: (end: number) => number
  /** One item of a list. */
  pick: <Item>(items: readonly Item[]) => Item
}

/** mulberry32: small, fast, and good enough to compose records. */
export function createRandom(seed: number): Random {
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
      if (items.length === 0) throw new Error('Cannot pick from an empty list.')
      return items[below(items.length)] as (typeof items)[number]
    },
  }
}
