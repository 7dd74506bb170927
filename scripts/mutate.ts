import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Command } from 'commander'
import { readFigures, scoreOf, writeFigures } from './tested/figures.ts'
import { EQUIVALENT, SCORE_MIN, SUBJECTS, type Subject } from './tested/modules.ts'

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
  .argument('[subjects...]', `what to mutate: ${Object.keys(SUBJECTS).join(', ')} (default: all)`)
  .action((named: string[]) => {
    for (const name of named) if (!SUBJECTS[name]) throw new Error(`Unknown subject "${name}".`)
    install()
    let isBelow = false
    for (const [name, subject] of Object.entries(SUBJECTS)) {
      if (named.length === 0 || named.includes(name)) isBelow = !mutate(name, subject) || isBelow
    }
    process.exitCode = isBelow ? 1 : 0
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

/**
 * Mutates a subject, prints the mutants that its tests did not detect, and records the figures. Returns whether the
 * score is high enough.
 */
function mutate(name: string, { mutate, tests }: Subject): boolean {
  const modules = path.join(PLACE, 'node_modules', '@stryker-mutator')
  const report = path.join(PLACE, `${name}.json`)
  const options = {
    mutate,
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
    tempDirName: path.join('var', `mutants-${name}`),
    ignorePatterns: ['data', 'docs', 'public', 'var', 'dist'],
  }
  const file = path.join(PLACE, `${name}.config.json`)
  writeFileSync(file, JSON.stringify(options))
  const stryker = path.join(modules, 'core', 'bin', 'stryker.js')
  const env = { ...process.env, MUTATION_TESTS: tests.join(',') }
  const { status } = spawnSync(process.execPath, [stryker, 'run', file], { cwd: ROOT, env, stdio: 'inherit' })
  if (status !== 0) throw new Error(`Stryker exited with ${status}.`)
  return counted(name, JSON.parse(readFileSync(report, 'utf8')))
}

function counted(name: string, { files }: Report): boolean {
  const figures = { at: new Date().toISOString().slice(0, 10), mutants: 0, noticed: 0, equivalent: 0 }
  for (const [file, { source, mutants }] of Object.entries(files)) {
    const lines = source.split('\n')
    for (const { status, mutatorName, replacement = '', location } of mutants) {
      const line = lines[location.start.line - 1] ?? ''
      if ([...NOTICED, ...UNNOTICED].includes(status)) figures.mutants += 1
      if (NOTICED.includes(status)) figures.noticed += 1
      if (!UNNOTICED.includes(status)) continue
      if (EQUIVALENT.some((each) => each.file === file && each.line.test(line))) figures.equivalent += 1
      else console.log(`${file}:${location.start.line} ${mutatorName}: ${line.trim()} => ${replacement}`)
    }
  }
  const kept = readFigures()
  writeFigures({ ...kept, mutation: { ...kept.mutation, [name]: figures } })
  console.log(`${name}: ${figures.noticed} of ${figures.mutants} mutants detected, ${scoreOf(figures)}%.`)
  return scoreOf(figures) >= SCORE_MIN
}
