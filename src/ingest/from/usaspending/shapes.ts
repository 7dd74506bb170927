import * as z from 'zod'
import { StateCode } from '../../../schema/vocabularies.ts'
import { word } from '../../net/json.ts'

/**
 * The parts of USAspending.gov responses that are used.
 * Source: https://github.com/fedspendingtransparency/usaspending-api, api_contracts/contracts/v2/search and v2/transactions.md
 */

const dollars = z.union([
  z.number(),
  z
    .string()
    .regex(/^-?[\d,]+(\.\d+)?$/)
    .transform((text) => Number(text.replaceAll(',', ''))),
])

export const AwardRow = z.object({
  'Award ID': z.string().regex(/^[\w-]{3,40}$/),
  'Recipient Name': word,
  'Recipient Location': z.object({ state_code: word }).nullish().catch(null),
  'Start Date': word,
  'Award Amount': dollars,
  Description: word,
  generated_internal_id: z.string().regex(/^[\w-]{3,80}$/),
})
export type AwardRow = z.infer<typeof AwardRow>

/** One transaction of an award. */
export const Action = z.object({ id: z.string(), action_date: z.string(), federal_action_obligation: dollars })
export type Action = z.infer<typeof Action>

/** An award with all its transactions, which add up to its amount. */
export interface Obligated {
  award: AwardRow
  actions: readonly Action[]
}

export const Page = z.object({ results: z.array(z.unknown()), page_metadata: z.object({ hasNext: z.boolean() }) })

/** The state of an award's recipient; null outside the fifty states. */
export const findState = (award: AwardRow): StateCode | null =>
  StateCode.safeParse(award['Recipient Location']?.state_code).data ?? null

/** The public page of an award. */
export const formatPageUrl = (award: AwardRow): string =>
  `https://www.usaspending.gov/award/${award.generated_internal_id}`
