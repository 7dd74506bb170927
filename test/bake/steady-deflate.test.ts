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
  ['the same byte many times', Buffer.alloc(100_000, 'a')],
  ['every byte', Buffer.concat([EVERY_BYTE, EVERY_BYTE])],
  ['bytes of no pattern', randomBytes(70_000)],
  [
    'a repetition as far back as there can be',
    Buffer.concat([randomBytes(32_768), Buffer.alloc(0)])
      .toString('latin1')
      .repeat(2),
  ],
  [
    'every length of repetition',
    Buffer.from(Array.from({ length: 300 }, (_, length) => `${'x'.repeat(length)}${length};`).join('')),
  ],
  ['lines that are alike', lines(2_000)],
])('%s is the same after zlib inflates it', (_, content) => {
  const bytes = typeof content === 'string' ? Buffer.from(content, 'latin1') : content
  expect(inflated(steadyDeflate(bytes)).equals(bytes)).toBe(true)
})

it('parts stand one after the other', () => {
  const parts = [lines(10), Buffer.alloc(0), lines(20)]
  expect(inflated(Buffer.concat(parts.map(steadyDeflate))).equals(Buffer.concat(parts))).toBe(true)
})

it('lines that are alike take little more than half, and the same bytes everywhere', () => {
  const packed = steadyDeflate(lines(2_000))
  expect(packed.length).toBeLessThan(lines(2_000).length * 0.6)
  expect(hash('sha256', packed)).toBe('e4f64d5c508422293d264768da3943a9e563239471006c3abcd7633fbc6b1fdf')
})
