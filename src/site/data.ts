import { parse } from 'csv-parse/sync'
import { getResource, RESOURCE_NAMES } from '../resources/index.ts'
import { getSum } from '../rules/awards/totals.ts'
import type { Instant } from '../rules/time/moments.ts'
import { downloadPath, NEWEST_MAX, type SnapshotFile } from '../store/open/exports.ts'
import type { Service } from '../store/service.ts'
import { getHeld, readCoverage } from './status/coverage.ts'

/** The formats of the table of files, in the order in which people ask for them. */
export const DATA_FORMATS = { csv: 'CSV', xlsx: 'Excel', parquet: 'Parquet', ndjson: 'NDJSON' } as const

/** The files of the dataset, and what their columns mean, as the bake describes them. */
export async function readData({ exports }: Service) {
  const dictionary = await readDictionary(exports)
  const files = exports.files.map(toDataFile)
  const lists = RESOURCE_NAMES.map((name) => {
    const named = Object.keys(DATA_FORMATS).flatMap(
      (format) => files.find((file) => file.name === `${name}.${format}`) ?? [],
    )
    return {
      name,
      title: getResource(name).summary,
      records: named[0]?.records ?? 0,
      files: named,
      columns: dictionary
        .filter(({ list }) => list === name)
        .map(({ column, type, description, files: having }) => ({
          ...{ column, type, description },
          /** Whether only the NDJSON and SQLite files have it. */
          isNested: !having.split('; ').includes(`${name}.csv`),
        })),
    }
  })
  const whole = files.filter(({ name }) => ['dataset.sqlite', 'dictionary.csv', 'datapackage.json'].includes(name))
  return { ...exports.publication, lists, whole, newestMax: NEWEST_MAX }
}

type DictionaryRow = Record<'list' | 'column' | 'type' | 'description' | 'files', string>

async function readDictionary(exports: Service['exports']): Promise<DictionaryRow[]> {
  const file = exports.find('dictionary.csv')
  if (!file) throw new Error('The bake has no data dictionary. Run "npm run bake".')
  const handle = await exports.open(file)
  try {
    return parse(await handle.readFile(), { columns: true })
  } finally {
    await handle.close()
  }
}

const toDataFile = ({ name, bytes, records }: SnapshotFile) => ({
  name,
  path: downloadPath(name),
  size: bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`,
  records,
})

/** What is on file and in none of the files, because it is not verified. */
export function readHeld(service: Service, now: Instant): { rows: number; amount: number; states: number } {
  const states = readCoverage(service, now).filter(({ state }) => state !== null)
  const held = states.flatMap(({ awards }) => getHeld(awards) ?? [])
  const sum = (values: (number | null)[]) => getSum(values) ?? 0
  return { rows: sum(held.map(({ rows }) => rows)), amount: sum(held.map(({ amount }) => amount)), states: held.length }
}
