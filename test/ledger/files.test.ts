import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import type { Ledger } from '../../src/ledger/advance.ts'
import { createContentReader, readChanges, readLedger, writeStep } from '../../src/ledger/files.ts'
import { type Content, replay } from '../../src/ledger/shapes.ts'
import { DAY_MS } from '../../src/rules/time/moments.ts'
import { advanceTo, listed, type Serving, serving } from './lists.ts'

const NIGHT = Date.parse('2026-11-21T08:00:00.000Z')

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})
function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'ledger-'))
  folders.push(folder)
  return folder
}

/** Publishes into a folder, each run based on its content. */
function publish(folder: string, served: Serving, now: number): Ledger {
  const step = advanceTo(readLedger(folder), served, now, createContentReader(folder))
  writeStep(folder, step)
  return step.ledger
}

/** The content of lists, according to the ledger. */
const toContents = ({ lists }: Serving): Map<string, Content> =>
  new Map(
    [...lists].flatMap(([list, records]) => records.map(({ id, content }) => [`${list} ${id}`, content] as const)),
  )

const sorted = (contents: ReadonlyMap<string, Content>) => [...contents].sort(([a], [b]) => (a < b ? -1 : 1))

/** A run on two small lists; a record may keep its facts, change them, be removed, return, or be merged. */
const night = fc
  .record({
    l: fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd', 'e'), fc.integer({ min: 0, max: 2 })),
    m: fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.record({ x: fc.boolean() }, { requiredKeys: [] })),
    merged: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    status: fc.constantFrom('OPEN', 'CLOSED'),
  })
  .map(({ l, m, merged, status }) =>
    serving({
      l: Object.entries(l).map(([id, n]) => listed(id, { n }, { absorbed: id === merged ? [] : [merged] })),
      m: Object.entries(m).map(([id, facts]) =>
        listed(id, {}, { content: { facts: { id, ...facts }, phases: [{ from: 0, until: 9, fields: { status } }] } }),
      ),
    }),
  )

describe('a ledger in files', () => {
  it('can rebuild every dataset from any earlier one and the changes, across months', () => {
    fc.assert(
      fc.property(fc.array(night, { minLength: 2, maxLength: 8 }), (nights) => {
        const folder = newFolder()
        const versions = nights.map((served, index) => publish(folder, served, NIGHT + index * 20 * DAY_MS))
        const { publications } = readLedger(folder) as Ledger
        versions.forEach((ledger, from) => {
          const contents = toContents(nights[from] as Serving)
          const start = publications.findIndex(({ version }) => version === ledger.publications.at(-1)?.version)
          for (const change of readChanges(folder, publications.slice(start + 1))) replay(contents, change)
          expect(sorted(contents)).toEqual(sorted(toContents(nights.at(-1) as Serving)))
        })
        const last = toContents(nights.at(-1) as Serving)
        expect(sorted(createContentReader(folder)(new Set(last.keys())))).toEqual(sorted(last))
      }),
      { numRuns: 30, seed: 7 },
    )
  })

  it('is read in pieces of any length', () => {
    const folder = newFolder()
    const text = 'ä'.repeat(300_000)
    const records = (suffix: string) => ['a', 'b', 'c', 'd'].map((id) => listed(id, { text: text + suffix }))
    const first = publish(folder, serving({ l: records('') }), NIGHT)
    const last = publish(folder, serving({ l: records('!') }), NIGHT + DAY_MS)
    const contents = createContentReader(folder)(new Set(['l a', 'l d']))
    expect([...contents.values()].map(({ facts }) => facts.text)).toEqual([`${text}!`, `${text}!`])
    const changes = readChanges(folder, last.publications.slice(first.publications.length))
    expect(changes.map(({ id, type }) => [id, type])).toEqual(['d', 'c', 'b', 'a'].map((id) => [id, 'UPDATED']))
  })

  it('reads no changes of publications that were not requested', () => {
    const folder = newFolder()
    publish(folder, serving({ l: [listed('a')] }), NIGHT)
    const { publications } = publish(folder, serving({ l: [listed('a', { x: 1 })] }), NIGHT + DAY_MS)
    const file = path.join(folder, 'history', 'ledger', 'changes', '2026-11.ndjson')
    // The changes of the first publication are not read, so their facts may be anything.
    writeFileSync(file, readFileSync(file, 'utf8').replace('"after":{', '"after":[{'))
    expect(readChanges(folder, publications.slice(1))).toHaveLength(1)
  })

  it('is rewritten to the same bytes', () => {
    const [one, other] = [newFolder(), newFolder()]
    for (const folder of [one, other]) {
      publish(folder, serving({ l: [listed('a'), listed('b')] }), NIGHT)
      publish(folder, serving({ l: [listed('b', { x: 1 })] }), NIGHT + DAY_MS)
    }
    for (const file of ['records.ndjson', 'publications.ndjson', 'changes/2026-11.ndjson']) {
      const [text, same] = [one, other].map((folder) =>
        readFileSync(path.join(folder, 'history', 'ledger', file), 'utf8'),
      )
      expect(text).toBe(same)
    }
  })
})

describe('a ledger with inconsistent files', () => {
  function spoilt(file: string, change: (text: string) => string): string {
    const folder = newFolder()
    publish(folder, serving({ l: [listed('a'), listed('b')] }), NIGHT)
    publish(folder, serving({ l: [listed('a', { x: 1 })] }), NIGHT + DAY_MS)
    const target = path.join(folder, 'history', 'ledger', file)
    writeFileSync(target, change(readFileSync(target, 'utf8')))
    return folder
  }

  it.each<[string, string, (text: string) => string, RegExp]>([
    [
      'records that were edited',
      'records.ndjson',
      (text) => text.replace('"hash":"', '"hash":"x'),
      /records\.ndjson:0: ledger: does not belong to the last publication, [0-9a-f]{16}. Restore ledger from git/,
    ],
    [
      'a publication that was edited',
      'publications.ndjson',
      (text) => text.replace('"events":0', '"events":1'),
      /publications\.ndjson:1: ledger: [0-9a-f]{16} is not the version of this publication/,
    ],
    [
      'a publication that is missing',
      'publications.ndjson',
      (text) => text.slice(text.indexOf('\n') + 1),
      /publications\.ndjson:1: ledger: [0-9a-f]{16} does not follow the publication before it/,
    ],
    [
      'a truncated line',
      'publications.ndjson',
      (text) => text.slice(0, -20),
      /publications\.ndjson:2: line: is not JSON/,
    ],
  ])('is rejected: %s', (_, file, change, message) => {
    expect(() => readLedger(spoilt(file, change))).toThrow(message)
  })

  it('is rejected if changes are missing', () => {
    const folder = spoilt('changes/2026-11.ndjson', (text) => text.slice(text.indexOf('\n') + 1))
    const { publications } = readLedger(folder) as Ledger
    expect(() => readChanges(folder, publications)).toThrow(/ledger\/changes:0: ledger: has 3 of the 4 changes since/)
    expect(() => createContentReader(folder)(new Set(['l a', 'l c']))).toThrow(/lacks the published content of l c/)
  })

  it('loses no line without a line feed', () => {
    const folder = spoilt('changes/2026-11.ndjson', (text) => text)
    const file = path.join(folder, 'history', 'ledger', 'changes', '2026-11.ndjson')
    appendFileSync(file, '{"list":"l"')
    const { publications } = readLedger(folder) as Ledger
    expect(() => readChanges(folder, publications)).toThrow(/2026-11\.ndjson:5: line: is not JSON/)
  })
})
