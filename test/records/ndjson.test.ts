import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { formatNdjson, formatRecordError, parseNdjson, readNdjson } from '../../src/records/ndjson.ts'
import { scratch } from '../api.ts'

const Row = z.strictObject({ id: z.string(), kind: z.enum(['A', 'B']), count: z.number() })
const row = (id: string) => ({ id, kind: 'A', count: 1 })

async function reading(text: string) {
  const file = path.join(scratch(), 'rows.ndjson')
  writeFileSync(file, text)
  const { rows, at, errors } = readNdjson(file, Row)
  return { rows, at, errors: errors.map(formatRecordError) }
}

describe('readNdjson', () => {
  it('does not take a fault of a schema for one of the line', () => {
    const faulty = z.string().transform(() => {
      throw new TypeError('a fault of the schema')
    })
    expect(() => parseNdjson('rows.ndjson', '"a"\n', faulty)).toThrow(TypeError)
  })

  it('reads past every invalid line and returns each error with its line and field', async () => {
    const lines = [
      JSON.stringify(row('a')),
      '{"id"',
      '',
      JSON.stringify({ ...row('b'), kind: 'C', count: 'x' }),
      JSON.stringify({ ...row('c'), more: 1 }),
      '{}',
      '[]',
      JSON.stringify(row('d')),
    ]
    expect(await reading(`${lines.join('\n')}\n`)).toEqual({
      rows: [row('a'), row('d')],
      at: [1, 8],
      errors: [
        expect.stringMatching(/^rows\.ndjson:2: line: is not JSON: /),
        'rows.ndjson:3: line: is empty; remove it',
        'rows.ndjson:4: kind: must be one of A, B',
        'rows.ndjson:4: count: must be of type number',
        'rows.ndjson:5: line: has unknown keys: more',
        'rows.ndjson:6: id: is missing',
        expect.stringMatching(/^rows\.ndjson:6: kind: /),
        'rows.ndjson:6: count: is missing',
        'rows.ndjson:7: line: must be of type object',
      ],
    })
  })

  it('keeps a line separator inside a text, and reads a last line without a line feed', async () => {
    const texts = ['one\u2028two', 'three\u2029four', 'five']
    const text = formatNdjson(texts.map(row)).trimEnd()
    expect((await reading(text)).rows.map(({ id }) => id)).toEqual(texts)
  })

  it('reads lines that cross chunk boundaries of the file, with multi-byte characters at the boundaries', async () => {
    const texts = Array.from({ length: 60 }, (_, n) => `${'é—😀'.repeat(9_000 + n)}${n}`)
    const { rows, errors } = await reading(formatNdjson(texts.map(row)))
    expect(errors).toEqual([])
    expect(rows.map(({ id }) => id)).toEqual(texts)
  })

  it('reports a missing file', async () => {
    const file = path.join(scratch(), 'none.ndjson')
    const { errors } = readNdjson(file, Row)
    expect(errors.map(formatRecordError)).toEqual([`none.ndjson:0: file: cannot be read; expected at ${file}`])
  })
})

describe('parseNdjson', () => {
  it('returns the rows that ndjson wrote, and none for no text', () => {
    expect(parseNdjson('rows.ndjson', formatNdjson([row('a'), row('b')]), Row)).toEqual([row('a'), row('b')])
    expect(parseNdjson('rows.ndjson', null, Row)).toEqual([])
    expect(parseNdjson('rows.ndjson', '', Row)).toEqual([])
  })

  it('throws with every error', () => {
    expect(() => parseNdjson('rows.ndjson', `{oops\n${formatNdjson([row('a'), {}])}`, Row)).toThrow(
      /^rows\.ndjson:1: line: is not JSON.*\nrows\.ndjson:3: id: is missing\n/,
    )
  })
})
