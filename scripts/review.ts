import { Command, InvalidArgumentError } from 'commander'
import { lock } from '../src/bake/folder/lock.ts'
import {
  DECISIONS,
  decide,
  formatDetail,
  formatLine,
  ITEM_KINDS,
  type Item,
  type ItemKind,
  readItems,
} from '../src/nightly/review.ts'

interface Options {
  data: string
  json: boolean
}

const TITLES = {
  quarantine: 'In quarantine: data that failed a check',
  conflict: 'Conflicts: a source disagrees with the record',
  candidate: 'Candidates: links on program pages that are not in the records',
  gap: 'Gaps',
} as const satisfies Record<ItemKind, string>

const LISTED_MAX = 20

const program = new Command('review')
  .description('Lists and decides what needs a decision: quarantine, conflicts, candidates and gaps.')
  .addHelpText(
    'after',
    '\nExamples:\n  npm run review\n  npm run review -- show x-1a2b3c4d\n  npm run review -- decide x-1a2b3c4d take --reason "the agency confirmed the new date"',
  )

const withFolder = (command: Command): Command =>
  command
    .option('--data <dir>', 'dataset folder, with records/ and history/', 'data')
    .option('--json', 'print the result as JSON', false)

function parseKind(text: string): ItemKind {
  const kind = ITEM_KINDS.find((each) => each === text)
  if (!kind) throw new InvalidArgumentError(`The kinds are ${ITEM_KINDS.join(', ')}.`)
  return kind
}

function addField(text: string, fields: Record<string, unknown>): Record<string, unknown> {
  const [name = '', value] = text.split(/=(.*)/s)
  if (!/^\w+$/.test(name) || value === undefined) throw new InvalidArgumentError('Use NAME=VALUE.')
  return { ...fields, [name]: parseValue(value) }
}

function parseValue(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

withFolder(program.command('list', { isDefault: true }))
  .description('list what needs a decision')
  .option('--kind <kind>', `only this kind (${ITEM_KINDS.join(', ')})`, parseKind)
  .option('--state <code>', 'only this state')
  .option('--all', `list all, not just the first ${LISTED_MAX} of each kind`, false)
  .action(async ({ data, json, kind, state, all }: Options & { kind?: ItemKind; state?: string; all: boolean }) => {
    const items = (await readItems(data)).filter(
      (item) => (!kind || item.kind === kind) && (!state || item.state === state.toUpperCase()),
    )
    const describeItems = () =>
      items.map((item) => ({ ...item, line: formatLine(item), decisions: DECISIONS[item.kind] }))
    if (json) console.log(JSON.stringify(describeItems(), null, 2))
    else console.log(overview(items, all ? Number.POSITIVE_INFINITY : LISTED_MAX))
  })

withFolder(program.command('show <handle>'))
  .description('show one item, with both sides')
  .action(async (handle: string, { data, json }: Options) => {
    const item = itemNamed(handle, await readItems(data))
    console.log(json ? JSON.stringify(item, null, 2) : formatDetail(item))
  })

withFolder(program.command('decide <handle> <decision>'))
  .description('decide an item: release or drop (quarantine), take or keep (conflict), accept or reject (candidate)')
  .requiredOption('--reason <text>', 'the reason, stored in data/history/decisions.ndjson')
  .option('--field <name=value>', 'a field of the new record; may be repeated', addField, {})
  .action(
    async (
      handle: string,
      decision: string,
      { data, json, reason, field }: Options & { reason: string; field: Record<string, unknown> },
    ) => {
      const now = new Date()
      const unlock = lock(data, now)
      try {
        const item = itemNamed(handle, await readItems(data))
        const sentence = await decide(data, item, { decision, reason, fields: field, now })
        console.log(json ? JSON.stringify({ handle, decision, reason, done: sentence }) : sentence)
      } finally {
        unlock()
      }
    },
  )

function itemNamed(handle: string, items: readonly Item[]): Item {
  const item = items.find((candidate) => candidate.handle === handle)
  if (!item) throw new Error(`No item has the handle "${handle}". List all handles with "npm run review".`)
  return item
}

function overview(items: readonly Item[], most: number): string {
  if (items.length === 0) return 'Nothing needs a decision.'
  return ITEM_KINDS.flatMap((kind) => {
    const matching = items.filter((item) => item.kind === kind)
    if (matching.length === 0) return []
    const more = matching.length > most ? [`  and ${matching.length - most} more: --kind ${kind} --all`] : []
    return [
      `${TITLES[kind]} (${matching.length})`,
      ...matching.slice(0, most).map((item) => `  ${formatLine(item)}`),
      ...more,
      '',
    ]
  })
    .join('\n')
    .trimEnd()
}

await program.parseAsync().catch((error: Error) => {
  console.error(`review: ${error.message}`)
  process.exitCode = 1
})
