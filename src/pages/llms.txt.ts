import { DEMO_LIMITS } from '../http/request/callers.ts'
import { ADDRESSES, BASE, DEMO, SHOWN_ROUTES } from '../site/build.ts'
import { GUIDE_NAMES, GUIDES, guidePath, markdownPath, referencePath } from '../site/navigation.ts'

/** The contents of the site for language models, with links to the Markdown version of each page. */
const link = (title: string, path: string, summary: string): string =>
  `- [${title}](${ADDRESSES[0] ?? ''}${markdownPath(path)}): ${summary}`

const text = `# Rural Health Program Data Service

> A read-only JSON API over the US Rural Health Transformation Program: state summaries, awards, documents, opportunities with deadlines, events, activities, a feed of changes, and full-text search. Base address: ${BASE}. Keyed endpoints take \`Authorization: Bearer <key>\`.${DEMO ? ` Without a key of your own, try \`${DEMO}\`: ${DEMO_LIMITS.hour} requests an hour and ${DEMO_LIMITS.day} a day.` : ''} The contract is at ${ADDRESSES[0] ?? ''}/openapi.json.

## Guides

${GUIDE_NAMES.map((name) => link(GUIDES[name].title, guidePath(name), GUIDES[name].summary)).join('\n')}

## Reference

${SHOWN_ROUTES.map(({ method, path, slug, summary }) => link(`${method} ${path}`, referencePath(slug), summary)).join('\n')}

## Data

${link('Data files', '/data', 'every list as CSV, XLSX, Parquet and NDJSON, all of it as SQLite, and a data dictionary, without a key')}
- [Opportunities](${ADDRESSES[0] ?? ''}/opportunities.csv), [awards](${ADDRESSES[0] ?? ''}/awards.csv), [documents](${ADDRESSES[0] ?? ''}/documents.csv), [events](${ADDRESSES[0] ?? ''}/events.csv): every record as a table; each state has its own, such as /states/ne/awards.csv
- [States compared](${ADDRESSES[0] ?? ''}/states/comparison.csv): the figures of the states as a table
${link('States', '/states', 'all states with their figures; each state has a page, such as /states/ne.md')}
${link('Status', '/status', 'which dataset is served')}
`

export const GET = (): Response => new Response(text)
