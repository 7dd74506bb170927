import type { ResourceName } from '../../src/resources/index.ts'
import { CHANGE_TYPES } from '../../src/schema/vocabularies.ts'
import { openService } from '../../src/store/service.ts'
import { baked, NOW } from '../api.ts'

/** The first record of a list of the fixture. */
export async function findFirst<Item extends object>(list: ResourceName): Promise<Item> {
  const filters = list === 'activity' ? { type: [...CHANGE_TYPES] } : {}
  const service = openService((await baked()).folder)
  const { data } = service.readers[list].list({ filters, limit: 1 }, Date.parse(NOW))
  service.close()
  return JSON.parse(data)[0]
}
