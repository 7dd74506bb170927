import type { TestApi } from '../api.ts'
import type { Item } from '../store/matches.ts'

/** The id of a record of the fixture: b awards, c notices, d documents, e events, f activities. */
export const id = (kind: string, number: number): string =>
  `00000000-0000-4000-8000-0000000${kind}${String(number).padStart(4, '0')}`

/** Shortcuts for requesting items from an API. */
export function asking(api: () => TestApi) {
  const listed = async (target: string): Promise<Item[]> => (await api().ask(target)).body.data
  const listIds = async (target: string): Promise<string[]> => (await listed(target)).map((item) => item.id)
  const one = async (target: string, itemId: string): Promise<Item> => {
    const item = (await listed(target)).find((candidate) => candidate.id === itemId)
    if (!item) throw new Error(`${itemId} is not in ${target}`)
    return item
  }
  return { listed, listIds, one }
}
