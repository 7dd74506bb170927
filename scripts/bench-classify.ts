import { Command } from 'commander'
import { prepare } from '../src/bake/bake.ts'
import { classify } from '../src/rules/classify/classify.ts'
import { CATEGORY_IDS, type CategoryId } from '../src/schema/taxonomy.ts'
import {
  getAccuracy,
  getConfusion,
  getVerdict,
  type Labeled,
  readLabels,
  type Verdict,
} from './bench/classification.ts'

const program = new Command('bench-classify')
  .description('Measures the classifier on labeled records: accuracy, unclassified records and speed.')
  .option('--data <dir>', 'dataset folder', 'data')
  .option('--records <n>', 'number of records for the speed measurement', Number, 100_000)
  .option('--misses', 'list the records it gets wrong', false)
  .option('--json', 'print the figures as JSON', false)
  .action(run)

interface Options {
  data: string
  records: number
  misses: boolean
  json: boolean
}

async function run({ data, records, misses, json }: Options): Promise<void> {
  const labels = readLabels()
  const verdicts = labels.map(getVerdict)
  const groups = Map.groupBy(verdicts, ({ record }) => `${record.half} ${record.kind}`)
  const figures = {
    accuracy: Object.fromEntries(
      [...groups].map(([name, group]) => [name, mapValues({ ...getAccuracy(group) }, round)]),
    ),
    categories: Object.fromEntries(CATEGORY_IDS.map((category) => [category, getConfusion(category, verdicts)])),
    unclassified: await countUnclassified(data),
    recordsPerSecond: measureSpeed(labels, records),
  }
  const wrong = misses ? verdicts.filter((verdict) => verdict.missed.length + verdict.wrong.length > 0) : []
  if (json) return console.log(JSON.stringify({ ...figures, misses: wrong }, null, 2))
  console.table(figures.accuracy)
  console.table(figures.categories)
  console.table(figures.unclassified)
  console.log(`${figures.recordsPerSecond.toLocaleString('en-US')} records per second`)
  for (const verdict of wrong) print(verdict)
}

async function countUnclassified(data: string): Promise<Record<string, { records: number; unclassified: string }>> {
  const { publication } = await prepare(data, () => {})
  const { opportunities, documents, awards } = publication
  const lists = { opportunities, documents, awards }
  return mapValues(lists, (rows: readonly { item: { programCategories: CategoryId[] } }[]) => {
    const other = rows.filter(({ item }) => item.programCategories.includes('OTHER_UNCLASSIFIED')).length
    return { records: rows.length, unclassified: `${((100 * other) / rows.length).toFixed(1)} %` }
  })
}

/** Records per second of CPU time. */
function measureSpeed(labels: readonly Labeled[], records: number): number {
  const began = process.cpuUsage()
  for (let at = 0; at < records; at++) classify(labels[at % labels.length] as Labeled)
  const { user, system } = process.cpuUsage(began)
  return Math.round((records / (user + system)) * 1e6)
}

function print({ record, missed, wrong }: Verdict): void {
  console.log(`${record.half} ${record.kind}: ${record.title} | ${record.body}`)
  if (missed.length > 0) console.log(`   missed ${missed.join(', ')}`)
  if (wrong.length > 0) console.log(`   wrong  ${wrong.join(', ')}`)
}

const mapValues = <From, To>(from: Record<string, From>, to: (value: From) => To): Record<string, To> =>
  Object.fromEntries(Object.entries(from).map(([key, value]) => [key, to(value)]))

const round = (value: number): number => Math.round(value * 1000) / 1000

await program.parseAsync()
