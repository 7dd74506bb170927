/** The guides, in reading order. */
export const GUIDES = {
  'quick-start': { title: 'Quick start', summary: 'Your first API response in two minutes.' },
  authentication: { title: 'Authentication', summary: 'Keys, headers, and errors for refused keys.' },
  accounts: { title: 'Accounts and billing', summary: 'Sign-in, roles, plans, and events from a payment provider.' },
  limits: { title: 'Limits and headers', summary: 'What each plan includes, what counts, and the quota headers.' },
  conventions: { title: 'Conventions', summary: 'Values, times, money, parameters, caching and browsers.' },
  pagination: { title: 'Pages', summary: 'Page sizes, sort orders, and reading complete lists.' },
  syncing: {
    title: 'Keeping a copy',
    summary: 'Keep a copy of the whole dataset, updated every night, with about 40 requests a month.',
  },
  changes: { title: 'Change feed', summary: 'What changed since your last call, without gaps.' },
  webhooks: { title: 'Webhooks', summary: 'Get a message when something changes.' },
  search: { title: 'Search', summary: 'Words, phrases, prefixes, filters and AI answers.' },
  subscriptions: {
    title: 'Signed addresses',
    summary: 'A calendar in Outlook or Google, a feed in Slack, a table in Excel: addresses that need no key.',
  },
  agents: { title: 'Tools for agents', summary: 'The API as tools of the Model Context Protocol (MCP).' },
  taxonomy: { title: 'Taxonomy', summary: 'The program categories, their legacy aliases, and the evidence for each.' },
  errors: { title: 'Errors', summary: 'Every error code, what it means, and what to do.' },
  sources: { title: 'Sources and freshness', summary: 'Where the data comes from, how it is checked, how old it is.' },
  versioning: { title: 'Versioning', summary: 'What can change, what cannot, and how changes are announced.' },
  changelog: { title: 'Changelog', summary: 'Every version of the API contract.' },
  'self-hosting': { title: 'Self-hosting', summary: 'Running the service yourself, and its settings.' },
  operations: {
    title: 'Operations',
    summary: 'Stopping, monitoring, backing up, rolling back and upgrading your own instance.',
  },
  scaling: { title: 'Scaling', summary: 'Several processes, several machines, and the limits of each.' },
} as const satisfies Record<string, { title: string; summary: string }>

export type GuideName = keyof typeof GUIDES
export const GUIDE_NAMES = Object.keys(GUIDES) as GuideName[]

export const guidePath = (name: GuideName): string => `/docs/${name}`
export const referencePath = (slug: string): string => `/reference/${slug}`

/** The main navigation. */
export const SECTIONS = [
  { label: 'Opportunities', path: '/opportunities' },
  { label: 'Awards', path: '/awards' },
  { label: 'Activities', path: '/activities' },
  { label: 'Documents', path: '/documents' },
  { label: 'Events', path: '/events' },
  { label: 'States', path: '/states' },
  { label: 'Data', path: '/data' },
  { label: 'Search', path: '/search' },
  { label: 'API', path: '/docs' },
  { label: 'Reference', path: '/reference' },
  { label: 'Account', path: '/account' },
] as const

export const markdownPath = (path: string): string => (path === '/' ? '/index.md' : `${path}.md`)
