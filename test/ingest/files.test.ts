import { cp, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { byPlace, parseLines, readRecords, writeHistory, writeRecords } from '../../src/ingest/files.ts'
import { formatGiven, parseGiven } from '../../src/ingest/given.ts'
import { INGEST_KINDS } from '../../src/ingest/source.ts'
import { RECORDS } from '../../src/schema/records.ts'
import { dataset, filesOf } from './night.ts'
import { notice, uuid } from './records.ts'

const DATA = path.join(import.meta.dirname, '..', '..', 'data')

describe('the record files of the dataset', () => {
  it.each(INGEST_KINDS)('%s: read and written again, are the same bytes', async (kind) => {
    const data = await dataset()
    await cp(path.join(DATA, 'records'), path.join(data, 'records'), { recursive: true })
    const records = await readRecords(data)
    await writeRecords(data, kind, records[kind].toReversed())
    const file = path.join('records', `${kind}.ndjson`)
    const same = (await readFile(path.join(data, file))).equals(await readFile(path.join(DATA, file)))
    expect(same).toBe(true)
  })
})

describe('byPlace', () => {
  it('orders by state, fiscal year and id, what has none first', () => {
    const rows = [
      { state: 'AL', fiscalYear: 'FY2026', id: 'a' },
      { state: 'AK', fiscalYear: 'FY2027', id: 'a' },
      { state: 'AK', fiscalYear: 'FY2026', id: 'b' },
      { state: 'AK', fiscalYear: 'FY2026', id: 'a' },
      { state: 'AK', fiscalYear: null, id: 'z' },
      { state: null, fiscalYear: 'FY2026', id: 'z' },
    ]
    expect(rows.toSorted(byPlace)).toEqual(rows.toReversed())
  })
})

describe('reading', () => {
  it('names the first bad line', async () => {
    const data = await dataset({ notices: [notice(), { ...notice({ id: uuid(9) }), title: '' }] })
    await expect(readRecords(data)).rejects.toThrow('notices.ndjson:2: title: is empty; write null when it is unknown')
  })

  it('names a line that is not JSON', () => {
    expect(() => parseLines('notices.ndjson', '{"a":1}\n{oops\n', RECORDS.notices)).toThrow('notices.ndjson:1:')
    expect(() => parseLines('notices.ndjson', '{oops\n', RECORDS.notices)).toThrow('notices.ndjson:1: is not JSON')
  })
})

describe('writing', () => {
  it('leaves no drafts behind', async () => {
    const data = await dataset()
    await writeRecords(data, 'notices', [notice()])
    await writeHistory(data, 'pages.ndjson', '{}\n')
    const names = Object.keys(await filesOf(data))
    expect(names).toContain('history/pages.ndjson')
    expect(names.filter((name) => name.includes('draft'))).toEqual([])
  })

  it('makes no file for nothing', async () => {
    const data = await dataset()
    await writeHistory(data, 'given.ndjson', '')
    expect(Object.keys(await filesOf(data))).not.toContain('history/given.ndjson')
  })

  it('leaves the old file whole when the new one cannot be written', async () => {
    const data = await dataset({ notices: [notice()] })
    const before = await filesOf(data)
    await writeFile(path.join(data, 'history'), 'a file where the folder should be')
    await expect(writeHistory(data, 'pages.ndjson', '{}\n')).rejects.toThrow()
    expect(await filesOf(data)).toMatchObject(before)
  })
})

it('formats what was given in one order, whatever the order it came in', () => {
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
