import * as z from 'zod'

/** The version that every evidence item reports as `taxonomyVersion`. */
export const TAXONOMY_VERSION = '1.0'

/** Program categories of taxonomy 1.0, in the order of the specification, each with its ID before that; null for seven new ones. */
export const CATEGORIES = {
  CARE_ACCESS_COORDINATION: { label: 'Care Access & Coordination', legacy: null },
  EMS_MOBILE_INTEGRATED_HEALTH: { label: 'EMS & Mobile Integrated Health', legacy: 'EMS_DEVELOPMENT' },
  BEHAVIORAL_HEALTH: { label: 'Behavioral Health', legacy: null },
  MATERNAL_CHILD_FAMILY_HEALTH: { label: 'Maternal, Child & Family Health', legacy: null },
  CHRONIC_DISEASE_PREVENTION: { label: 'Chronic Disease & Prevention', legacy: null },
  COMMUNITY_POPULATION_HEALTH: { label: 'Community & Population Health', legacy: 'POPULATION_HEALTH' },
  WORKFORCE_DEVELOPMENT: { label: 'Workforce Development', legacy: 'WORKFORCE' },
  HEALTH_IT_DATA_INTEROPERABILITY: {
    label: 'Health IT, Data & Interoperability',
    legacy: 'HEALTH_INFORMATION_TECHNOLOGY',
  },
  NETWORK_REGIONAL_COLLABORATION: { label: 'Networks & Regional Collaboration', legacy: 'NETWORK_DEVELOPMENT' },
  QUALITY_PATIENT_SAFETY: { label: 'Quality & Patient Safety', legacy: 'QUALITY_IMPROVEMENT' },
  EMERGENCY_PREPAREDNESS_RESILIENCE: { label: 'Emergency Preparedness & Resilience', legacy: null },
  RURAL_INFRASTRUCTURE_CAPITAL: { label: 'Rural Infrastructure & Capital', legacy: null },
  FINANCIAL_SUSTAINABILITY_REIMBURSEMENT: { label: 'Financial Sustainability & Reimbursement', legacy: 'FINANCE' },
  PROGRAM_ADMIN_EVALUATION: { label: 'Program Administration & Evaluation', legacy: null },
  OTHER_UNCLASSIFIED: { label: 'Other / Unclassified', legacy: 'OTHER' },
} as const satisfies { [id: string]: { label: string; legacy: string | null } }

export type CategoryId = keyof typeof CATEGORIES
export type LegacyCategoryId = NonNullable<(typeof CATEGORIES)[CategoryId]['legacy']>
export const CATEGORY_IDS = Object.keys(CATEGORIES) as CategoryId[]
export const LEGACY_CATEGORY_IDS = CATEGORY_IDS.flatMap((id) => CATEGORIES[id].legacy ?? []) as LegacyCategoryId[]

const CANONICAL_OF = Object.fromEntries(
  CATEGORY_IDS.flatMap((id) => (CATEGORIES[id].legacy ? [[CATEGORIES[id].legacy, id]] : [])),
) as Record<LegacyCategoryId, CategoryId>

/** The legacy ID of a category; null for the seven that have none. */
export const findLegacy = (id: CategoryId): LegacyCategoryId | null => CATEGORIES[id].legacy
export const toCanonical = (legacy: LegacyCategoryId): CategoryId => CANONICAL_OF[legacy]

/** The top legacy ID of a ranked list of categories: that of the first category with one, or `OTHER`. */
export const getTopLegacy = (ids: readonly CategoryId[]): LegacyCategoryId =>
  ids.map(findLegacy).find((legacy) => legacy !== null) ?? 'OTHER'

/** The legacy IDs of a ranked list of categories, in its order; `['OTHER']` when none has one. */
export function toLegacyList(ids: readonly CategoryId[]): LegacyCategoryId[] {
  const legacyIds = ids.flatMap((id) => findLegacy(id) ?? [])
  return legacyIds.length > 0 ? legacyIds : ['OTHER']
}

export const ProgramCategory = z.enum(CATEGORY_IDS).meta({ id: 'ProgramCategory' })
export const LegacyCategory = z.enum(LEGACY_CATEGORY_IDS).meta({ id: 'LegacyCategory', isClosed: true })

/** The values that `programCategory` accepts: canonical IDs, then legacy aliases. */
export const CATEGORY_INPUTS: readonly string[] = [...CATEGORY_IDS, ...LEGACY_CATEGORY_IDS]

/** The canonical ID of a canonical or legacy ID; undefined when it is neither. */
export function findCategory(input: string): CategoryId | undefined {
  if (Object.hasOwn(CATEGORIES, input)) return input as CategoryId
  return Object.hasOwn(CANONICAL_OF, input) ? CANONICAL_OF[input as LegacyCategoryId] : undefined
}

export const EVIDENCE_SOURCES = ['ADMIN_CONFIRMED', 'EXTRACTED', 'INFERRED'] as const

/** Why a result has a category. Every result with categories has evidence. */
export const ProgramCategoryEvidence = z
  .strictObject({
    category: ProgramCategory.describe('Canonical category ID.'),
    source: z
      .enum(EVIDENCE_SOURCES)
      .describe(
        'Where the category comes from: a maintainer, the source document, or the classifier, which reads title and summary.',
      ),
    matchedTerms: z
      .array(z.string())
      .describe('The terms that matched, strongest first, for INFERRED; empty for the other sources.'),
    taxonomyVersion: z.string().describe(`Version of the taxonomy, currently ${TAXONOMY_VERSION}.`),
  })
  .meta({ id: 'ProgramCategoryEvidence' })

export type ProgramCategoryEvidence = z.infer<typeof ProgramCategoryEvidence>
