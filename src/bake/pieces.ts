import type Database from 'better-sqlite3'

/** Stands before the number of a piece in a stored body. JSON escapes control characters, so no body has it. */
export const MARK = '\u0001'

const DIGITS = 3
const DIGIT_BITS = 6
const ZERO = 48

/** The length of a mark and a number. */
export const CODE_LENGTH = MARK.length + DIGITS

/** The number of the piece whose code starts at a position. */
export const numberAt = (text: string, at: number): number =>
  ((text.charCodeAt(at + 1) - ZERO) << (2 * DIGIT_BITS)) |
  ((text.charCodeAt(at + 2) - ZERO) << DIGIT_BITS) |
  (text.charCodeAt(at + 3) - ZERO)

const DIGIT_MAX = 2 ** DIGIT_BITS - 1
const codeOf = (number: number): string =>
  MARK +
  String.fromCharCode(
    ZERO + (number >> (2 * DIGIT_BITS)),
    ZERO + ((number >> DIGIT_BITS) & DIGIT_MAX),
    ZERO + (number & DIGIT_MAX),
  )

const PIECES_MAX = 2 ** (DIGITS * DIGIT_BITS)
/** Readers keep the pieces that they have read, so they must fit in memory. */
const CHARACTERS_MAX = 16 * 1024 * 1024

export type Pieces = ReturnType<typeof collectPieces>

/**
 * Texts that many bodies have in common, each stored once.
 * @param charactersMax the length of all pieces together
 */
export function collectPieces(charactersMax = CHARACTERS_MAX) {
  const codes = new Map<string, string>()
  let characters = 0
  return {
    /** What stands for a text in a stored body: its code, or the text itself when no more pieces fit. */
    codeFor(text: string): string {
      const known = codes.get(text)
      if (known !== undefined) return known
      if (codes.size === PIECES_MAX || characters + text.length > charactersMax) return text
      const code = codeOf(codes.size)
      // A copy: a part of a string keeps the whole of it in memory.
      codes.set(Buffer.from(text).toString(), code)
      characters += text.length
      return code
    },
    /** Writes `pieces`, the texts by their numbers. */
    writeTo(db: Database.Database): void {
      db.exec('CREATE TABLE pieces (number INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT')
      const insert = db.prepare('INSERT INTO pieces VALUES (?, ?)')
      let number = 0
      for (const text of codes.keys()) {
        insert.run(number, text)
        number += 1
      }
    },
  }
}
