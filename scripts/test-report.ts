import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Command } from 'commander'
import { newestOf } from '../src/rules/totals.ts'
import { type Figures, readFigures, scoreOf, sumOf, writeFigures } from './tested/figures.ts'
import { SUBJECTS } from './tested/modules.ts'

interface Options {
  from?: string
  recorded: boolean
}

/** The parts of vitest's JSON report that are used. */
interface VitestReport {
  startTime: number
  numTotalTests: number
  numPendingTests: number
  success: boolean
  testResults: { endTime: number }[]
}

const BEGIN = '<!-- tested: begin -->'
const END = '<!-- tested: end -->'

await new Command('test-report')
  .description('Runs all tests and writes the results to the README.')
  .option('--from <file>', 'use the JSON report of an earlier vitest run')
  .option('--recorded', 'write the figures of the last recorded run', false)
  .action(({ from, recorded }: Options) => {
    const figures = recorded ? readFigures() : { ...readFigures(), suite: suiteOf(from ?? run()) }
    writeFigures(figures)
    const readme = readFileSync('README.md', 'utf8')
    const [start, end] = [readme.indexOf(BEGIN), readme.indexOf(END)]
    if (start < 0 || end < start) throw new Error(`README.md must contain the lines "${BEGIN}" and "${END}".`)
    writeFileSync('README.md', `${readme.slice(0, start)}${BEGIN}\n${tableOf(figures)}\n${readme.slice(end)}`)
  })
  .parseAsync()

/** Runs all tests. @returns the path of the report */
function run(): string {
  const file = path.join('var', 'tests.json')
  const vitest = path.join('node_modules', 'vitest', 'vitest.mjs')
  const args = [vitest, 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  spawnSync(process.execPath, args, { stdio: 'inherit' })
  return file
}

function suiteOf(file: string): Figures['suite'] {
  const report: VitestReport = JSON.parse(readFileSync(file, 'utf8'))
  if (!report.success) throw new Error('Some tests failed. The README keeps the figures of the last passing run.')
  const end = Math.max(...report.testResults.map(({ endTime }) => endTime))
  return {
    at: new Date(report.startTime).toISOString().slice(0, 10),
    files: report.testResults.length,
    tests: report.numTotalTests,
    skipped: report.numPendingTests,
    seconds: Math.round((end - report.startTime) / 1000),
  }
}

function tableOf({ suite, mutation }: Figures): string {
  const rows = [
    ...(suite
      ? [
          `| whole suite | ${suite.tests} tests in ${suite.files} files, ${suite.skipped} of them only in \`npm run test:long\`; ${suite.seconds} seconds on ${suite.at} |`,
        ]
      : []),
    ...Object.entries(SUBJECTS).flatMap(([subject, modules]) => {
      const measured = Object.keys(modules).flatMap((module) => mutation[module] ?? [])
      return measured.length > 0 ? [mutationRow(subject, measured)] : []
    }),
  ]
  return ['| Measure | Last run |', '|---|---|', ...rows].join('\n')
}

function mutationRow(subject: string, modules: readonly Figures['mutation'][string][]): string {
  const sum = sumOf(modules)
  const equivalent = sum.equivalent > 0 ? `, ${sum.equivalent} equivalent` : ''
  const lowest = Math.min(...modules.map(scoreOf))
  const last = newestOf(modules.map(({ at }) => at))
  return `| mutants of ${subject} | ${sum.noticed} of ${sum.mutants} detected${equivalent}: ${scoreOf(sum)}%, and at least ${lowest}% in each of ${modules.length} modules, on ${last} |`
}
