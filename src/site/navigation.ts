/** The guides, in the order of reading. */
export const GUIDES = {
  'quick-start': { title: 'Quick start', summary: 'From nothing to the first answer, in two minutes.' },
  authentication: { title: 'Authentication', summary: 'Keys, headers, and what a refused key is told.' },
  accounts: { title: 'Accounts and billing', summary: 'Signing in, roles, and how a payment provider sets plans.' },
  limits: {
    title: 'Limits and headers',
    summary: 'What each plan allows, what is counted, and the headers that say so.',
  },
  conventions: { title: 'Conventions', summary: 'Values, time, money, parameters, caches, and browsers.' },
  pagination: { title: 'Pages', summary: 'Page sizes, orders, and reading a list to its end.' },
  syncing: {
    title: 'Keeping a copy',
    summary: 'The whole dataset on your side, current every night, for about 40 requests a month.',
  },
  changes: { title: 'Change feed', summary: 'What changed since you last looked, losing nothing.' },
  webhooks: { title: 'Webhooks', summary: 'Get a message when something changes.' },
  search: { title: 'Search', summary: 'Words, phrases, prefixes, filters, and AI answers.' },
  subscriptions: {
    title: 'Signed addresses',
    summary: 'A calendar in Outlook or Google, a feed in Slack, a table in Excel: addresses that need no key.',
  },
  agents: { title: 'Tools for agents', summary: 'The service as tools of the Model Context Protocol (MCP).' },
  taxonomy: { title: 'Taxonomy', summary: 'The program categories, their legacy aliases, and the evidence for each.' },
  errors: { title: 'Errors', summary: 'Every error code, what it means, and what to do.' },
  sources: {
    title: 'Sources and freshness',
    summary: 'Where the data comes from, how it is checked, and how old it is.',
  },
  versioning: { title: 'Versioning', summary: 'What may change, what may not, and how you are told.' },
  changelog: { title: 'Changelog', summary: 'Every version of the contract.' },
  'self-hosting': { title: 'Self-hosting', summary: 'Running the service yourself, and its settings.' },
  operations: { title: 'Operations', summary: 'Stop, watch, back up, roll back and upgrade a service of your own.' },
  scaling: { title: 'Scaling', summary: 'Several processes, several machines, and where the limits are.' },
} as const satisfies Record<string, { title: string; summary: string }>

export type GuideName = keyof typeof GUIDES
export const GUIDE_NAMES = Object.keys(GUIDES) as GuideName[]

export const guidePath = (name: GuideName): string => `/docs/${name}`
export const referencePath = (slug: string): string => `/reference/${slug}`

/** The head of every page. `within` marks the pages that belong to an entry. */
export const SECTIONS = [
  { label: 'Opportunities', path: '/opportunities', within: '/opportunities' },
  { label: 'Awards', path: '/awards', within: '/awards' },
  { label: 'Documents', path: '/documents', within: '/documents' },
  { label: 'Events', path: '/events', within: '/events' },
  { label: 'States', path: '/states', within: '/states' },
  { label: 'Search', path: '/search', within: '/search' },
  { label: 'API', path: '/docs', within: '/docs' },
  { label: 'Reference', path: '/reference', within: '/reference' },
  { label: 'Account', path: '/account', within: '/account' },
] as const

/** The path of a page in Markdown. */
export const markdownPath = (path: string): string => (path === '/' ? '/index.md' : `${path}.md`)
