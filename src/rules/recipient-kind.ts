import type { RecipientKind } from '../schema/vocabularies.ts'

/** The kinds that names state, most telling first: the first pattern that a name matches decides. */
const NAMES: readonly (readonly [kind: RecipientKind | null, pattern: RegExp])[] = [
  // The first words of some names say what the organization is for, not what it is.
  [
    'NONPROFIT',
    /\b(hospital|health ?care|primary care|medical|ambulance|ems|clinics?|mental health|behavioral health)( (and|&) \w+)* (association|assoc|coalition|alliance|council|foundation|auxiliary)\b/,
  ],
  ['NONPROFIT', /\bassociation of\b|\bfoundation (for|of)\b|\bcoalition (for|of|on)\b/],
  ['COUNTY', /^((the )?[\w.' -]+ (county|parish|borough)|(county|parish) of [\w.' -]+)(, \w+)?$/],
  [
    'COUNTY',
    /\b(county|parish|borough) (government|commission|commissioners|council|fiscal court|board of (county )?(commissioners|supervisors))\b|\bboard of (county )?commissioners\b/,
  ],
  ['CITY', /^((the )?(city|town|township|village|municipality) of (?!.*\b(hospital|ems|ambulance|fire|clinic)\b))/],
  [
    'TRIBAL',
    /\b(tribes?|tribal|rancheria|pueblo|band of|native village|organized village|native association|native corporation|indian community|indian colony|urban indian|indian health)\b/,
  ],
  [
    'TRIBAL',
    /\b(cherokee|chickasaw|choctaw|muscogee|creek|seminole|comanche|osage|navajo|oneida|ponca|pawnee|kaw|quapaw|absentee shawnee|citizen potawatomi|crow|ho-chunk|santee sioux|seneca) nation\b|\bnation of (oklahoma|indians)\b|\bkeetoowah\b/,
  ],
  [
    'TRIBAL',
    /\b(southcentral foundation|maniilaq|norton sound health|southeast alaska regional health|yukon[- ]kuskokwim health|tanana chiefs|bristol bay (area health|native)|kodiak area native|chugachmiut|kawerak|kenaitze|aleutian pribilof|arctic slope native|chickaloon)\b/,
  ],
  [
    'STATE_AGENCY',
    /^(state of|department of|division of|office of (rural|health|emergency)|bureau of)\b|^(\w+ ){1,2}(state )?(department|division|bureau) of\b(?!.*\b(county|university)\b)|\bstate (department|board|office) of\b|\(doh\)|\bmedicaid$/,
  ],
  [
    'UNIVERSITY',
    /\b(university|universities|college|colleges|ohsu|wwami|school of (medicine|nursing|pharmacy|public health)|institute of technology|virginia works)\b(?!.*\b(hospitals?|medical centers?|health systems?)\b)|\bregents\b/,
  ],
  [
    'SCHOOL',
    /\b(school district|school system|public schools?|(county|city|community|area) schools|schools|school corporation|school division|isd|unified school|board of education|boces|education service (district|center)|elementary|high school|academy)\b/,
  ],
  [
    'EMS',
    /\b(ems|e\.m\.s|ambulances?|emergency medical|emergency services|rescue|fire|paramedics?|medical transport|life ?flight|air methods|first responders?|911)\b/,
  ],
  [
    'LONG_TERM_CARE',
    /\b(nursing (home|center|facility|care)|skilled nursing|living and rehabilitation|rehabilitation (and|&) (health|nursing)\w*|assisted living|home (health|care)|hospice|veterans home|long[- ]term care|care center|lutheran home|masonic hall|retirement|manor|senior living|memorial home|elder ?care|health ?care center( ii)?$(?<=nursing.*))\b/,
  ],
  [
    'BEHAVIORAL_HEALTH',
    /\b(behavioral (health|wellness|pediatric)|behavioral|mental health|counsell?ing|recovery|addictions?|treatment (center|services)|psychiatr\w+|psycholog\w+|substance|detox|valley hope|turning point|centerstone|guidance center)\b/,
  ],
  [
    'PUBLIC_HEALTH',
    /\b(public health|health department|department of (public )?health|county health|district health|health district|board of health|health unit|regional health district)\b(?!.*\b(center|clinic|hospital|system|council)\b)/,
  ],
  [
    'HOSPITAL',
    /\b(hospitals?|medical centers?|med(ical)? ctr|memorial (health|medical)|health ?systems?|infirmary|hospital district|hospital authority|critical access)\b/,
  ],
  [
    'FQHC',
    /\b(community health (centers?|services|care|clinics?|system)|(family|rural|neighborhood|migrant|primary) health (centers?|care centers?)|federally qualified|fqhc|health ?centers? of)\b/,
  ],
  [
    'RURAL_CLINIC',
    /\b(rural health clinics?|clinics?|family (medicine|practice|physicians|medical|care|health)|pediatrics?|internal medicine|physicians?|medical (group|associates|practice|pllc)|urgent care|dental|dentistry|orthop\w+|obgyn|ob\/gyn|women'?s health|eye care|optometr\w+|urology|dermatology|primary care|medicine)\b/,
  ],
  [
    'NONPROFIT',
    /\b(foundation|association|coalition|alliance|council|collaborative|ymca|ywca|young men|boys (&|and) girls|united way|food bank|special olympics|society|community action|action agency|community services|family services?|family services|volunteers|nonprofit|ministries|charit\w+|area agency on aging|council on aging|aaa|senior (services|center)|commission|consortium|lifestream)\b/,
  ],
  [
    'COMPANY',
    /\b(llc|l\.l\.c|pllc|llp|corp(oration)?|technologies|solutions|consulting|consultants|systems|pharmacy|drugs?|associates|partners)\b\.?(,? inc\.?)?$/,
  ],
]

const plain = (name: string): string =>
  name.normalize('NFKD').replace(/\p{M}/gu, '').replace(/[’‘]/g, "'").toLowerCase()

/** What a recipient is by its name; null when the name does not tell. */
export function kindFromName(name: string): RecipientKind | null {
  const folded = plain(name)
  return NAMES.find(([, pattern]) => pattern.test(folded))?.[0] ?? null
}
