import type { z } from 'zod'
import { RESOURCE_NAMES, resource } from '../../resources/index.ts'
import { type AnyRow, getId } from '../../resources/publishing.ts'
import { Stats } from '../../resources/states.ts'
import type { Publication } from '../publish/publish.ts'

/**
 * Checks that everything in a publication matches its documented schema, in each of its phases.
 * @throws Error with the list, the record and the field
 */
export function checkItems(publication: Publication): void {
  for (const name of RESOURCE_NAMES) {
    const { item: schema, timed, detail, searchable } = resource(name)
    const unset = Object.fromEntries(timed.map((field) => [field, null]))
    for (const row of publication[name] as AnyRow[]) {
      const record = `${name} ${getId(row)}`
      for (const { fields } of row.phases ?? [{ fields: unset }])
        must(schema.safeParse({ ...row.item, ...fields }), record)
      if (detail && row.detail) must(detail.schema.safeParse(row.detail), `${record} (detail)`)
      if (searchable) must(searchable.item.safeParse(searchable.present(row as never)), `${record} (search)`)
    }
  }
  must(Stats.safeParse(publication.stats), 'stats')
}

function must({ error }: z.ZodSafeParseResult<unknown>, what: string): void {
  const issue = error?.issues[0]
  if (!issue) return
  const problem = `${what}: ${issue.path.join('.')}: ${issue.message}`
  throw new Error(`${problem}; the bake produced a value that does not match the schema`)
}
