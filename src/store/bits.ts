const WORD_BITS = 32
const WORD_SHIFT = 5
const WORD_MASK = WORD_BITS - 1

/** A set of rows: one bit per row of a list. */
export class Bits {
  readonly words: Uint32Array
  private constructor(words: Uint32Array) {
    this.words = words
  }

  /** The empty set, for a list with this number of rows. */
  static none(rows: number): Bits {
    return new Bits(new Uint32Array((rows >>> WORD_SHIFT) + 1))
  }

  /** The rows that are in all of the sets. */
  static all([first, ...others]: readonly [Bits, ...Bits[]]): Bits {
    const words = first.words.slice()
    for (const other of others) {
      for (let at = 0; at < words.length; at += 1) words[at] = (words[at] as number) & (other.words[at] as number)
    }
    return new Bits(words)
  }

  /** The rows that are in any of the sets. */
  static any(rows: number, sets: readonly Bits[]): Bits {
    const { words } = Bits.none(rows)
    for (const set of sets) {
      for (let at = 0; at < words.length; at += 1) words[at] = (words[at] as number) | (set.words[at] as number)
    }
    return new Bits(words)
  }

  /** The rows of a list that are not in a set. */
  static except(rows: number, set: Bits): Bits {
    const bits = Bits.none(rows)
    for (let row = 1; row <= rows; row += 1) if (!set.has(row)) bits.add(row)
    return bits
  }

  add(row: number): void {
    const at = row >>> WORD_SHIFT
    this.words[at] = (this.words[at] as number) | (1 << (row & WORD_MASK))
  }

  has(row: number): boolean {
    return (((this.words[row >>> WORD_SHIFT] ?? 0) >>> (row & WORD_MASK)) & 1) === 1
  }

  count(): number {
    let count = 0
    for (const word of this.words) count += bitsIn(word)
    return count
  }

  /** The number of rows in both this set and another. */
  countIn(other: Bits): number {
    let count = 0
    for (let at = 0; at < this.words.length; at += 1) {
      count += bitsIn((this.words[at] as number) & (other.words[at] as number))
    }
    return count
  }

  /** The number of rows before a row. */
  countBefore(row: number): number {
    const last = row >>> WORD_SHIFT
    let count = 0
    for (let at = 0; at < last; at += 1) count += bitsIn(this.words[at] as number)
    return count + bitsIn((this.words[last] ?? 0) & ((1 << (row & WORD_MASK)) - 1))
  }

  /** At most `count` rows in ascending order, from position `start` (from 0). */
  slice(start: number, count: number): number[] {
    const rows: number[] = []
    let skipped = 0
    for (let at = 0; at < this.words.length && rows.length < count; at += 1) {
      const word = this.words[at] as number
      const own = bitsIn(word)
      if (skipped + own <= start) {
        skipped += own
        continue
      }
      for (let rest = word; rest !== 0 && rows.length < count; rest &= rest - 1) {
        if (skipped >= start) rows.push(at * WORD_BITS + WORD_MASK - Math.clz32(rest & -rest))
        skipped += 1
      }
    }
    return rows
  }
}

/** The number of bits set in a word. */
export function bitsIn(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
