import { ApiUnreachable } from './errors.ts'
import type { ApiResponse } from './transport.ts'

/** The common parts of all kinds of pages. */
export interface Page<Record> {
  data: readonly Record[]
  pagination?: { total: number; pages: number }
  hasMore?: boolean
}

const RESTARTS_MAX = 5

/**
 * Every record of all pages, each once. If the list changes in between, its pages shift, so the walk starts again and skips
 * records that it has already returned.
 * @throws ApiUnreachable when the list keeps changing
 */
export async function* walk<Record>(
  fetchPage: (page: number) => Promise<ApiResponse<Page<Record>>>,
): AsyncGenerator<Record, void> {
  const returned = new Set<unknown>()
  let restarts = 0
  let basis = ''
  for (let page = 1, isMore = true; isMore; page += 1) {
    const { body, datasetVersion } = await fetchPage(page)
    const { data, pagination, hasMore = false } = body
    for (const record of data) {
      const { id = record } = record as { id?: unknown }
      if (!returned.has(id)) yield record
      returned.add(id)
    }
    isMore = pagination ? page < pagination.pages : hasMore
    // A feed only grows at its newest end, so skipping known records is enough.
    if (!pagination) continue
    const current = `${datasetVersion} ${pagination.total}`
    if (page > 1 && current !== basis) {
      if (restarts === RESTARTS_MAX) throw new ApiUnreachable('the list changes faster than it can be read')
      restarts += 1
      page = 0
      isMore = pagination.pages > 0
    }
    basis = current
  }
}
