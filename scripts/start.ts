import { spawn } from 'node:child_process'
import { Command } from 'commander'
import { readSettings } from '../src/http/settings/settings.ts'
import { bakeDataset, buildSite, type Step } from '../src/operations/build.ts'

interface Options {
  verbose: boolean
  build: boolean
  serve: boolean
  watch: boolean
  force: boolean
  workers?: string
}

const DATASET_PATH_DEFAULT = 'data/baked'
const ERRORS_SHOWN = 10

const program = new Command('start')
  .description('Bakes the dataset and builds the site if they changed, then serves them.')
  .option('--verbose', 'show the output of the build tools', false)
  .option('--no-build', 'serve the existing build')
  .option('--no-serve', 'only bake and build; exits with 1 if something fails')
  .option('--watch', 'restart the server when its source changes', false)
  .option('--workers <n>', 'number of worker processes that share the port (WORKERS)')
  .option('--force', 'bake and build even if nothing changed', false)
  .addHelpText('after', '\nIf the records have errors or the site fails to build, the last good version is served.')
  .action(run)

async function run({ verbose, build, serve, watch, force, workers }: Options): Promise<void> {
  if (workers !== undefined) process.env.WORKERS = workers
  if (build && serve && process.env.NODE_ENV !== 'production') process.env.PUBLIC_DEMO_KEY ||= 'true'
  try {
    readSettings(process.env)
  } catch (error) {
    console.error(`Nothing was ${build ? 'built' : 'started'}: ${(error as Error).message}`)
    process.exitCode = 1
    return
  }
  if (build && !(await buildAll({ isVerbose: verbose, isForced: force }, serve))) {
    process.exitCode = 1
    return
  }
  if (watch) runWatched('src/server.ts')
  else if (serve) await import('../src/server.ts')
}

/** Runs a module in a process of its own, which restarts when the source changes. */
function runWatched(module: string): void {
  const child = spawn(process.execPath, ['--watch', module], { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal))
  child.on('exit', (code) => {
    process.exitCode = code ?? 1
  })
}

/** Bakes and builds. Returns whether to go on: everything succeeded, or there is a previous build to serve. */
async function buildAll(how: { isVerbose: boolean; isForced: boolean }, serves: boolean): Promise<boolean> {
  const around = { ...how, root: process.cwd(), env: process.env, now: Date.now() }
  const dataset = process.env.DATASET_PATH || DATASET_PATH_DEFAULT
  const report = (name: string, step: Step): boolean => {
    const say = step.isGood && serves ? console.log : console.error
    say(`${name.padEnd(8)} ${step.text}`)
    for (const error of step.errors.slice(0, ERRORS_SHOWN)) console.error(`  ${error}`)
    if (step.errors.length > ERRORS_SHOWN)
      console.error(`  … ${step.errors.length - ERRORS_SHOWN} more lines: --verbose`)
    return step.isGood || (serves && step.canServe)
  }
  return report('Dataset', await bakeDataset(around, dataset)) && report('Site', await buildSite(around, dataset))
}

await program.parseAsync()
