import { expect, it } from 'vitest'
import { formatGiven, parseGiven } from '../../src/ingest/drafts.ts'
import { uuid } from './records.ts'

it('writes the given values in one order, whatever the order they came in', () => {
  const entries = ['b', 'a'].map((key) => ({
    source: 's',
    kind: 'notices' as const,
    key,
    id: uuid(1),
    fields: { z: '1', a: '2' },
  }))
  const forwards = formatGiven(new Map(entries.map((entry) => [JSON.stringify(['s', 'notices', entry.key]), entry])))
  expect(forwards.indexOf('"key":"a"')).toBeLessThan(forwards.indexOf('"key":"b"'))
  expect(formatGiven(parseGiven(forwards))).toBe(forwards)
})
