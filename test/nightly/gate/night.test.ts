import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { openService } from '../../../src/store/service.ts'
import {
  append,
  datasetFolder,
  FIRST_NIGHT,
  NEXT_NIGHT,
  nightOn,
  publishedFolder,
  readContents,
  rewrite,
} from '../folders.ts'

interface BrokenNight {
  name: string
  change: (staged: string) => void
  check: string
  reason: RegExp
}

const set = (kind: string, index: number, fields: Record<string, unknown>) => (staged: string) =>
  rewrite(staged, kind, (rows) => rows.map((row, at) => (at === index ? { ...row, ...fields } : row)))
const keep = (kind: string, share: number) => (staged: string) =>
  rewrite(staged, kind, (rows) => rows.slice(0, Math.floor(rows.length * share)))

const BROKEN: BrokenNight[] = [
  {
    name: 'a line that is not JSON',
    change: (s) => append(s, 'awards', '{"id":\n'),
    check: 'records',
    reason: /awards\.ndjson:22: line: is not JSON/,
  },
  {
    name: 'an empty line',
    change: (s) => append(s, 'events', '\n'),
    check: 'records',
    reason: /events\.ndjson:19: line: is empty/,
  },
  {
    name: 'a missing field',
    change: set('notices', 0, { title: undefined }),
    check: 'records',
    reason: /notices\.ndjson:1: title/,
  },
  {
    name: 'an unknown field',
    change: set('notices', 0, { note: 'x' }),
    check: 'records',
    reason: /notices\.ndjson:1: line: has unknown keys: note/,
  },
  {
    name: 'a date in another century',
    change: set('events', 0, { startAt: '1999-12-31' }),
    check: 'records',
    reason: /events\.ndjson:1: startAt: is outside/,
  },
  {
    name: 'negative money',
    change: set('awards', 3, { federalAmount: -1 }),
    check: 'records',
    reason: /awards\.ndjson:4: federalAmount: is negative/,
  },
  {
    name: 'a javascript: URL',
    change: set('documents', 0, { url: 'javascript:alert(1)' }),
    check: 'records',
    reason: /documents\.ndjson:1: url/,
  },
  {
    name: 'a control character',
    change: set('activities', 2, { title: 'a\u0007b' }),
    check: 'records',
    reason: /activities\.ndjson:3: title: contains a control character/,
  },
  {
    name: 'a field of a megabyte',
    change: set('notices', 1, { summary: 'x'.repeat(1_000_000) }),
    check: 'records',
    reason: /notices\.ndjson:2: summary: is longer/,
  },
  {
    name: 'a doubled id',
    change: (s) => rewrite(s, 'events', (rows) => [...rows, rows[0] ?? {}]),
    check: 'records',
    reason: /events\.ndjson:19: id: .*it must be unique/,
  },
  {
    name: 'an award from a missing document',
    change: (s) => rewrite(s, 'documents', (rows) => rows.filter((_, i) => i !== 1)),
    check: 'records',
    reason: /awards\.ndjson:1: sourceDocumentId: no document/,
  },
  {
    name: 'a duplicate of a missing record',
    change: set('awards', 2, { duplicateOf: '00000000-0000-4000-8000-00000000ffff' }),
    check: 'records',
    reason: /awards\.ndjson:3: duplicateOf: no award/,
  },
  {
    name: 'a record of an unknown state',
    change: (s) => rewrite(s, 'states', (rows) => rows.filter(({ code }) => code !== 'NY')),
    check: 'records',
    reason: /"NY" is not in states\.ndjson/,
  },
  {
    name: 'a missing file',
    change: (s) => rmSync(path.join(s, 'records/activities.ndjson')),
    check: 'records',
    reason: /activities\.ndjson:0: file: cannot be read/,
  },
  {
    name: 'a feed out of order',
    change: (s) =>
      writeFileSync(
        path.join(s, 'history/changes.ndjson'),
        [2, 1]
          .map(
            (day) =>
              `${JSON.stringify({ id: `e${day}`, state: 'NE', type: 'PAGE_UPDATED', summary: 'x', siteUrl: null, documentId: null, detail: { url: 'https://example.org', label: null, previousHash: null, currentHash: null }, occurredAt: `2026-01-0${day}T00:00:00.000Z` })}\n`,
          )
          .join(''),
      ),
    check: 'records',
    reason: /changes\.ndjson:2: occurredAt: .* is not after/,
  },
  {
    name: 'a table that has lost a sixth of its rows',
    change: keep('events', 0.84),
    check: 'rows',
    reason: /events falls from 18 to 15 rows/,
  },
  {
    name: 'an emptied table',
    change: keep('activities', 0),
    check: 'rows',
    reason: /activities falls from 16 to 0 rows/,
  },
  {
    name: 'a state that has lost its rows in a table',
    change: (s) =>
      rewrite(s, 'documents', (rows) => rows.map((row, i) => (i > 7 && i < 12 ? { ...row, state: 'NY' } : row))),
    check: 'rows',
    reason: /documents of TX falls from 13 to 9 rows/,
  },
  {
    name: 'a vanished state',
    change: (s) => {
      for (const kind of ['allotments', 'documents', 'notices', 'events', 'activities'])
        rewrite(s, kind, (rows) => rows.filter(({ state }) => state !== 'HI'))
      rewrite(s, 'states', (rows) => rows.filter(({ code }) => code !== 'HI'))
    },
    check: 'states',
    reason: /HI is missing/,
  },
  {
    name: 'a total that jumps',
    change: set('allotments', 0, { amount: 900_000_000 }),
    check: 'totals',
    reason: /totalStateAward changes from/,
  },
]

describe('a broken run is refused, and the last good build is still served', () => {
  it('has twenty ways to break', () => expect(BROKEN).toHaveLength(20))

  it.each(BROKEN)('$name', async ({ change, check, reason }) => {
    const { folders } = await publishedFolder()
    const [records, build] = [readContents(`${folders.data}/records`), readContents(folders.out)]
    const feed = readContents(`${folders.data}/history`)['changes.ndjson']
    const report = await nightOn(folders, NEXT_NIGHT, change)
    expect(report.outcome).toBe('refused')
    expect(
      report.reasons
        .filter((refusal) => refusal.check === check)
        .map((refusal) => refusal.reason)
        .join('\n'),
    ).toMatch(reason)
    expect(readContents(`${folders.data}/records`)).toEqual(records)
    expect(readContents(folders.out)).toEqual(build)
    expect(readContents(`${folders.data}/history`)['changes.ndjson']).toBe(feed)
    const service = openService(folders.out)
    expect(service.readers.awards.list({ limit: 5 }, NEXT_NIGHT.getTime()).count).toBe(5)
    service.close()
  })
})

describe('an override', () => {
  it('disables one check, and is recorded in the manifest and the report', async () => {
    const { folders } = await publishedFolder()
    const allowed = [{ check: 'totals', reason: 'the federal list was corrected' }]
    const steps: string[] = []
    const report = await nightOn(folders, NEXT_NIGHT, set('allotments', 0, { amount: 900_000_000 }), {
      allowed,
      progress: (step) => steps.push(step),
    })
    expect(report).toMatchObject({ outcome: 'published', allowed, reasons: [] })
    expect(steps.filter((step) => step === 'write snapshot')).toHaveLength(1)
    const service = openService(folders.out)
    expect(service.manifest.allowed).toEqual(allowed)
    service.close()
  })

  it('disables nothing else: other findings still refuse the run', async () => {
    const { folders } = await publishedFolder()
    const allowed = [{ check: 'totals', reason: 'no' }]
    expect(await nightOn(folders, NEXT_NIGHT, keep('events', 0.5), { allowed })).toMatchObject({
      outcome: 'refused',
      allowed: [],
    })
  })

  it('is not recorded if the check found nothing', async () => {
    const folders = datasetFolder()
    const allowed = [{ check: 'totals', reason: 'just in case' }]
    expect(await nightOn(folders, FIRST_NIGHT, () => {}, { allowed })).toMatchObject({
      outcome: 'published',
      allowed: [],
    })
  })
})
