import { Command, InvalidArgumentError } from 'commander'
import { readSettings } from '../src/http/settings.ts'
import { deliverPublished, tallyText } from '../src/http/webhooks/deliver.ts'

function minutes(text: string): number {
  if (/^\d{1,4}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('Write minutes as a whole number.')
}

const program = new Command('deliver')
  .description(
    'Tells webhooks what was published, where no server runs that does. Reads DATASET_PATH and the store of the settings; may be run again and by several machines at once.',
  )
  .option('--wait <minutes>', 'go on with retries that fall due for so long', minutes, 0)
  .action(async ({ wait }: { wait: number }) => {
    const say = (line: object) => console.error(JSON.stringify(line))
    console.log(tallyText(await deliverPublished(readSettings(process.env), wait * 60_000, Date.now, say)))
  })

await program.parseAsync().catch((error: Error) => {
  console.error(`deliver: ${error.message}`)
  process.exitCode = 1
})
