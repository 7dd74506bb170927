import type { ApplicantType } from '../../schema/vocabularies.ts'

const TERMS: { [Type in ApplicantType]: RegExp } = {
  CRITICAL_ACCESS_HOSPITAL: /\bcritical access\b|\bcahs?\b|\brural emergency hospitals?\b/,
  HOSPITAL: /\bhospitals?\b|\bhealth systems?\b|\bcahs?\b/,
  HEALTH_CENTER: /\bfqhcs?\b|\blook-alikes?\b|\b(?:community )?health centers?\b/,
  RURAL_CLINIC: /\bclinics?\b|\bpractices?\b|\bclinical practice\b/,
  BEHAVIORAL_HEALTH: /\bccbhcs?\b|\bcmhcs?\b|\bmental health\b|\bbehavioral health\b|\bsubstance use\b|\bopioid\b/,
  EMS: /\bems\b|\bambulance\b/,
  TRIBAL: /\btrib(?:es?|al)\b/,
  LOCAL_GOVERNMENT:
    /\blocal governments?\b|\bcount(?:y|ies)\b|\bmunicipalit(?:y|ies)\b|\bhealth (?:care )?districts?\b|\bhospital districts?\b|\b(?:local )?health departments?\b|\bhospital authorit(?:y|ies)\b/,
  STATE_GOVERNMENT: /\bstate governments?\b|^states\b|\bstate offices?\b/,
  NONPROFIT: /\bnonprofits?\b|\bcommunity[- ](?:based )?organizations?\b|\bassociations?\b|\bfree clinics?\b/,
  EDUCATION: /\buniversit(?:y|ies)\b|\bhigher education\b|\bschools?\b|\beducation\b|\btraining programs?\b/,
  BUSINESS: /\bfor-profit\b|\bsmall business(?:es)?\b|\bvendors?\b|\bcompan(?:y|ies)\b|\bfirms?\b|\bstartups?\b/,
  PROVIDER: /\bproviders?\b|\blong-term care\b|\bgme\b/,
}

/** The types of applicants that the stated texts name, in the order of the vocabulary; none for texts of no known type. */
export function classifyApplicants(stated: readonly string[]): ApplicantType[] {
  const texts = stated.map((text) => text.toLowerCase())
  return (Object.keys(TERMS) as ApplicantType[]).filter((type) => texts.some((text) => TERMS[type].test(text)))
}
