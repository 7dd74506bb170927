import { Command } from 'commander'
import { deploy } from '../src/nightly/deploy.ts'

const program = new Command('deploy')
  .description(
    'Deploys the build to the serverless platform: prebuilt if VERCEL_TOKEN is set, otherwise by calling DEPLOY_HOOK_URL.',
  )
  .action(async () => console.log(await deploy(process.env)))

await program.parseAsync().catch((error: Error) => {
  console.error(`deploy: ${error.message}`)
  process.exitCode = 1
})
