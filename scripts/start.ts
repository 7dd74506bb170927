import { Command } from 'commander'
import { bakeDataset, type Step } from '../src/operations/dataset.ts'
import { buildSite } from '../src/operations/site.ts'

interface Options {
  verbose: boolean
  build: boolean
  serve: boolean
  force: boolean
  workers?: string
}

const DATASET_PATH_DEFAULT = 'data/baked'
const FAULTS_SHOWN = 10

const program = new Command('start')
  .description('Bakes the dataset and builds the site, as far as they changed, and serves them.')
  .option('--verbose', 'show what the tools say', false)
  .option('--no-build', 'serve what is there')
  .option('--no-serve', 'only bake and build; exits with 1 when something fails')
  .option('--workers <n>', 'serve in this many processes that share the port (WORKERS)')
  .option('--force', 'bake and build, changed or not', false)
  .addHelpText(
    'after',
    '\nRecords with faults and a site that cannot be built never keep the last good ones from being served.',
  )
  .action(run)

async function run({ verbose, build, serve, force, workers }: Options): Promise<void> {
  if (build && !(await builds({ isVerbose: verbose, isForced: force }, serve))) {
    process.exitCode = 1
    return
  }
  if (workers !== undefined) process.env.WORKERS = workers
  if (serve) await import('../src/server.ts')
}

/** Bakes and builds. Returns whether to go on: all is well, or at least there is something to serve. */
async function builds(how: { isVerbose: boolean; isForced: boolean }, serves: boolean): Promise<boolean> {
  const around = { ...how, root: process.cwd(), env: process.env, now: Date.now() }
  const dataset = process.env.DATASET_PATH || DATASET_PATH_DEFAULT
  const goesOn = (name: string, step: Step): boolean => {
    const say = step.isGood && serves ? console.log : console.error
    say(`${name.padEnd(8)} ${step.text}`)
    for (const fault of step.faults.slice(0, FAULTS_SHOWN)) console.error(`  ${fault}`)
    if (step.faults.length > FAULTS_SHOWN)
      console.error(`  … ${step.faults.length - FAULTS_SHOWN} more lines: --verbose`)
    return step.isGood || (serves && step.canServe)
  }
  return goesOn('Dataset', await bakeDataset(around, dataset)) && goesOn('Site', await buildSite(around, dataset))
}

await program.parseAsync()
