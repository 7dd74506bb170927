import fc from 'fast-check'

// fast-check's own unit `binary` reads through all of Unicode first, which takes seconds.
const CODE_POINT = fc
  .nat({ max: 0x10ffff - 0x800 })
  .map((index) => String.fromCodePoint(index < 0xd800 ? index : index + 0x800))

/** Texts of any characters, and some of ASCII. */
export const anyText = (limits: { maxLength?: number } = {}): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 4, arbitrary: fc.string({ unit: CODE_POINT, ...limits }) },
    { weight: 1, arbitrary: fc.string(limits) },
  )
