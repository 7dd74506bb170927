import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { cpus, loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import Database from 'better-sqlite3'
import { Command, InvalidArgumentError, Option } from 'commander'
import { formatChart } from './bench/speed/chart.ts'
import { type ColdResult, measureColdStarts } from './bench/speed/cold.ts'
import { CONTENDER_NAMES, type ContenderName } from './bench/speed/contenders/index.ts'
import { loadProgram } from './bench/speed/load.ts'
import { createMaterial, createSynthetic, type Material } from './bench/speed/material.ts'
import { CONNECTIONS } from './bench/speed/measure.ts'
import { CHART_FILE, replaceFigures } from './bench/speed/page.ts'
import type { PageRows } from './bench/speed/questions.ts'
import { type Conditions, formatReport, type Growth, type Report } from './bench/speed/report.ts'
import { measureSideBySide } from './bench/speed/rounds.ts'

interface Options {
  data?: string
  quick: boolean
  scale: number[]
  contenders?: ContenderName[]
  rounds?: number
  seconds?: number
  cold: boolean
  write: boolean
  json: boolean
}

const BASE = { documents: 20_000, awards: 30_000, notices: 10_000 }
const QUICK_SHARE = 0.1
const MANNER = { rounds: 3, seconds: 2, warmupSeconds: 1, coldRuns: 15 }
const QUICK = { rounds: 2, seconds: 1, warmupSeconds: 1, coldRuns: 5 }
/** The contenders measured at the other sizes. */
const GROWING: readonly ContenderName[] = ['ours', 'bare']

const parsePositive = (text: string): number => {
  const value = Number(text)
  if (!Number.isInteger(value) || value < 1) throw new InvalidArgumentError('Must be a whole number of at least 1.')
  return value
}

const program = new Command('bench')
  .description('Measures the service against alternatives: one dataset, one run, alternating rounds.')
  .option('--data <dir>', 'dataset folder; synthetic records by default')
  .option('--quick', 'a tenth of the records and short rounds: for a first impression, not for comparison', false)
  .option(
    '--scale <list>',
    'sizes of the synthetic dataset, as multiples: 1,10,50; all contenders are measured at the first',
    (text) => text.split(',').map(parsePositive),
    [1],
  )
  .addOption(new Option('--contenders <names...>', 'measure only these').choices(CONTENDER_NAMES))
  .option('--rounds <n>', `rounds (${MANNER.rounds})`, parsePositive)
  .option('--seconds <n>', `seconds per contender, workload and round (${MANNER.seconds})`, parsePositive)
  .option('--cold', 'measure only cold starts of the function and the server; with --write, also the rest', false)
  .option('--write', `write the tables to docs/speed.md and the chart to ${CHART_FILE}`, false)
  .option('--json', 'print the figures as JSON', false)
  .addHelpText(
    'after',
    '\nThe load generator is wrk if it is installed, otherwise a client of our own. Contenders whose programs are not found are skipped and reported. json-server and the PostgreSQL driver are installed from npm into a temporary folder.',
  )
  .action(run)

async function run(options: Options): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'rural-health-bench-'))
  // The material is too large to leave behind when the bench is interrupted.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
  const say = (line: string): void => void process.stderr.write(`${line}\n`)
  const [loadBefore = 0] = loadavg()
  const manner = { ...(options.quick ? QUICK : MANNER), ...getManner(options), program: loadProgram() }
  const [first = 1, ...others] = options.scale
  const material = await createMaterialAt(first, folder, options, say)
  const around = { folder, firstPort: await findFreePort(), say, manner, rounds: manner.rounds }
  const isMeasured = !options.cold || options.write
  const names = options.contenders ?? CONTENDER_NAMES
  const results = isMeasured ? await measureSideBySide(material, { ...around, names }) : []
  const cold: ColdResult[] = options.cold
    ? await measureColdStarts(material, {
        folder: path.join(folder, 'cold'),
        firstPort: around.firstPort,
        runs: manner.coldRuns,
      })
    : []
  const { pageRows } = material
  const growth: Growth[] = [{ ...toGrowth(first, material), results }]
  for (const scale of isMeasured ? others : []) {
    const larger = path.join(folder, `at-${scale}`)
    const grown = await createMaterialAt(scale, larger, options, say, pageRows)
    growth.push({
      ...toGrowth(scale, grown),
      results: await measureSideBySide(grown, { ...around, folder: larger, names: GROWING }),
    })
    rmSync(larger, { recursive: true, force: true })
  }
  print({ conditions: readConditions(material, { ...manner, loadBefore }), results, growth, cold }, options)
}

const toGrowth = (scale: number, { bake, inProcess }: Material) => ({ scale, bake, inProcess })

const getManner = ({ rounds, seconds }: Options) => ({
  ...(rounds === undefined ? {} : { rounds }),
  ...(seconds === undefined ? {} : { seconds }),
})

async function createMaterialAt(
  scale: number,
  folder: string,
  { data, quick }: Options,
  say: (line: string) => void,
  like?: PageRows,
): Promise<Material> {
  const now = Date.now()
  const times = scale * (quick ? QUICK_SHARE : 1)
  const size = { documents: BASE.documents * times, awards: BASE.awards * times, notices: BASE.notices * times }
  const dataset = data ?? (await createSynthetic(path.join(folder, 'data'), size, path.join(ROOT, 'data'), now))
  const material = await createMaterial(dataset, folder, now, like)
  say(`Baked ${material.bake.records.toLocaleString('en-US')} records in ${material.bake.seconds} s.`)
  return material
}

const ROOT = path.join(import.meta.dirname, '..')

function readConditions(
  { bake, pageRows }: Material,
  {
    rounds,
    seconds,
    program: load,
    loadBefore,
  }: { rounds: number; seconds: number; program: string; loadBefore: number },
): Conditions {
  const db = new Database(':memory:')
  const sqlite = db.prepare<[], string>('SELECT sqlite_version()').pluck().get() ?? ''
  db.close()
  return {
    date: new Date().toISOString().slice(0, 10),
    processor: cpus()[0]?.model.trim() ?? 'unknown processor',
    cores: cpus().length,
    node: process.versions.node,
    sqlite,
    load,
    connections: CONNECTIONS,
    loadBefore,
    rounds,
    seconds,
    bake,
    pageRows,
  }
}

function print(report: Report, { json, write }: Options): void {
  const text = formatReport(report)
  if (write) {
    const page = path.join(ROOT, 'docs', 'speed.md')
    writeFileSync(path.join(ROOT, CHART_FILE), formatChart(report.results))
    writeFileSync(page, replaceFigures(readFileSync(page, 'utf8'), text))
  }
  console.log(json ? JSON.stringify(report, null, 2) : text)
}

/** A free port that probably has free ports after it. */
const findFreePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer().on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? Math.min(address.port, 65_000) : 42_000))
    })
  })

await program.parseAsync()
