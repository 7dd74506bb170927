import { Command, CommanderError } from 'commander'
import { AccountRefusal } from '../account/refusals.ts'
import { StoreUnavailable } from '../metering/admission.ts'
import { accountCommand } from './account.ts'
import { alertsCommand } from './alerts.ts'
import { backupCommand, exportCommand, importCommand, restoreCommand } from './copies.ts'
import { doctorCommand } from './doctor.ts'
import { keyCommand } from './key.ts'
import { memberCommand } from './member.ts'
import type { Terminal } from './terminal.ts'
import { usageCommand } from './usage.ts'

const COMMANDS = [
  accountCommand,
  memberCommand,
  keyCommand,
  usageCommand,
  alertsCommand,
  backupCommand,
  restoreCommand,
  exportCommand,
  importCommand,
  doctorCommand,
]

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
  for (const command of COMMANDS) program.addCommand(command(terminal))
  for (const command of [program, ...program.commands.flatMap((group) => [group, ...group.commands])]) {
    command.exitOverride().configureOutput({ writeOut: terminal.out, writeErr: terminal.log })
  }
  try {
    await program.parseAsync(args, { from: 'user' })
    return 0
  } catch (error) {
    // Commander has already printed its message.
    if (error instanceof CommanderError) return error.exitCode
    terminal.log(`error: ${sentenceFor(error)}\n`)
    return 1
  }
}

function sentenceFor(error: unknown): string {
  if (error instanceof AccountRefusal) return error.message
  if (error instanceof StoreUnavailable) return `${error.message} The change may not have been saved. Try again.`
  return error instanceof Error ? error.message : String(error)
}
