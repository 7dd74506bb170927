import { z } from 'zod'
import { RemovedRecord } from '../schema/wire/removed.ts'
import type { Route } from './routes.ts'
import type { Schemas } from './schemas.ts'
import type { JsonSchema } from './shape.ts'

/** The schema of an answer; that of a list names what may be among its records when a caller asks for it. */
export function answerSchema({ answer, list }: Route, schemas: Schemas): JsonSchema {
  const schema = schemas.of(answer, 'output')
  const records = list && schema.properties?.data
  if (records) records['x-removed-items'] = schemas.of(z.array(RemovedRecord), 'output').items ?? {}
  return schema
}
