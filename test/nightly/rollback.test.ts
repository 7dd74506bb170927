import { cpSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { readRollback, rollBack } from '../../src/bake/folder/kept.ts'
import { readManifest } from '../../src/bake/folder/manifest.ts'
import { getAttention, reportMarkdown, reportText } from '../../src/nightly/report.ts'
import { openService } from '../../src/store/service.ts'
import { scratch } from '../api.ts'
import { anotherNotice, NEXT_NIGHT, nightOn, publishedFolder, rewrite } from './folders.ts'

const THIRD_NIGHT = new Date('2026-11-22T08:00:00.000Z')
const addNotice = (number: number) => (staged: string) =>
  rewrite(staged, 'notices', (rows) => [...rows, anotherNotice(staged, number)])

let made: Promise<{ data: string; first: string; second: string }> | undefined
/** Two runs, and the second one's bake rolled back by hand; performed once, and copied. */
async function rolledBack() {
  made ??= publishedFolder().then(async ({ folders, report }) => {
    const first = report.datasetVersion ?? ''
    const second = (await nightOn(folders, NEXT_NIGHT, addNotice(1))).datasetVersion ?? ''
    expect(second).not.toBe(first)
    rollBack(folders.out, first, NEXT_NIGHT.getTime())
    return { data: folders.data, first, second }
  })
  const { data: original, ...versions } = await made
  const data = path.join(scratch(), 'data')
  cpSync(original, data, { recursive: true })
  return { data, out: path.join(data, 'baked'), ...versions }
}

describe('a run after a rollback', () => {
  it('does not restore the bake that was removed, and says so', async () => {
    const { first, second, ...folders } = await rolledBack()
    const report = await nightOn(folders, THIRD_NIGHT)
    expect(report).toMatchObject({ outcome: 'unchanged', datasetVersion: first })
    expect(report.rollback).toContain(`rolled back by hand from ${second} to ${first} at 2026-11-21`)
    expect(report.rollback).toContain('stays live until')
    expect(getAttention(report)).toEqual([report.rollback])
    for (const text of [reportText(report), reportMarkdown(report)]) expect(text).toContain(report.rollback)
    expect(openService(folders.out).manifest.datasetVersion).toBe(first)
  })

  it('publishes other data, which ends the rollback, and says so', async () => {
    const { first, ...folders } = await rolledBack()
    const report = await nightOn(folders, THIRD_NIGHT, addNotice(2))
    expect(report.outcome).toBe('published')
    expect(report.rollback).toContain(`to ${first}`)
    expect(report.rollback).toContain(`This run ends the rollback by publishing ${report.datasetVersion}.`)
    expect([readRollback(folders.out), readManifest(folders.out)?.datasetVersion]).toEqual([
      null,
      report.datasetVersion,
    ])
    expect((await nightOn(folders, new Date('2026-11-23T08:00:00.000Z'))).rollback).toBeNull()
  })
})
