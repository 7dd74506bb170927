import { hash, randomBytes } from 'node:crypto'
import { constants, inflateRawSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { steadyDeflate } from '../../src/bake/steady-deflate.ts'

const inflated = (packed: Buffer) => inflateRawSync(packed, { finishFlush: constants.Z_SYNC_FLUSH })

const lines = (count: number) =>
  Buffer.from(
    Array.from(
      { length: count },
      (_, number) => `${JSON.stringify({ number, id: hash('sha1', `${number}`), name: 'é' })}\n`,
    ).join(''),
  )

const EVERY_BYTE = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))

it.each([
  ['nothing', Buffer.alloc(0)],
  ['one byte', Buffer.from('a')],
  ['three bytes', Buffer.from('abc')],
  ['the same byte repeated', Buffer.alloc(100_000, 'a')],
  ['every byte', Buffer.concat([EVERY_BYTE, EVERY_BYTE])],
  ['random bytes', randomBytes(70_000)],
  [
    'a repetition at the maximum distance',
    Buffer.concat([randomBytes(32_768), Buffer.alloc(0)])
      .toString('latin1')
      .repeat(2),
  ],
  [
    'every length of repetition',
    Buffer.from(Array.from({ length: 300 }, (_, length) => `${'x'.repeat(length)}${length};`).join('')),
  ],
  ['similar lines', lines(2_000)],
])('%s is unchanged after zlib inflates it', (_, content) => {
  const bytes = typeof content === 'string' ? Buffer.from(content, 'latin1') : content
  expect(inflated(steadyDeflate(bytes)).equals(bytes)).toBe(true)
})

it('parts can be concatenated', () => {
  const parts = [lines(10), Buffer.alloc(0), lines(20)]
  expect(inflated(Buffer.concat(parts.map(steadyDeflate))).equals(Buffer.concat(parts))).toBe(true)
})

it('similar lines compress to little more than half, to the same bytes everywhere', () => {
  const packed = steadyDeflate(lines(2_000))
  expect(packed.length).toBeLessThan(lines(2_000).length * 0.6)
  expect(hash('sha256', packed)).toBe('e4f64d5c508422293d264768da3943a9e563239471006c3abcd7633fbc6b1fdf')
})
