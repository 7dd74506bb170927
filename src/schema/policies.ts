import * as z from 'zod'

/**
 * The state policies that the federal program scores, as its reporting form names them, with the scoring factor and what
 * a commitment means. The scales are those of the form; how far a state committed to go is in its application alone.
 */

/** The scoring factors of the federal notice of funding (CMS-RHT-26-001) under which states committed to policies. */
export const SCORE_FACTORS = {
  'B.2': 'Health and lifestyle',
  'B.3': 'SNAP waivers',
  'B.4': 'Nutrition continuing medical education',
  'C.3': 'Certificate of need',
  'D.2': 'Licensure compacts',
  'D.3': 'Scope of practice',
  'F.1': 'Remote care services',
} as const
export type ScoreFactor = keyof typeof SCORE_FACTORS
export const SCORE_FACTOR_IDS = Object.keys(SCORE_FACTORS) as [ScoreFactor, ...ScoreFactor[]]
export const ScoreFactor = z.enum(SCORE_FACTOR_IDS).meta({ id: 'ScoreFactor' })

const MEANINGS = {
  'B.2': {
    'Presidential Fitness Test': 'Schools give students the Presidential Fitness Test, a set of physical exercises.',
  },
  'B.3': {
    'SNAP Food Restriction Waiver Policy':
      'The state seeks a federal waiver that keeps certain foods and drinks out of what SNAP food benefits may buy. The scale runs from a bill in the legislature to a waiver approved by the Department of Agriculture.',
  },
  'B.4': {
    'Nutrition Continuing Medical Education':
      'Physicians must take nutrition courses as part of their continuing medical education. The scale runs from a bill or proposed rule to a requirement that is in force.',
  },
  'C.3': {
    'Overall CON Score':
      'Certificate-of-need law is loosened as a whole, so that fewer health facilities and services need state approval before they open or grow. The scale is the score of a Cicero Institute report, lower being less regulation.',
    'CON - Ancillaries': 'No certificate of need is required for ancillary services.',
    'CON - Behavioral Outpatient': 'No certificate of need is required for outpatient behavioral health services.',
    'CON - Day Services': 'No certificate of need is required for day services.',
    'CON - Long-term Care Facilities':
      'No certificate of need is required for long-term care facilities such as nursing homes.',
    'CON - Medical Inpatient': 'No certificate of need is required for inpatient medical services.',
    'CON - Medical Outpatient': 'No certificate of need is required for outpatient medical services.',
    'CON - Other': 'No certificate of need is required for services outside the other groups of the form.',
  },
  'D.2': {
    'EMS - EMS Compact':
      'The state joins the EMS Compact, under which EMTs and paramedics licensed in one member state may work in others.',
    'Nurse - Nurse Licensure Compact':
      'The state joins the Nurse Licensure Compact, under which nurses practice in all member states with one license. The scale runs from a pending bill to membership.',
    'Physician - Medical Licensure Compact':
      'The state joins, or takes full part in, the Interstate Medical Licensure Compact, a faster way for physicians to become licensed in several states. Full points go to members that also serve as state of principal license.',
    'Physician Assistant - PA Compact':
      'The state joins the PA Compact, which lets physician assistants practice across member states. The scale runs from a bill that is filed to a law that is enacted.',
    'Psychology - PSYPACT':
      'The state joins PSYPACT, under which psychologists may treat patients of other member states by telehealth or on short visits. The scale runs from a bill to participation.',
  },
  'D.3': {
    'Dental Hygienist - Dental Hygiene Diagnosis': 'Dental hygienists may make a dental hygiene diagnosis.',
    'Dental Hygienist - Dental Hygiene Treatment Planning': 'Dental hygienists may plan dental hygiene treatment.',
    'Dental Hygienist - Direct Access to Prophylaxis':
      'Patients may have their teeth cleaned by a dental hygienist without seeing a dentist first.',
    'Dental Hygienist - Direct Medicaid Reimbursement': 'Medicaid pays dental hygienists directly.',
    'Dental Hygienist - Overall Score':
      'Dental hygienists may do more kinds of tasks on their own. The scale counts eight kinds: up to two are restricted practice, six or more are unrestricted.',
    'Dental Hygienist - Provision of Sealants': 'Dental hygienists may apply dental sealants.',
    'Dental Hygienist - Supervision of Dental Assistants': 'Dental hygienists may supervise dental assistants.',
    'NP - Scope of Practice':
      'Nurse practitioners may practice more independently. The scale runs from restricted through reduced to full scope of practice.',
    'PA - Scope of Practice':
      'Physician assistants may practice more independently. The scale runs from reduced through moderate and advanced to optimal scope of practice.',
    'Pharmacist - Drug Administration':
      'Pharmacists may administer drugs. The scale runs from restricted through formulary-based to full authority.',
    'Pharmacist - Independent Prescribing':
      'Pharmacists may prescribe on their own. The scale runs from restricted through formulary-based authority to full authority under a standard of care.',
    'Pharmacist - Lab Testing':
      'Pharmacists may carry out laboratory tests. The scale runs from restricted authority through simple (CLIA-waived) tests to full authority.',
    'Pharmacist - Overall Score':
      'Pharmacists may do more on their own: administer drugs, test and prescribe. The scale is the score of a Cicero Institute report from 0 to 10.',
  },
  'F.1': {
    'Medicaid Payment for Remote Patient Monitoring (RPM)':
      'Medicaid pays for monitoring patients at home with connected devices.',
    'Medicaid Payment for Store and Forward':
      'Medicaid pays for telehealth in which images or records are sent to a clinician who looks at them later. The scale runs from some communication services to full payment.',
    'Telehealth License/Registration Process (including special licenses)':
      'Clinicians from other states can register, or get a special license, to treat residents by telehealth.',
  },
} as const satisfies { [Factor in ScoreFactor]: { [policy: string]: string } }

type Meanings = typeof MEANINGS
export type PolicyName = { [Factor in ScoreFactor]: keyof Meanings[Factor] }[ScoreFactor]

export const POLICIES = Object.fromEntries(
  SCORE_FACTOR_IDS.flatMap((factor) =>
    Object.entries(MEANINGS[factor]).map(([policy, meaning]) => [policy, { factor, meaning }]),
  ),
) as { [Policy in PolicyName]: { factor: ScoreFactor; meaning: string } }
export const POLICY_NAMES = Object.keys(POLICIES) as [PolicyName, ...PolicyName[]]
