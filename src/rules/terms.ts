import type { CategoryId } from '../schema/taxonomy.ts'
import { CARE_TERMS } from './terms-care.ts'
import { SYSTEM_TERMS } from './terms-system.ts'

/**
 * How much a term says by itself. A category needs `CATEGORY_THRESHOLD`, and a title counts `TITLE_FACTOR` times:
 * a strong term is enough anywhere, a fair one in a title or beside another, a weak one only beside others.
 */
export const WEIGHTS = { strong: 3, fair: 2, weak: 1 } as const
export const CATEGORY_THRESHOLD = 3
export const TITLE_FACTOR = 2

export type Strength = keyof typeof WEIGHTS
export type ClassifiedCategory = Exclude<CategoryId, 'OTHER_UNCLASSIFIED'>
export type TermsOf = Partial<Record<ClassifiedCategory, Record<Strength, readonly string[]>>>

/**
 * The terms of each category: one or more words in lower case; singular and plural are alike. A longer term hides the
 * shorter ones inside it, so that `suicide prevention` is no `prevention`. A term may stand in several categories.
 */
export const TERMS = { ...CARE_TERMS, ...SYSTEM_TERMS } as const satisfies Required<TermsOf>

/** Names and set phrases that hide the terms inside them: they say who acts or how money flows, not what it is for. */
// biome-ignore format: word lists read better as running lines
export const SILENT_PHRASES = [
  'rural health transformation program', 'rural health transformation', 'rural health', 'rural healthcare',
  'rural health care', 'rural health clinic', 'rural health facility', 'rural facility', 'rural community',
  'rural hospital', 'critical access hospital', 'rural community hospital', 'rural provider', 'health center',
  'community health center', 'federally qualified health center', 'primary care practice', 'primary care provider',
  'safety net provider', 'home visit', 'healthy hometowns', 'healthcare resiliency program', 'crisis to care',
  'response to recovery', 'workforce for wellness', 'health resources and services administration',
  'centers for medicare and medicaid services', 'centers for disease control and prevention',
  'center for medicaid and chip services', 'medicare and medicaid', 'health and human services',
  'indian health service', 'substance abuse and mental health services administration', 'area agency on aging',
  'public health district', 'board of education', 'hospital association', 'rural health association',
  'primary care association', 'national opinion research center', 'appalachian regional commission',
  'paid by reimbursement', 'paid on a reimbursement basis', 'reimbursement basis', 'cost reimbursement', 'fiscal year',
  'due date', 'public comment', 'now access', 'end user access', 'regional hospital', 'regional medical center',
  'regional health system', 'network for public health law', 'approved by the advisory committee', 'payment pending',
  'aging equipment', 'aging building', 'award recommendation', 'notice of intent',
] as const

const AGENCY_KINDS = ['department', 'division', 'office', 'bureau', 'secretary'] as const
// biome-ignore format: word lists read better as running lines
const AGENCY_SUBJECTS = [
  'health', 'public health', 'health services', 'health and social services', 'health care services',
  'health and welfare', 'public health and environment', 'health and environment', 'healthcare', 'rural health',
  'rural health transformation', 'primary care', 'mental health', 'behavioral health', 'behavioral health services',
  'mental health and substance use services', 'family health services', 'community and family health',
  'children services', 'family and community services', 'children and families', 'emergency medical services', 'ems',
  'emergency management', 'social services', 'human services', 'community health', 'aging', 'veteran affairs',
  'corrections', 'education', 'workforce development', 'labor', 'agriculture', 'health policy',
  'health care policy and financing', 'health information technology', 'maternal and child health',
] as const

/** Agencies, as `department of behavioral health`: their names say nothing about the subject. */
export const AGENCY_NAMES: readonly string[] = AGENCY_KINDS.flatMap((kind) =>
  AGENCY_SUBJECTS.map((subject) => `${kind} of ${subject}`),
)
