import { Command, Option } from 'commander'
import type { ApiResponse } from '../index.ts'
import type { ListCommand } from './command.ts'
import { addForms, collected, counted, formatFlag } from './options.ts'
import { type Form, printList, printRecord } from './print.ts'
import { openClient, type Terminal } from './terminal.ts'
import { followChanges } from './watch.ts'

interface ListOptions extends Form {
  limit?: number
  all?: true
  follow?: true
  interval?: number
  [filter: string]: unknown
}

/** A group of the client as every command uses it; the service checks the parameters. */
interface Group {
  list(query: object): Promise<ApiResponse<{ data: object[]; pagination?: { total: number }; hasMore?: boolean }>>
  all(query: object): AsyncGenerator<object>
  get(name: string): Promise<ApiResponse<object>>
}

/** The command of a list, and of its single records if it has any. */
export function listCommand(definition: ListCommand, terminal: Terminal): Command {
  const { name, summary, description, filters, single } = definition
  const command = new Command(name).summary(summary).description(description)
  if (definition.alias) command.alias(definition.alias)
  if (single) command.argument('[name...]', `${single} Prints only this record, with or without "get" before it.`)
  for (const { name: filter, description, kind, values } of filters) {
    const words =
      values.length > 0 && values.length <= SHOWN_MAX ? `${description} (${values.join(', ')})` : description
    const option = new Option(kind === 'flag' ? formatFlag(filter) : `${formatFlag(filter)} <${kind}>`, words)
    command.addOption(kind === 'list' ? option.argParser(collected) : option)
  }
  command.addOption(
    new Option('--limit <number>', `maximum number of records (default ${definition.limit.default})`)
      .argParser(counted)
      .conflicts('all'),
  )
  command.option('--all', 'print every matching record')
  addForms(command)
  if (name === 'changes') {
    command.option(
      '--follow',
      'wait for further changes and print them as they arrive (all types unless --type is given)',
    )
    command.addOption(new Option('--interval <seconds>', 'time between polls (default 60)').argParser(counted))
  }
  return command.action(async (...given: unknown[]) => {
    const record = single ? findName(given[0] as string[], command) : undefined
    const options = given[single ? 1 : 0] as ListOptions
    await runList(definition, record, options, terminal)
  })
}

// For longer sets, the service's error lists the values.
const SHOWN_MAX = 12

/** The name of a record: `NE`, or `get NE`. */
function findName(words: readonly string[], command: Command): string | undefined {
  const [name, ...more] = words[0] === 'get' && words.length > 1 ? words.slice(1) : words
  if (more.length > 0) command.error(`error: only one record can be printed; "${more.join(' ')}" is too much`)
  return name
}

async function runList(definition: ListCommand, record: string | undefined, options: ListOptions, terminal: Terminal) {
  const { limit, all, follow, interval, json, csv, ...filters } = options
  const form: Form = { ...(json && { json }), ...(csv && { csv }) }
  const client = openClient(terminal)
  const group = client[definition.name as 'states'] as unknown as Group
  if (record !== undefined) {
    return printRecord(terminal, form, (await group.get(record)).body, definition.singleColumns ?? undefined)
  }
  if (follow) return followChanges(client, filters, { form, intervalMs: interval && interval * 1000 }, terminal)
  const query = { ...definition.sent, ...filters }
  const { records, more } = await read(group, query, all ? Number.POSITIVE_INFINITY : limit, definition.limit)
  const fields = filters.fields as string[] | undefined
  const columns = definition.columns.filter((column) => fields?.includes(column.split('.')[0] ?? '') ?? true)
  printList(terminal, form, definition.name, columns, records, nothingText(definition, query))
  if (more) terminal.log(`${more} Use --all to print all of them.\n`)
}

/** The message for an empty list, including the default filters. */
function nothingText({ filters }: ListCommand, given: object): string {
  const held = filters.flatMap(({ name, fallback, values }) => {
    if (!fallback || name in given) return []
    const all = values.includes(EVERY) ? `; use ${formatFlag(name)} ${EVERY} for every ${name}` : ''
    return `Without ${formatFlag(name)}, only ${fallback} is included${all}.`
  })
  return ['No matches.', ...held].join(' ')
}

const EVERY = 'ALL'

/** Up to the requested number of records, and a sentence if there are more. */
async function read(
  group: Group,
  filters: object,
  wanted: number | undefined,
  limit: ListCommand['limit'],
): Promise<{ records: object[]; more?: string }> {
  if (wanted === undefined || wanted <= limit.max) {
    const { body } = await group.list({ ...filters, ...(wanted && { limit: wanted }) })
    const { data: records, pagination, hasMore } = body
    if (pagination && pagination.total > records.length) {
      return { records, more: `Showing ${records.length} of ${pagination.total.toLocaleString('en-US')}.` }
    }
    return hasMore ? { records, more: `Showing ${records.length}; there are more.` } : { records }
  }
  const records: object[] = []
  for await (const record of group.all(filters)) {
    records.push(record)
    if (records.length >= wanted) return { records, more: `Showing the first ${records.length}.` }
  }
  return { records }
}
