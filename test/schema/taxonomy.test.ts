import { describe, expect, it } from 'vitest'
import {
  CATEGORIES,
  CATEGORY_IDS,
  CATEGORY_INPUTS,
  EVIDENCE_SOURCES,
  findCategory,
  findLegacy,
  getTopLegacy,
  LEGACY_CATEGORY_IDS,
  TAXONOMY_VERSION,
  toCanonical,
  toLegacyList,
} from '../../src/schema/taxonomy.ts'

/** The table of the specification. */
const TAXONOMY = [
  ['CARE_ACCESS_COORDINATION', 'Care Access & Coordination', null],
  ['EMS_MOBILE_INTEGRATED_HEALTH', 'EMS & Mobile Integrated Health', 'EMS_DEVELOPMENT'],
  ['BEHAVIORAL_HEALTH', 'Behavioral Health', null],
  ['MATERNAL_CHILD_FAMILY_HEALTH', 'Maternal, Child & Family Health', null],
  ['CHRONIC_DISEASE_PREVENTION', 'Chronic Disease & Prevention', null],
  ['COMMUNITY_POPULATION_HEALTH', 'Community & Population Health', 'POPULATION_HEALTH'],
  ['WORKFORCE_DEVELOPMENT', 'Workforce Development', 'WORKFORCE'],
  ['HEALTH_IT_DATA_INTEROPERABILITY', 'Health IT, Data & Interoperability', 'HEALTH_INFORMATION_TECHNOLOGY'],
  ['NETWORK_REGIONAL_COLLABORATION', 'Networks & Regional Collaboration', 'NETWORK_DEVELOPMENT'],
  ['QUALITY_PATIENT_SAFETY', 'Quality & Patient Safety', 'QUALITY_IMPROVEMENT'],
  ['EMERGENCY_PREPAREDNESS_RESILIENCE', 'Emergency Preparedness & Resilience', null],
  ['RURAL_INFRASTRUCTURE_CAPITAL', 'Rural Infrastructure & Capital', null],
  ['FINANCIAL_SUSTAINABILITY_REIMBURSEMENT', 'Financial Sustainability & Reimbursement', 'FINANCE'],
  ['PROGRAM_ADMIN_EVALUATION', 'Program Administration & Evaluation', null],
  ['OTHER_UNCLASSIFIED', 'Other / Unclassified', 'OTHER'],
] as const

describe('the taxonomy', () => {
  it('matches the specification, version 1.0', () => {
    expect(CATEGORY_IDS.map((id) => [id, CATEGORIES[id].label, CATEGORIES[id].legacy])).toEqual(TAXONOMY)
    expect(TAXONOMY_VERSION).toBe('1.0')
    expect(EVIDENCE_SOURCES).toEqual(['ADMIN_CONFIRMED', 'EXTRACTED', 'INFERRED'])
  })

  it('maps each legacy alias to its canonical ID and back', () => {
    for (const [id, , legacy] of TAXONOMY) {
      expect(findLegacy(id)).toBe(legacy)
      if (legacy) expect(toCanonical(legacy)).toBe(id)
    }
    expect(LEGACY_CATEGORY_IDS).toHaveLength(8)
  })

  it('accepts canonical IDs and legacy aliases, and no built-in object properties', () => {
    for (const [id, , legacy] of TAXONOMY) {
      expect(findCategory(id)).toBe(id)
      if (legacy) expect(findCategory(legacy)).toBe(id)
    }
    expect(CATEGORY_INPUTS).toHaveLength(23)
    for (const input of ['BROADBAND', '', 'toString', 'constructor', '__proto__'])
      expect(findCategory(input)).toBeUndefined()
  })
})

describe('the legacy categories of a ranked list', () => {
  it.each([
    [
      ['BEHAVIORAL_HEALTH', 'WORKFORCE_DEVELOPMENT', 'QUALITY_PATIENT_SAFETY'],
      'WORKFORCE',
      ['WORKFORCE', 'QUALITY_IMPROVEMENT'],
    ],
    [['BEHAVIORAL_HEALTH'], 'OTHER', ['OTHER']],
    [[], 'OTHER', ['OTHER']],
    [['OTHER_UNCLASSIFIED'], 'OTHER', ['OTHER']],
    [['OTHER_UNCLASSIFIED', 'FINANCIAL_SUSTAINABILITY_REIMBURSEMENT'], 'OTHER', ['OTHER', 'FINANCE']],
  ] as const)('of %j: the first is %s, all are %j', (ids, top, all) => {
    expect(getTopLegacy(ids)).toBe(top)
    expect(toLegacyList(ids)).toEqual(all)
  })
})
