import * as z from 'zod'
import table from '../../vocabulary/policies.json' with { type: 'json' }

/**
 * The state policies that the federal program scores, as its reporting form names them, with the scoring factor and what
 * a commitment means. The scales are those of the form; how far a state committed to go is in its application alone.
 */

type Table = typeof table
export type ScoreFactor = keyof Table
export const SCORE_FACTOR_IDS = Object.keys(table) as [ScoreFactor, ...ScoreFactor[]]
export const ScoreFactor = z.enum(SCORE_FACTOR_IDS).meta({ id: 'ScoreFactor' })

/** The names of the scoring factors of the federal notice of funding (CMS-RHT-26-001) under which states committed to policies. */
export const SCORE_FACTORS = Object.fromEntries(SCORE_FACTOR_IDS.map((factor) => [factor, table[factor].name])) as {
  [Factor in ScoreFactor]: string
}

export type PolicyName = { [Factor in ScoreFactor]: keyof Table[Factor]['policies'] }[ScoreFactor]

export const POLICIES = Object.fromEntries(
  SCORE_FACTOR_IDS.flatMap((factor) =>
    Object.entries(table[factor].policies).map(([policy, facts]) => [policy, { factor, ...facts }]),
  ),
) as { [Policy in PolicyName]: { factor: ScoreFactor; meaning: string; words: string } }
export const POLICY_NAMES = Object.keys(POLICIES) as [PolicyName, ...PolicyName[]]
