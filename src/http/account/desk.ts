import { z } from 'zod'
import { count, timestamp } from '../../schema/fields.ts'

/** What the operator sees beside the accounts, and where it comes from. */

const Finding = z.object({ check: z.string(), reason: z.string() })

/** How a nightly run ended, from its report. */
export const Night = z.object({
  startedAt: timestamp,
  outcome: z.enum(['published', 'unchanged', 'refused', 'silent', 'failed']),
  reasons: z.array(Finding).describe('Why nothing was published.'),
  sources: z
    .array(
      z.object({
        source: z.string(),
        failed: z.string().nullable().describe('Why nothing of the source was used; null if it succeeded.'),
        quarantined: z.array(Finding).describe('Why data of the source is in quarantine.'),
      }),
    )
    .describe('The sources that were asked.'),
  siteFault: z.string().nullable().describe('Why the site could not be built.'),
  datasetVersion: z.string().nullable().describe('The version that was live afterwards.'),
})
export type Night = z.infer<typeof Night>

/** What needs the operator's attention. */
export const DeskResponse = z.strictObject({
  night: Night.nullable().describe('The last nightly run; null if it is not known on this machine.'),
  webhooks: z
    .array(
      z.strictObject({
        id: z.string(),
        account: z.strictObject({ id: z.string(), name: z.string() }),
        host: z.string(),
        failingSince: timestamp.nullable(),
        disabledAt: timestamp.nullable(),
      }),
    )
    .describe('Webhooks that fail, or were disabled because they failed.'),
  alerts: z
    .strictObject({ total: count, failing: count })
    .describe('Alerts by mail, and those whose last mail could not be sent yet.'),
  faults: z
    .array(z.strictObject({ at: timestamp, event: z.string(), message: z.string() }))
    .describe('Emails and webhooks that this process could not send, newest first.'),
})
export type DeskResponse = z.infer<typeof DeskResponse>

/** What waits for a person's decision. */
export const ReviewResponse = z.strictObject({
  canDecide: z.boolean().describe('Whether this process can write the dataset.'),
  total: count,
  items: z.array(
    z.strictObject({ handle: z.string(), kind: z.string(), line: z.string(), decisions: z.array(z.string()) }),
  ),
})
export type ReviewResponse = z.infer<typeof ReviewResponse>
export const DecisionResponse = z.strictObject({ done: z.string() })
export type DecisionResponse = z.infer<typeof DecisionResponse>

/** What the operator sees of the machine that the service runs on. */
export interface Desk {
  /** How the last nightly run ended; null if it is not known here. */
  readNight: () => Promise<Night | null>
  /** Emails and webhooks that this process could not send, newest first. */
  faults: () => DeskResponse['faults']
  /** Null where this process cannot write the dataset. */
  review: Review | null
}

/** What waits for a person's decision, as the command `review` knows it. */
export interface Review {
  list: () => Promise<ReviewResponse['items']>
  /** @returns what was done. @throws Error with a sentence when it cannot be done */
  decide: (handle: string, decision: string, reason: string) => Promise<string>
}
