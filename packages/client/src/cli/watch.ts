import type { ChangeType, Client, StateCode } from '../index.ts'
import { formatCell } from './cells.ts'
import { COMMANDS } from './commands.generated.ts'
import { formatCsv } from './csv.ts'
import type { Form } from './print.ts'
import type { Terminal } from './terminal.ts'

interface Watch {
  form: Form
  intervalMs: number | undefined
}

const FIELDS = COMMANDS.find(({ name }) => name === 'changes')?.columns ?? []

/** Prints change events as they arrive, one per line, until interrupted; then says how to continue. */
export async function followChanges(
  client: Client,
  { since, type, state }: { since?: string; type?: string[]; state?: string[] },
  { form, intervalMs }: Watch,
  terminal: Terminal,
): Promise<void> {
  let last = since
  if (form.csv) terminal.out(formatCsv(FIELDS, []))
  // The service checks the values and lists the supported ones in its error.
  const filters = { since, types: type as ChangeType[] | undefined, states: state as StateCode[] | undefined }
  try {
    for await (const { cursor, ...event } of client.changes.follow({ ...filters, intervalMs })) {
      if (form.json) terminal.out(`${JSON.stringify(event)}\n`)
      else if (form.csv) terminal.out(formatCsv(FIELDS, [event], { header: false }))
      else terminal.out(`${formatLine(event)}\n`)
      last = cursor
    }
  } finally {
    if (last) terminal.log(`Continue with: rhp changes --follow --since ${last}\n`)
  }
}

const formatLine = ({
  occurredAt,
  state,
  type,
  summary,
}: { [Field in 'occurredAt' | 'type' | 'summary']: string } & { state: string | null }) =>
  `${formatCell('occurredAt', occurredAt)}  ${(state ?? 'US').padEnd(2)}  ${type.padEnd(15)}  ${formatCell('summary', summary)}`
