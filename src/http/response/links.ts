import type { PagePosition } from '../../store/lists/page.ts'

/** The inputs of a `Link` header. */
interface Place {
  /** The URL of the list, without its query. */
  address: string
  search: string
  /** Whether the page was requested with a cursor. */
  isAfter: boolean
}

/** The `Link` header of a page (RFC 8288): first, prev, next and last; with cursors, first and next. */
export function formatLinks(
  { page, pages }: PagePosition,
  nextCursor: string | null,
  { address, search, isAfter }: Place,
): string {
  const parameters = new URLSearchParams(search)
  for (const name of ['page', 'cursor']) parameters.delete(name)
  const start = parameters.size > 0 ? `${address}?${parameters}&` : `${address}?`
  // Numbers and cursors never need URL escaping.
  const withParameter = (name: string, value: string | number): string => `${start}${name}=${value}`
  const turns = isAfter
    ? { first: withParameter('page', 1), next: nextCursor && withParameter('cursor', nextCursor) }
    : {
        first: withParameter('page', 1),
        prev: page > 1 && pages > 0 ? withParameter('page', Math.min(page - 1, pages)) : null,
        next: page < pages ? withParameter('page', page + 1) : null,
        last: withParameter('page', Math.max(pages, 1)),
      }
  return Object.entries(turns)
    .filter(([, target]) => target !== null)
    .map(([relation, target]) => `<${target}>; rel="${relation}"`)
    .join(', ')
}
