import { Command } from 'commander'
import type { SearchAnswer, SearchBody } from '../index.ts'
import { formatCell } from './cells.ts'
import { SEARCH_FIELDS } from './commands.generated.ts'
import { addForms, collected, counted } from './options.ts'
import { type Form, printList } from './print.ts'
import { openClient, type Terminal } from './terminal.ts'

interface SearchOptions extends Form, Omit<SearchBody, 'query' | 'states'> {
  state?: string[]
}

/** `rhp search`. */
export function searchCommand(terminal: Terminal): Command {
  const command = new Command('search')
    .summary('search the documents')
    .description('Full-text search over the documents, most relevant first, with an optional AI answer.')
    .argument('<query...>', 'Words to search for. All must occur; "a phrase", prefix* and -excluded are supported.')
    .option('--state <list>', 'Two-letter state code, or a comma-separated list of codes.', collected)
    .option('--year <text>', 'Fiscal year. 2026, FY2026, FY26 and FY 2026 mean the same.')
    .option('--program-category <text>', 'Canonical ID or legacy alias.')
    .option('--limit <number>', 'maximum number of documents, up to 50 (default 10)', counted)
    .option('--page <number>', 'page number, from 1', counted)
    .option('--ai-answer', 'include an AI answer, which is metered')
  return addForms(command).action(async (words: string[], { json, csv, state, ...wanted }: SearchOptions) => {
    const { body } = await openClient(terminal).search({
      query: words.join(' '),
      ...(state && { states: state }),
      ...wanted,
    })
    if (json) return terminal.out(`${JSON.stringify(body, null, 2)}\n`)
    if (body.aiAnswer) terminal[csv ? 'log' : 'out'](answerText(body))
    else if (wanted.aiAnswer) terminal.log(`There is no AI answer: ${body.aiAnswerStatus}.\n`)
    printList(terminal, { ...(csv && { csv }) }, 'search', SEARCH_FIELDS, body.documents)
    if (body.hasMore) terminal.log(`Showing ${body.count}; there are more.\n`)
  })
}

/** The AI answer, followed by its numbered sources. */
function answerText({ aiAnswer, citations }: SearchAnswer): string {
  const paragraphs = (aiAnswer ?? '').split('\n').map((line) => formatCell('aiAnswer', line))
  const sources = citations.map(({ number, title, url }) => `[${number}] ${formatCell('title', title)}, ${url}`)
  return `${[...paragraphs, '', ...sources].join('\n')}\n\n`
}
