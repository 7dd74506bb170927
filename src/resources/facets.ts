import type { Resource } from './define.ts'

/** The filters of a list that can be used as facets. */
export const getFacets = ({ filters }: Pick<Resource, 'filters'>): string[] =>
  Object.entries(filters).flatMap(([parameter, { op, isCounted = ['is', 'has', 'timed'].includes(op) }]) =>
    isCounted ? [parameter] : [],
  )
