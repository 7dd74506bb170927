import { nameKey } from '../bake/names.ts'
import type { Resource } from '../resources/define.ts'
import { NO_STATE } from '../schema/vocabularies.ts'
import type { Dataset } from './dataset.ts'

export type Removed = ReturnType<typeof removedOf>

/** The records of a list that are no longer published. Their rows follow those of the list, by time of removal. */
export function removedOf({ db }: Dataset, { name: list, detail }: Resource) {
  const select = db
    .prepare<[string, number, string | null, string, string | null], [row: number, at: number]>(
      'SELECT row, at FROM removed WHERE list = ? AND at > ? AND (? IS NULL OR ifnull(state, ?) IN (SELECT value FROM json_each(?))) ORDER BY at, row',
    )
    .raw()
  const named =
    detail &&
    db
      .prepare<[string, Buffer], string>(
        `SELECT head FROM ${list}_bodies WHERE row = (SELECT row FROM removed_names WHERE list = ? AND name = ?)`,
      )
      .pluck()
  return {
    /** Those removed after an instant, for some states or all, with the time of each. */
    since(instant: number | null, states: readonly string[] | null): [row: number, at: number][] {
      const wanted = states && JSON.stringify(states)
      return select.all(list, instant ?? Number.MIN_SAFE_INTEGER, wanted, NO_STATE, wanted)
    },
    /** The tombstone of the record that had a name, as JSON; null if none had it. */
    find: (name: string): string | null => named?.get(list, nameKey(name)) ?? null,
  }
}
