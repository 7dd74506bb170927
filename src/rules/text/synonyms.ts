import { distance } from 'fastest-levenshtein'
import { STATE_CODES, STATE_NAMES, type StateCode } from '../../schema/vocabularies.ts'

export const STATE_NAME_WORDS = 2

const BY_NAME = new Map<string, StateCode>(STATE_CODES.map((code) => [STATE_NAMES[code].toLowerCase(), code] as const))

/** The state of this name, in words and lower case; also of its possessive, which `wordsOf` writes without the apostrophe. */
export const stateNamed = (name: string): StateCode | undefined =>
  BY_NAME.get(name) ?? BY_NAME.get(name.replace(/s$/, ''))

/** The state of this code, in any letter case. */
export function stateCoded(word: string): StateCode | undefined {
  const code = word.toUpperCase()
  return Object.hasOwn(STATE_NAMES, code) ? (code as StateCode) : undefined
}

const SHORTEST_CORRECTED = 5
const LETTERS_PER_ERROR = 4
const ERRORS_MAX = 2

/** The state whose name is nearest to misspelled words in lower case; undefined if none is, or two are equally near. */
export function stateNear(name: string): StateCode | undefined {
  if (name.length < SHORTEST_CORRECTED) return undefined
  const allowed = Math.min(ERRORS_MAX, Math.floor(name.length / LETTERS_PER_ERROR))
  const near = [...BY_NAME]
    .map(([stateName, code]) => ({ code, errors: distance(name, stateName) }))
    .filter(({ errors }) => errors <= allowed)
    .sort((a, b) => a.errors - b.errors)
  const [first, second] = near
  return first && first.errors !== second?.errors ? first.code : undefined
}

export const PROGRAM_NAMES: readonly string[] = [
  'rhtp',
  'rht',
  'rht program',
  'rural health transformation',
  'rural health transformation program',
  'rural health transformation fund',
]

/** Terms of the field with nearly the same meaning, in lower case and the singular; each is in one group only. */
// biome-ignore format: word lists read better as running lines
export const SYNONYMS: readonly (readonly string[])[] = [
  // Records and networks
  ['ehr', 'emr', 'electronic health record', 'electronic medical record', 'medical record', 'health record', 'electronic record'],
  ['hie', 'health information exchange', 'data exchange', 'data sharing'],
  ['health it', 'health information technology'],
  ['interoperability', 'interoperable'],
  ['cybersecurity', 'cyber security', 'cyber', 'information security'],
  ['ai', 'artificial intelligence', 'machine learning'],
  ['broadband', 'connectivity', 'internet'],
  ['telehealth', 'telemedicine', 'tele health', 'virtual care', 'virtual visit', 'telehub'],
  ['telestroke', 'tele stroke'],
  ['eicu', 'tele icu', 'tele intensive care'],
  ['rpm', 'remote patient monitoring', 'remote monitoring', 'wearable'],
  // Places of care
  ['cah', 'critical access hospital'],
  ['reh', 'rural emergency hospital'],
  ['rhc', 'rural health clinic'],
  ['fqhc', 'federally qualified health center', 'community health center', 'federally qualified health centre'],
  ['ccbhc', 'certified community behavioral health clinic'],
  ['sbhc', 'school based health center', 'school based health', 'school based clinic', 'school clinic'],
  ['nursing home', 'nursing facility', 'skilled nursing', 'snf', 'long term care', 'ltc'],
  ['hospital at home', 'hospital level care at home', 'home hospital'],
  ['mobile clinic', 'mobile unit', 'mobile van', 'mobile health', 'mobile care', 'mobile service'],
  ['closure', 'closing', 'shut down'],
  // People
  ['chw', 'community health worker', 'promotora'],
  ['ahec', 'area health education center'],
  ['workforce', 'staffing', 'recruitment and retention'],
  ['physician', 'doctor', 'clinician'],
  ['gme', 'graduate medical education', 'residency', 'residency program'],
  ['tuition', 'tuition aid', 'loan repayment', 'scholarship', 'training aid'],
  ['tribe', 'tribal', 'native american', 'american indian', 'indian health', 'indigenous'],
  ['psychologist', 'psychology'],
  ['license', 'licence', 'licensure', 'licensing'],
  // Kinds of care
  ['health', 'healthcare', 'health care'],
  ['ems', 'emergency medical service', 'ambulance', 'paramedic', 'paramedicine', 'emt', 'emergency medical technician'],
  ['mih', 'mobile integrated health', 'community paramedicine', 'community paramedic'],
  ['ob', 'obstetric', 'maternity', 'maternal', 'maternal health', 'maternal healthcare', 'perinatal', 'prenatal', 'birthing', 'pregnancy', 'pregnant women', 'labor and delivery', 'mom', 'mother'],
  ['sud', 'substance use', 'substance use disorder', 'substance abuse', 'addiction', 'opioid', 'opioid use disorder', 'oud'],
  ['behavioral health', 'mental health', 'behavioral healthcare', 'behavioural health', 'psychiatric'],
  ['dental', 'dental care', 'oral health', 'dentist', 'dentistry'],
  ['pharmacy', 'pharmacist', 'pharmaceutical'],
  ['food is medicine', 'food as medicine', 'medically tailored meal', 'afim'],
  ['transportation', 'transport', 'ride', 'nemt', 'non emergency medical transportation'],
  // Money
  ['grant', 'award', 'funding', 'subgrant', 'subaward', 'investment'],
  ['subrecipient', 'subawardee', 'subgrantee', 'awardee', 'recipient', 'grantee'],
  ['value based care', 'value based payment', 'value based', 'vbc', 'pay for value', 'payment to value', 'alternative payment', 'apm', 'payment reform'],
  ['divide', 'distribute', 'split', 'allocate', 'allocation'],
  ['cost', 'expense'],
  ['spend', 'spent', 'expend', 'expenditure'],
  ['capital expenditure', 'capital expense', 'capital cost', 'capital spending', 'capital project', 'capital improvement'],
  ['not be used', 'may not pay', 'not allowed', 'not allowable', 'unallowable', 'prohibited'],
  ['cap', 'ceiling', 'limit'],
  ['per capita', 'per person', 'per resident'],
  // Papers and dates
  ['deadline', 'due', 'due date', 'closing date'],
  ['nofo', 'notice of funding opportunity', 'foa', 'funding opportunity announcement'],
  ['rfp', 'request for proposal'],
  ['rfa', 'request for application', 'request for grant application'],
  ['noia', 'notice of intent to award', 'intent to award'],
  ['loi', 'letter of intent', 'letter of interest'],
  ['faq', 'frequently asked question', 'question and answer'],
  ['law', 'statute', 'act', 'legislation', 'bill'],
  // Names
  PROGRAM_NAMES,
  ['cms', 'centers for medicare and medicaid services'],
  ['hhs', 'health and human services'],
]

/** Words without a subject of their own; a search may ignore them if it finds little. */
// biome-ignore format: word lists read better as running lines
export const FUNCTION_WORDS: ReadonlySet<string> = new Set([
  'a', 'about', 'across', 'after', 'all', 'also', 'am', 'among', 'an', 'and', 'any', 'are', 'as', 'at', 'be', 'been',
  'before', 'being', 'between', 'both', 'but', 'by', 'can', 'cannot', 'cant', 'could', 'did', 'do', 'does', 'doing', 'done',
  'during', 'each', 'else', 'ever', 'every', 'for', 'from', 'get', 'gets', 'getting', 'give', 'gives', 'go', 'going',
  'got', 'had', 'has', 'have', 'having', 'he', 'her', 'here', 'him', 'his', 'how', 'i', 'if', 'im', 'in', 'into', 'is',
  'it', 'its', 'just', 'know', 'let', 'like', 'made', 'make', 'makes', 'many', 'may', 'me', 'might', 'much', 'must',
  'my', 'need', 'no', 'not', 'of', 'off', 'on', 'one', 'ones', 'only', 'or', 'other', 'our', 'out', 'over', 'please',
  'she', 'should', 'show', 'so', 'some', 'such', 'tell', 'than', 'that', 'the', 'their', 'them', 'then', 'there',
  'these', 'they', 'this', 'those', 'to', 'too', 'under', 'up', 'us', 'use', 'used', 'using', 'very', 'via', 'want',
  'was', 'we', 'were', 'what', 'whats', 'when', 'where', 'whether', 'which', 'while', 'who', 'whom', 'whose', 'why',
  'will', 'with', 'within', 'would', 'you', 'your',
])
