export const toGuidePath = (name: string): string => `/docs/${name}`
export const toReferencePath = (slug: string): string => `/reference/${slug}`

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

export const toMarkdownPath = (path: string): string => (path === '/' ? '/index.md' : `${path}.md`)
