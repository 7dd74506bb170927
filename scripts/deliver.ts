import { Command, InvalidArgumentError } from 'commander'
import { readSettings } from '../src/http/settings/settings.ts'
import { deliverPublished, formatTally } from '../src/http/webhooks/deliver.ts'

function parseMinutes(text: string): number {
  if (/^\d{1,4}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('Must be a whole number of minutes.')
}

const program = new Command('deliver')
  .description(
    'Sends webhooks and email alerts for what was published, when no server is running to do it. Uses DATASET_PATH and the key store from the settings. May be run again, and on several machines at once.',
  )
  .option('--wait <minutes>', 'keep retrying for this many minutes', parseMinutes, 0)
  .action(async ({ wait }: { wait: number }) => {
    const say = (line: object) => console.error(JSON.stringify(line))
    console.log(formatTally(await deliverPublished(readSettings(process.env), wait * 60_000, Date.now, say)))
  })

await program.parseAsync().catch((error: Error) => {
  console.error(`deliver: ${error.message}`)
  process.exitCode = 1
})
