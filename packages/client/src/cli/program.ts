import { Command, CommanderError } from 'commander'
import about from '../../package.json' with { type: 'json' }
import { COMMANDS } from './commands.generated.ts'
import { EXIT, toFailure } from './exit.ts'
import { listCommand } from './list.ts'
import { searchCommand } from './search.ts'
import { serviceCommands } from './service.ts'
import { syncCommand } from './sync.ts'
import type { Terminal } from './terminal.ts'
import { usageCommand } from './usage.ts'

const ENVIRONMENT = `
Environment:
  RHP_BASE_URL  URL of the service, such as https://api.example.org
  RHP_API_KEY   your API key
`

const EXIT_CODES = `
Exit codes:
${Object.values(EXIT)
  .map(([code, meaning]) => `  ${String(code).padEnd(5)}${meaning}`)
  .join('\n')}
`

/** Runs one command. Resolves to its exit code; errors are sentences on standard error. */
export async function run(args: readonly string[], terminal: Terminal): Promise<number> {
  const program = new Command('rhp')
    .description('Data on the US Rural Health Transformation Program from the command line.')
    .version(about.version)
    .addHelpText('after', ENVIRONMENT + EXIT_CODES)
  const commands = [
    ...COMMANDS.map((definition) => listCommand(definition, terminal)),
    searchCommand(terminal),
    syncCommand(terminal),
    usageCommand(terminal),
    ...serviceCommands(terminal),
  ]
  for (const command of commands) program.addCommand(command)
  for (const command of [program, ...commands]) {
    command.exitOverride().configureOutput({
      writeOut: terminal.out,
      writeErr: terminal.log,
      getOutHelpWidth: () => terminal.width ?? 100,
    })
  }
  try {
    await program.parseAsync(args, { from: 'user' })
    return EXIT.ok[0]
  } catch (error) {
    if (terminal.signal.aborted) return EXIT.interrupted[0]
    // Commander has already printed its message.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok[0] : EXIT.usage[0]
    const { code, sentences } = toFailure(error)
    for (const sentence of sentences) terminal.log(`error: ${sentence}\n`)
    return code
  }
}
