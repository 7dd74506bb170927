import { RESOURCE_NAMES, resource } from '../resources/index.ts'
import { Stats } from '../resources/stats.ts'
import { SearchDocument } from '../schema/wire/documents.ts'
import type { Row } from './columns.ts'
import { idOf } from './order.ts'
import type { Publication } from './publish/index.ts'

/**
 * Checks that everything a publication holds is of the shape that is documented.
 * @throws an error that names the resource, the record and the field
 */
export function checkItems(publication: Publication): void {
  for (const name of RESOURCE_NAMES) {
    const { item: schema, detail } = resource(name)
    for (const published of publication[name] as Row[]) {
      const names = `${name} ${idOf(published)}`
      must(schema.safeParse(published.item), names)
      if (detail && published.detail) must(detail.schema.safeParse(published.detail), `${names} (detail)`)
    }
  }
  for (const { searchItem } of publication.documents)
    must(SearchDocument.safeParse(searchItem), `search ${searchItem.id}`)
  must(Stats.safeParse(publication.stats), 'stats')
}

function must(
  result: { success: boolean; error?: { issues: { path: PropertyKey[]; message: string }[] } },
  what: string,
): void {
  const issue = result.error?.issues[0]
  if (issue)
    throw new Error(
      `${what}: ${issue.path.join('.')}: ${issue.message}; the bake computes a shape that is not documented`,
    )
}
