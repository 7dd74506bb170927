import * as z from 'zod'
import type { ResourceName } from '../../resources/index.ts'
import { timestamp } from '../../schema/fields.ts'
import { RecordChange } from '../../schema/wire/changes.ts'
import type { Service } from '../../store/service.ts'

const HistoryStep = z
  .strictObject({
    at: timestamp.describe('When it happened.'),
    event: z
      .enum(['PUBLISHED', 'VERIFIED', 'UPDATED', 'REMOVED'])
      .describe(
        'PUBLISHED when the record first appeared; VERIFIED when it was published after it had only been on file; UPDATED when fields changed; REMOVED when it was no longer published.',
      ),
    fields: RecordChange.shape.fields.describe('The changed fields, each with its value before and after.'),
  })
  .meta({ id: 'HistoryStep' })
type HistoryStep = z.infer<typeof HistoryStep>

const EVENTS = { CREATED: 'PUBLISHED', UPDATED: 'UPDATED', REMOVED: 'REMOVED' } as const
const STEPS_MAX = 1_000

/** The shape of a single record, with its history. */
export const withHistory = (schema: z.ZodObject): z.ZodObject =>
  schema
    .extend({
      history: z
        .array(HistoryStep)
        .describe(
          'What happened to the record, newest first, as far back as `/api/v1/changes` reaches. Only in the format JSON.',
        ),
    })
    .meta({ id: `${schema.meta()?.id}Detail` })

/** The history of a record that is published or on file. */
export function readHistory({ changes, verifiedAt }: Service, resource: ResourceName, id: string): HistoryStep[] {
  const change = Object.keys(EVENTS)
  const { data } = changes.page({ resource: [resource], id, change, page: 1, limit: STEPS_MAX })
  const steps = (JSON.parse(data) as RecordChange[]).map(
    ({ changedAt, change, fields }): HistoryStep => ({
      at: changedAt,
      event: EVENTS[change as keyof typeof EVENTS],
      fields,
    }),
  )
  const at = verifiedAt(id)
  if (at === null) return steps
  const verification = { before: 'UNVERIFIED', after: 'VERIFIED' }
  const verified: HistoryStep = { at, event: 'VERIFIED', fields: { verification } }
  const published = steps.findIndex(({ event }) => event === 'PUBLISHED')
  return published < 0 ? [...steps, verified] : steps.with(published, verified)
}
