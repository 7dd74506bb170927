import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { pruneReports } from '../../src/nightly/report.ts'
import { scratch } from '../api.ts'
import { readRows } from './folders.ts'

it('reports are kept for 90 days, and their figures permanently', async () => {
  const data = scratch()
  const folder = path.join(data, 'history/reports')
  mkdirSync(folder, { recursive: true })
  const source = {
    source: 'pages',
    fetched: 90,
    new: 1,
    changed: 2,
    rejected: [{ ref: 'x', reason: 'y' }],
    failed: null,
  }
  const report = (date: string) => ({
    date,
    outcome: 'published',
    datasetVersion: 'a',
    changes: ['1', '2'],
    reasons: [],
    sources: [source],
    ms: 5,
  })
  const dates = ['2025-12-31', '2026-01-01', '2026-01-01-2', '2026-08-22', '2026-08-23', '2026-11-20']
  for (const date of dates) writeFileSync(path.join(folder, `${date}.json`), JSON.stringify(report(date)))
  // A disk that was full left only the beginning of it.
  writeFileSync(path.join(folder, '2026-02-02.json'), '{"date":"2026-')
  await pruneReports(data, new Date('2026-11-21T08:00:00Z'))
  await pruneReports(data, new Date('2026-11-21T08:00:00Z'))
  expect(readdirSync(folder).sort()).toEqual([
    '2026-08-23.json',
    '2026-11-20.json',
    'figures-2025.ndjson',
    'figures-2026.ndjson',
  ])
  expect(readRows(path.join(folder, 'figures-2026.ndjson'))).toHaveLength(3)
  expect(readRows(path.join(folder, 'figures-2025.ndjson'))).toEqual([
    {
      date: '2025-12-31',
      outcome: 'published',
      datasetVersion: 'a',
      changes: 2,
      reasons: 0,
      sources: [{ source: 'pages', fetched: 90, new: 1, changed: 2, rejected: 1, failed: false }],
      ms: 5,
    },
  ])
})
