import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Command } from 'commander'
import { formatHoldings, readHoldings, replaceTable } from '../src/bake/tables/coverage-table.ts'
import { readRecords } from '../src/records/dataset.ts'

interface Options {
  data: string
  write: boolean
  json: boolean
}

await new Command('coverage-table')
  .description('Compares the stored award rows and sums of each state with the officially stated ones.')
  .option('--data <dir>', 'dataset folder', 'data')
  .option('--write', 'write the table to README.md of the dataset folder', false)
  .option('--json', 'print the figures as JSON', false)
  .action(async ({ data, write, json }: Options) => {
    const holdings = readHoldings(await readRecords(data))
    if (write) {
      const file = path.join(data, 'README.md')
      writeFileSync(file, replaceTable(readFileSync(file, 'utf8'), formatHoldings(holdings)))
    }
    if (json) console.log(JSON.stringify(holdings))
    else if (!write) console.log(formatHoldings(holdings))
  })
  .parseAsync()
