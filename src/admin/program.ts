import { Command, CommanderError } from 'commander'
import { AccountRefusal } from '../account/refusals.ts'
import { StoreUnavailable } from '../metering/admission.ts'
import { defineCommands, GROUPS } from './commands.ts'
import { doctorCommand } from './doctor.ts'
import { createDefine, type Terminal } from './terminal.ts'

/**
 * Runs one command of the maintainer's command line. Resolves to the exit code: 1 on any failure, with one sentence on
 * standard error.
 */
export async function runAdmin(args: string[], terminal: Terminal): Promise<number> {
  const program = new Command('admin')
    .description(
      'Manages accounts, keys, usage and alerts of the service, and copies of its key store, and checks the service.',
    )
    .helpCommand(true)
  defineCommands(createDefine(program, terminal, GROUPS), terminal)
  program.addCommand(doctorCommand(terminal))
  program.commands.find((group) => group.name() === 'alerts')?.alias('notices')
  for (const command of [program, ...program.commands.flatMap((group) => [group, ...group.commands])]) {
    command.exitOverride().configureOutput({ writeOut: terminal.out, writeErr: terminal.log })
  }
  try {
    await program.parseAsync(args, { from: 'user' })
    return 0
  } catch (error) {
    // Commander has already printed its message.
    if (error instanceof CommanderError) return error.exitCode
    terminal.log(`error: ${formatError(error)}\n`)
    return 1
  }
}

function formatError(error: unknown): string {
  if (error instanceof AccountRefusal) return error.message
  if (error instanceof StoreUnavailable) return `${error.message} The change may not have been saved. Try again.`
  return error instanceof Error ? error.message : String(error)
}
