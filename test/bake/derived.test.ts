import { cpSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { DERIVED_FILES, derivingCode, openDerived } from '../../src/bake/derived.ts'
import { prepare } from '../../src/bake/prepare.ts'
import { release } from '../../src/bake/release.ts'
import { FIXTURE, NOW, scratch } from '../api.ts'

const quiet = () => {}

/** Bakes a dataset folder, and returns the bytes of its database. */
async function bytesOf(data: string, out: string): Promise<Buffer> {
  const { publication } = await prepare(data, quiet)
  const { database } = release(publication, out, Date.parse(NOW), quiet)
  return readFileSync(path.join(out, database))
}

/** The fixture after a run: one document has changed, and one opportunity was removed. */
function nextNight(): string {
  const data = path.join(scratch(), 'data')
  cpSync(FIXTURE, data, { recursive: true })
  const edit = (kind: string, change: (text: string) => string) => {
    const file = path.join(data, 'records', `${kind}.ndjson`)
    writeFileSync(file, change(readFileSync(file, 'utf8')))
  }
  edit('documents', (text) => text.replace('"highlights":"', '"highlights":"New: '))
  edit('events', (text) => text.slice(text.indexOf('\n') + 1))
  return data
}

describe('a bake after another', async () => {
  const out = scratch()
  await bytesOf(FIXTURE, out)
  const data = nextNight()
  const fresh = await bytesOf(data, scratch())
  const last = readFileSync(path.join(out, DERIVED_FILES.passages))

  it('is byte for byte the same as a fresh one', async () => {
    expect(fresh.equals(await bytesOf(data, out))).toBe(true)
  })

  it.each<[string, (file: string) => void]>([
    ['is missing', (file) => rmSync(file)],
    ['is not a database', (file) => writeFileSync(file, 'no database')],
    ['is truncated', (file) => truncateSync(file, 4096 * 3)],
    [
      'is damaged',
      (file) =>
        writeFileSync(
          file,
          last.map((byte, at) => (at > 4096 && at % 7 === 0 ? byte ^ 1 : byte)),
        ),
    ],
    ['has different values', (file) => alter(file, "UPDATE derived SET value = x'00'")],
    ['is from other code', (file) => alter(file, "UPDATE code SET name = 'other'; UPDATE derived SET value = x'00'")],
    ['lacks its table', (file) => alter(file, 'DROP TABLE derived')],
  ])('is the same when the cache %s', async (_, spoil) => {
    const file = path.join(out, DERIVED_FILES.passages)
    writeFileSync(file, last)
    spoil(file)
    expect(fresh.equals(await bytesOf(data, out))).toBe(true)
  })
})

function alter(file: string, sql: string): void {
  const db = new Database(file)
  db.exec(sql)
  db.close()
}

describe('derived values', () => {
  const [last, next] = [path.join(scratch(), 'last'), path.join(scratch(), 'next')]
  const derive = (code: string | null, files = { last, next }) => {
    const made: string[] = []
    const derived = openDerived({ ...files, code })
    const upper = (input: string) =>
      derived.text('upper', input, () => {
        made.push(input)
        return input.toUpperCase()
      })
    return { derived, upper, made }
  }
  const first = derive('a', { last: next, next: last })
  for (const input of ['one', 'two']) first.upper(input)
  first.derived.finish()
  first.derived.close()

  it('are computed once, and again only for other inputs, other code, or unknown code', () => {
    for (const [code, expected] of [
      ['a', ['three']],
      ['b', ['one', 'three']],
      [null, ['one', 'three']],
    ] as const) {
      const { derived, upper, made } = derive(code)
      expect(['one', 'three'].map(upper)).toEqual(['ONE', 'THREE'])
      expect(made).toEqual(expected)
      derived.close()
    }
  })

  it('are not confused with values derived differently from the same input', () => {
    const { derived } = derive('a')
    expect(derived.text('lower', 'one', () => 'made')).toBe('made')
    derived.close()
  })

  it('are stored with the identity of the code, the platform and the libraries', () => {
    expect(derivingCode()).toMatch(/^[0-9a-f]{64}$/)
    expect(derivingCode()).toBe(derivingCode())
  })
})
