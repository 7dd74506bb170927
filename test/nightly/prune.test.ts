import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { pruneReports } from '../../src/nightly/report.ts'
import { scratch } from '../api.ts'

it('reports are kept for 90 days', () => {
  const data = scratch()
  const folder = path.join(data, 'history/reports')
  mkdirSync(folder, { recursive: true })
  const names = ['2025-12-31', '2026-01-01', '2026-01-01-2', '2026-08-22', '2026-08-23', '2026-11-20']
  for (const name of names) writeFileSync(path.join(folder, `${name}.json`), '{}')
  pruneReports(data, new Date('2026-11-21T08:00:00Z'))
  expect(readdirSync(folder).sort()).toEqual(['2026-08-23.json', '2026-11-20.json'])
})
