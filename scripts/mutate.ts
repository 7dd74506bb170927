import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Command } from 'commander'
import { EQUIVALENT, findModules, findTests, SCORE_MIN, SUBJECTS } from './tested/modules.ts'

/** Too large to install with the project, so it has its own folder and uses the project's vitest. */
const STRYKER = '10.1.1'
const ROOT = path.join(import.meta.dirname, '..')
const PLACE = path.join(ROOT, 'var', 'stryker')
const CONFIG = 'vitest.mutation.config.ts'
const NOTICED = ['Killed', 'Timeout']
const UNNOTICED = ['Survived', 'NoCoverage']

interface Mutant {
  status: string
  mutatorName: string
  replacement?: string
  location: { start: { line: number } }
}
interface Report {
  files: { [file: string]: { source: string; mutants: Mutant[] } }
}

await new Command('mutate')
  .description(`Makes small changes to the code and counts how many the tests detect (at least ${SCORE_MIN}%).`)
  .argument(
    '[names...]',
    `subjects (${Object.keys(SUBJECTS).join(', ')}) or modules such as "rules/status" (default: all)`,
  )
  .action((names: string[]) => {
    // Checked before anything is installed.
    const chosen = (names.length === 0 ? Object.keys(SUBJECTS) : names).map((name) => ({
      name,
      modules: findModules(name),
    }))
    install()
    const scores = chosen.flatMap(({ name, modules }) => mutate(name, modules))
    process.exitCode = scores.every((score) => score >= SCORE_MIN) ? 0 : 1
  })
  .parseAsync()

function install(): void {
  const modules = path.join(PLACE, 'node_modules')
  if (existsSync(path.join(modules, '@stryker-mutator', 'vitest-runner'))) return
  mkdirSync(PLACE, { recursive: true })
  writeFileSync(path.join(PLACE, 'package.json'), '{"private":true}')
  const packages = ['core', 'vitest-runner'].map((name) => `@stryker-mutator/${name}@${STRYKER}`)
  const quiet = ['--no-audit', '--no-fund', '--legacy-peer-deps']
  execFileSync('npm', ['install', ...quiet, ...packages], { cwd: PLACE, stdio: 'inherit' })
  for (const name of ['vitest', 'typescript']) {
    const link = path.join(modules, name)
    rmSync(link, { recursive: true, force: true })
    symlinkSync(path.join(ROOT, 'node_modules', name), link)
  }
}

/** Mutates modules and prints the mutants that their tests did not detect. Returns the score of each module, in percent. */
function mutate(name: string, mutated: readonly string[]): number[] {
  const modules = path.join(PLACE, 'node_modules', '@stryker-mutator')
  const place = name.replaceAll('/', '-')
  const report = path.join(PLACE, `${place}.json`)
  const options = {
    mutate: mutated,
    testRunner: 'vitest',
    plugins: [path.join(modules, 'vitest-runner', 'dist', 'src', 'index.js')],
    vitest: { configFile: CONFIG, related: false },
    coverageAnalysis: 'perTest',
    // Static values are tables; mutating them takes hours, because each needs a new process.
    ignoreStatic: true,
    // On a busy machine a slow test is no endless loop; those are told by how often their mutant is hit.
    timeoutMS: 30_000,
    disableTypeChecks: true,
    reporters: ['json', 'progress-append-only'],
    jsonReporter: { fileName: report },
    tempDirName: path.join('var', `mutants-${place}`),
    ignorePatterns: ['data', 'docs', 'public', 'var', 'dist'],
  }
  const file = path.join(PLACE, `${place}.config.json`)
  writeFileSync(file, JSON.stringify(options))
  const stryker = path.join(modules, 'core', 'bin', 'stryker.js')
  const env = { ...process.env, MUTATION_TESTS: [...new Set(mutated.flatMap(findTests))].join(',') }
  const { status } = spawnSync(process.execPath, [stryker, 'run', file], { cwd: ROOT, env, stdio: 'inherit' })
  if (status !== 0) throw new Error(`Stryker exited with ${status}.`)
  return printScores(JSON.parse(readFileSync(report, 'utf8')))
}

const printScores = ({ files }: Report): number[] =>
  Object.entries(files).map(([file, module]) => {
    const { mutants, noticed, equivalent } = getCounts(file, module)
    const score = mutants === equivalent ? 100 : Math.round((noticed / (mutants - equivalent)) * 1000) / 10
    console.log(`${file}: ${noticed} of ${mutants} mutants detected, ${score}%.`)
    return score
  })

/** The counts of a module; prints the mutants that were not detected. */
function getCounts(file: string, { source, mutants }: Report['files'][string]) {
  const counts = { mutants: 0, noticed: 0, equivalent: 0 }
  const lines = source.split('\n')
  for (const { status, mutatorName, replacement = '', location } of mutants) {
    const line = lines[location.start.line - 1] ?? ''
    if ([...NOTICED, ...UNNOTICED].includes(status)) counts.mutants += 1
    if (NOTICED.includes(status)) counts.noticed += 1
    if (!UNNOTICED.includes(status)) continue
    if (EQUIVALENT.some((each) => each.file === file && each.line.test(line))) counts.equivalent += 1
    else console.log(`${file}:${location.start.line} ${mutatorName}: ${line.trim()} => ${replacement}`)
  }
  return counts
}
