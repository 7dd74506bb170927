import { expect, it } from 'vitest'
import { prepare } from '../../src/bake/bake.ts'
import { checkSilentShortfalls } from '../../src/bake/checks/cross-checks.ts'
import { readRecords } from '../../src/records/dataset.ts'
import { copyOfFixture, readLines, recordsFile, replaceLine } from './folder.ts'

/** The fixture with a stated length of Alaska's list that is greater than the list. */
async function publishShortList(stated: object) {
  const folder = copyOfFixture()
  replaceLine(recordsFile(folder, 'lists'), 1, (text) => JSON.stringify({ ...JSON.parse(text), ...stated }))
  expect(readLines(recordsFile(folder, 'lists'))).toHaveLength(3)
  return publishedWith(folder)
}

const publishedWith = async (folder: string) => ({
  records: await readRecords(folder),
  publication: (await prepare(folder, () => {})).publication,
})

const silent = (
  coverage: Awaited<ReturnType<typeof publishShortList>>['publication']['coverage'],
  gaps: (present: string[]) => string[],
) => coverage.map(({ item }) => ({ item: { ...item, gaps: gaps(item.gaps) } }))

it.each<[string, object, RegExp]>([
  [
    'of rows',
    { statedRows: 228 },
    /^no gap mentions this: Only part of "[^"]+" is recorded: 4 of 228 rows, \$887,000 of \$887,000\.$/,
  ],
  [
    'of dollars',
    { statedTotal: 167_299_900.69 },
    /^no gap mentions this: Only part of "[^"]+" is recorded: 4 of 4 rows, \$0\.9 of \$167\.3 million\.$/,
  ],
])('a list with missing %s is an error if no gap mentions it', async (_, stated, reason) => {
  const { records, publication } = await publishShortList(stated)
  expect(checkSilentShortfalls(records, () => publication.coverage)).toEqual([])
  const errors = checkSilentShortfalls(records, () =>
    silent(publication.coverage, (gaps) => gaps.filter((gap) => !gap.startsWith('Only part of'))),
  )
  expect(errors).toEqual([expect.objectContaining({ file: 'lists.ndjson', reason: expect.stringMatching(reason) })])
})

it('a list with missing rows is an error if the gap has other figures', async () => {
  const { records, publication } = await publishShortList({ statedRows: 228 })
  const others = silent(publication.coverage, (gaps) => gaps.map((gap) => gap.replace('4 of 228', '5 of 228')))
  expect(checkSilentShortfalls(records, () => others)).toHaveLength(1)
})

it('a complete list needs no gap', async () => {
  const { records, publication } = await publishedWith(copyOfFixture())
  expect(checkSilentShortfalls(records, () => silent(publication.coverage, () => []))).toEqual([])
})
