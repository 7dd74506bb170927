import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Command } from 'commander'
import { prepare } from '../src/bake/bake.ts'
import { release } from '../src/bake/release.ts'
import { measureInputs, SIZES } from './bench/inputs.ts'

/** What the longest text may cost more than a short one. */
const GROWTH_MAX_MS = 10

await new Command('bench-inputs')
  .description(
    'Measures the processor time of requests as the texts that callers send grow, and fails if one grows by more than 10 ms.',
  )
  .option('--data <dir>', 'dataset folder', 'data')
  .option('--json', 'print the figures as JSON', false)
  .action(run)
  .parseAsync()

async function run({ data, json }: { data: string; json: boolean }): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'rural-health-inputs-'))
  const { publication } = await prepare(data, () => {})
  await release(publication, folder, Date.now(), () => {})
  const groups = await measureInputs(folder, 5)
  rmSync(folder, { recursive: true })
  const rows = groups.map(
    ({ group, inputs, input, text, smallMs, largeMs }) =>
      `| ${group} | ${inputs} | ${input} | ${text} | ${smallMs.toFixed(1)} | ${largeMs.toFixed(1)} |`,
  )
  const head = `| where | inputs | slowest | its text | ms at ${SIZES.small} | ms at ${SIZES.large} |`
  console.log(json ? JSON.stringify(groups, null, 2) : [head, '|---|---:|---|---|---:|---:|', ...rows].join('\n'))
  if (groups.some(({ smallMs, largeMs }) => largeMs - smallMs > GROWTH_MAX_MS)) process.exitCode = 1
}
