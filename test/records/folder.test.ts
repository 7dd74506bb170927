import { cp, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { INGEST_KINDS } from '../../src/ingest/source.ts'
import { readRecords } from '../../src/records/dataset.ts'
import { byPlace, writeHistory, writeRecords } from '../../src/records/folder.ts'
import { dataset, readFiles } from '../ingest/night.ts'
import { notice, uuid } from '../ingest/records.ts'

const DATA = path.join(import.meta.dirname, '..', '..', 'data')

describe('the record files of the dataset', () => {
  it.each(INGEST_KINDS)('%s: read and rewritten, are the same bytes', async (kind) => {
    const data = await dataset()
    await cp(path.join(DATA, 'records'), path.join(data, 'records'), { recursive: true })
    const records = await readRecords(data)
    writeRecords(data, kind, records[kind].toReversed())
    const file = path.join('records', `${kind}.ndjson`)
    const same = (await readFile(path.join(data, file))).equals(await readFile(path.join(DATA, file)))
    expect(same).toBe(true)
  })
})

describe('byPlace', () => {
  it('orders by state, fiscal year and id, nulls first', () => {
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
  it('reports every invalid line', async () => {
    const bad = { ...notice({ id: uuid(9) }), title: '' }
    const data = await dataset({ notices: [notice(), bad], events: ['{oops'] })
    await expect(readRecords(data)).rejects.toThrow(
      ['notices.ndjson:2: title: is empty (use null if unknown)', 'events.ndjson:1: line: must be of type object'].join(
        '\n',
      ),
    )
  })
})

describe('writing', () => {
  it('leaves no temporary files behind', async () => {
    const data = await dataset()
    writeRecords(data, 'notices', [notice()])
    await writeHistory(data, 'pages.ndjson', '{}\n')
    const names = Object.keys(await readFiles(data))
    expect(names).toContain('history/pages.ndjson')
    expect(names.filter((name) => name.includes('draft'))).toEqual([])
  })

  it('creates no file for no text', async () => {
    const data = await dataset()
    await writeHistory(data, 'given.ndjson', '')
    expect(Object.keys(await readFiles(data))).not.toContain('history/given.ndjson')
  })

  it('leaves the old file intact if the new one cannot be written', async () => {
    const data = await dataset({ notices: [notice()] })
    const before = await readFiles(data)
    await writeFile(path.join(data, 'history'), 'a file where the folder should be')
    await expect(writeHistory(data, 'pages.ndjson', '{}\n')).rejects.toThrow()
    expect(await readFiles(data)).toMatchObject(before)
  })
})
