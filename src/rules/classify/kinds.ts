import type { ApplicantType, RecipientKind } from '../../schema/vocabularies.ts'

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

/** The kinds that names state, the most telling words first: the first pattern that matches decides, null: unknown. */
// biome-ignore format: a row for each pattern reads better
const NAMES: readonly (readonly [kind: RecipientKind | null, pattern: RegExp])[] = [
  // Some are associations of hospitals, others own one.
  [null, /\bhospital association\b|\bhospital alliance\b|\bclinic foundation\b|\bcouncil (of governments|on developmental)\b/],
  ['NONPROFIT', /\b(hospital|health|health ?care|primary care|medical|ambulance|ems|clinics|mental health) (association|coalition|alliance|council|foundation)\b/],
  ['NONPROFIT', /\b(association|foundation|coalition|alliance|society) (for|of|on|against)\b|\bacademy of\b/],
  ['PUBLIC_HEALTH', /\b(health department|county (public )?health department|county department of (public )?health)\b/],
  ['PUBLIC_HEALTH', /\bdepartment of health in \w+ county\b|\bcounty board of health$|\bpublic health (department|district|partnership)$/],
  ['COUNTY', /^(the )?(?!.* of )([\w.'-]+ ){1,3}(county|parish|borough)( government)?$/],
  ['COUNTY', /^(county|parish) of \w+$|\b(county|parish) (commission|commissioners|fiscal court|board of supervisors)\b|\bboard of (county )?commissioners\b/],
  ['CITY', /^(the )?(city|town|township|village|municipality|city (and|&) borough) of (?!.*\b(hospital|ems|ambulance|fire|clinic)\b)/],
  ['TRIBAL', /\b(tribes?|tribal|rancheria|pueblo|bands? of|native village|organized village|native association|native corporation)\b/],
  ['TRIBAL', /\b(indian community|indian colony|urban indian|traditional council|keetoowah|wyandotte nation|(cherokee|chickasaw|choctaw|osage|navajo) nation)\b/],
  ['TRIBAL', /\b(southcentral foundation|maniilaq|norton sound health|southeast alaska regional health|yukon-kuskokwim health|tanana chiefs|bristol bay area health|kodiak area native|chugachmiut|kawerak|kenaitze|aleutian pribilof|arctic slope native|chickaloon)\b/],
  ['STATE_AGENCY', /^(state of|department of|division of|bureau of)\b|, department of\b|\bstate (department|board|office) of\b|\(doh\)/],
  ['STATE_AGENCY', /^[\w']+( [\w']+)? department of\b(?!.*\b(county|university)\b)/],
  ['UNIVERSITY', /\b(university|universities|colleges?|ohsu|nshe|unlv|wwami|institute of technology)\b(?!.*\b(hospitals?|medical (centers?|system)|health (systems?|network)|health,? inc)\b)/],
  ['SCHOOL', /\b(school district|school system|schools|school corporation|isd|board of education|boces|education service district|elementary|high school)\b/],
  ['EMS', /\b(ems|ambulances?|emergency medical|emergency services|fire|paramedics?|medical transport|flights)\b|(?<!food )\brescue\b|\bfirst aid squad\b/],
  ['LONG_TERM_CARE', /\b(nursing (home|center|facility)|skilled nursing|living (and|&) rehabilitation|rehabilitation (and|&) (healthcare|nursing)|assisted living|home health|home care|veterans home|long[- ]term care|senior living|memorial home|elder ?care)\b/],
  ['RURAL_CLINIC', /\b(hosp|hospital|memorial|medical center)\b(?! (&|and) ).*\b(clinic|clinics|family care|urgent care|immediate care)\b/],
  ['HOSPITAL', /\b(hospitals?|hosp|medical centers?|(?<!behavioral )health ?systems?|health ?care authority|infirmary|regional (health ?care|health centers?))\b/],
  ['LONG_TERM_CARE', /\b(hospice|manor|care center)\b/],
  ['BEHAVIORAL_HEALTH', /\b(behavioral|mental health|counsell?ing|recovery|addictions?|treatment (center|services)|psychiatric|detox|valley hope|centerstone|guidance center)\b/],
  ['FQHC', /\b(community health centers?|family health centers?|comprehensive health centers?|federally qualified|fqhc)\b/],
  ['RURAL_CLINIC', /\b(clinics?|family (medicine|practice|physicians|medical|care)|pediatrics?|internal medicine|physicians|medical (group|associates|practice)|urgent care|dental|dentistry|dentists?|ob\/gyn|primary care|dermatology|urology|ophthalmic)\b/],
  ['NONPROFIT', /\b(foundation|association|coalition|alliance|council|collaborative|ymca|ywca|young men's|boys (&|and) girls|big brothers|united way|foodbank|food bank)\b/],
  ['NONPROFIT', /\b(special olympics|community action|action agency|family services?|ministries|area agency on aging|volunteers of america|habitat)\b/],
  ['COMPANY', /\b(technologies|consulting|consultants|pharmacy|drugs?|drug store)\b|^(?!.*\b(health|healthcare|medical|care|st|saint|clinic)\b).*\b(llc|llp)\b/],
]

/** What a recipient is by its name; null when the name does not tell. */
export function inferKind(name: string): RecipientKind | null {
  const folded = name.normalize('NFKD').replace(/\p{M}/gu, '').replace(/[’‘]/g, "'").toLowerCase()
  return NAMES.find(([, pattern]) => pattern.test(folded))?.[0] ?? null
}
