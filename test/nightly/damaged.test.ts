import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { anotherNotice, NEXT_NIGHT, nightOn, publishedFolder, readFeed, rewrite } from './folders.ts'

const DAY_AFTER = new Date('2026-11-22T08:00:00.000Z')
const toHistoryFile = (data: string, name: string): string => path.join(data, 'history', name)
const withoutLast = (text: string): string => text.trimEnd().split('\n').slice(0, -3).join('\n').concat('\n')

/** What happened to a file of the history, and how; null: it is gone. */
const DAMAGES: [file: string, damage: (text: string) => string | null][] = [
  ['ledger/publications.ndjson', () => ''],
  ['ledger/publications.ndjson', () => null],
  ['ledger/records.ndjson', () => null],
  ['ledger/changes/2026-11.ndjson', (text) => text.slice(0, text.length / 2)],
  ['changes.ndjson', withoutLast],
  ['changes.ndjson', () => ''],
  ['changes.ndjson', () => null],
  ['baseline.json', (text) => text.slice(0, text.length / 2)],
]

describe('a history that was damaged', () => {
  it.each(DAMAGES)(
    'in %s (%s) is left as it is: nothing is published, and the report names it',
    async (name, damage) => {
      const { folders } = await publishedFolder()
      const ledger = toHistoryFile(folders.data, 'ledger/publications.ndjson')
      const file = toHistoryFile(folders.data, name)
      const text = damage(readFileSync(file, 'utf8'))
      if (text === null) rmSync(file)
      else writeFileSync(file, text)
      const before = name === 'ledger/publications.ndjson' ? null : readFileSync(ledger, 'utf8')
      const report = await nightOn(folders, NEXT_NIGHT, (staged) =>
        rewrite(staged, 'notices', (rows) => rows.map((row) => ({ ...row, summary: 'Another summary.' }))),
      )
      expect(report.outcome).toBe('refused')
      expect(report.reasons[0]?.reason).toContain(path.dirname(name) === '.' ? name : path.dirname(name))
      if (before !== null) expect(readFileSync(ledger, 'utf8')).toBe(before)
    },
  )

  it('whose files lost their last line break is continued on a new line', async () => {
    const { folders } = await publishedFolder()
    for (const name of ['changes.ndjson', 'ledger/publications.ndjson', 'ledger/changes/2026-11.ndjson']) {
      const file = toHistoryFile(folders.data, name)
      writeFileSync(file, readFileSync(file, 'utf8').trimEnd())
    }
    const events = readFeed(folders.data).length
    const change = (staged: string) => rewrite(staged, 'notices', (rows) => [...rows, anotherNotice(staged, 1)])
    expect(await nightOn(folders, NEXT_NIGHT, change)).toMatchObject({ outcome: 'published' })
    expect(await nightOn(folders, DAY_AFTER)).toMatchObject({ outcome: 'unchanged', reasons: [] })
    expect(readFeed(folders.data)).toHaveLength(events + 1)
  })
})
