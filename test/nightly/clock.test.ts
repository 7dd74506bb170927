import { describe, expect, it } from 'vitest'
import { findClockError } from '../../src/nightly/machine.ts'
import { datasetFolder, FIRST_NIGHT, NEXT_NIGHT, nightOn, publishedFolder, readContents } from './folders.ts'

const HOUR_MS = 3_600_000

describe('findClockError', () => {
  const now = new Date('2026-11-21T08:00:00Z')
  it.each([
    ['nothing is known', null, null, null],
    ['all agree', '2026-11-20T08:00:00Z', 2_000, null],
    ['the last event of the last run is a moment ahead', '2026-11-21T08:00:30Z', null, null],
    ['it is behind the last publication', '2026-11-22T08:00:00Z', null, /before the last publication/],
    ['it is ahead of the sources', null, -24 * HOUR_MS, /sources' clocks say 2026-11-20T08:00:00.000Z/],
    ['it is behind the sources', null, 2 * HOUR_MS, /sources' clocks say 2026-11-21T10:00:00.000Z/],
  ])('%s', (_, publishedAt, skewMs, reason) => {
    const fault = findClockError({ now, publishedAt, skewMs })
    if (reason === null) expect(fault).toBeNull()
    else expect(fault).toMatch(reason)
  })
})

describe('a run with a wrong clock', () => {
  const cases: [string, Date, number | undefined][] = [
    ['behind the last publication', new Date('2026-11-19T08:00:00Z'), undefined],
    ["ahead of the sources' own clocks", new Date('2027-11-21T08:00:00Z'), -365 * 24 * HOUR_MS],
  ]

  it.each(cases)('%s is refused and changes nothing', async (_, now, skewMs) => {
    const { folders } = await publishedFolder()
    const before = { ...readContents(`${folders.data}/records`), ...readContents(folders.out) }
    const report = await nightOn(folders, now, () => {}, skewMs === undefined ? {} : { skewMs })
    expect(report).toMatchObject({ outcome: 'refused', reasons: [{ check: 'clock' }] })
    expect({ ...readContents(`${folders.data}/records`), ...readContents(folders.out) }).toEqual(before)
  })

  it('is accepted with an override, and the manifest records the reason', async () => {
    const folders = datasetFolder()
    await nightOn(folders, NEXT_NIGHT)
    const allowed = [{ check: 'clock', reason: 'the last night ran with a clock that was ahead' }]
    const report = await nightOn(folders, FIRST_NIGHT, () => {}, { allowed })
    expect(report).toMatchObject({ outcome: 'unchanged', reasons: [] })
  })
})
