import { z } from 'zod'
import { RemovedRecord } from '../schema/wire/removed.ts'
import type { Route } from './routes.ts'
import type { Schemas } from './schemas.ts'
import type { JsonSchema } from './shape.ts'

/** The schema of a response. For a list it also names the removed records that a caller can ask for. */
export function responseSchema({ response, list }: Route, schemas: Schemas): JsonSchema {
  const schema = schemas.of(response, 'output')
  const records = list && schema.properties?.data
  if (records) records['x-removed-items'] = schemas.of(z.array(RemovedRecord), 'output').items ?? {}
  return schema
}
