/**
 * Options of an LRU cache with at most this many entries. Its memory grows with them; the option `max` reserves it for all
 * of them at once, which takes longer than a response.
 */
export const upTo = (entries: number) => ({ maxSize: entries, sizeCalculation: () => 1 })
