/** Repeatable random numbers: the same seed gives the same numbers. */
export interface Chance {
  /** A whole number from 0 to below `limit`. */
  below(limit: number): number
  pick<Item>(items: readonly Item[]): Item
  shuffle(items: unknown[]): void
}

export function chance(seed: number): Chance {
  let state = (seed + 1) * 0x9e3779b1
  const below = (limit: number): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit
  }
  return {
    below,
    pick: (items) => items[below(items.length)] as (typeof items)[number],
    shuffle(items) {
      for (let place = items.length - 1; place > 0; place -= 1) {
        const other = below(place + 1)
        ;[items[place], items[other]] = [items[other], items[place]]
      }
    },
  }
}
