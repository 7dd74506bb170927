import { parseWords } from '../../../rules/text/words.ts'
import type { Records } from '../../../schema/records.ts'
import type { StateCode } from '../../../schema/vocabularies.ts'

export interface Judged {
  state: StateCode
  title: string
  agency: string | null
  summary: string | null
}

/** `record`: it is published. `candidate`: a person decides. Null: it is about something else. */
type Relevance = 'record' | 'candidate' | null

/**
 * What the words of a solicitation say for and against the program, in points. Titles count more than summaries,
 * because a summary often names places and departments that the purchase is not about.
 */
const PROGRAM = /\brural health(?:care)? transformation\b|\b[a-z]{0,5}RHTP?\b|\bRHT-/i
const RURAL = /\brural|\bfrontier\b|\bcritical access hospitals?\b/i
const CARE =
  /(?<!forest |soil |animal |plant )health|hospital|clinic|medic(?!aid managed)|patient|nurs(?:e|ing)|physician|doctor|dental|\boral\b|\bEMS\b|\bems\b|ambulance|paramedic|\bcare\b|pharmac|tele(?:health|med|behav|pod|psych)|behavioral|matern|obstetric|\bOB\b|perinatal|doula|chronic|diabet|cancer|cardio|GME\b|mammogr|stroke|trauma|opioid|substance use|\bSUD\b|\bMSW\b|preceptor|residency|clinician|provider|wellness|psychiatr|bupren|nutrition|pregnan|caregiver|credential|revenue cycle|\bACO\b|\bHIT\b|accountable care|e-?consult/i
const THEMES =
  /\b(?:grants?|awards?|fund(?:s|ing)?|initiatives?|pilots?|hubs?|spokes?|cohorts?|programs?|subawards?|sub-?recipients?|NOFOs?|RFAs?|requests? for applications?|funding opportunity|networks?|workforce|recruitment|retention|training|upskilling|career|pathways?|pipeline|apprentice\w*|fellowship|stipends?|scholarships?|innovation|transformation|moderni[sz]\w+|technical assistance|center of excellence|centers? of excellence|coordination|navigat\w+|integrat\w+|prevention|screening|remote (?:patient )?monitoring|value-based|alternative payment|food is medicine|mobile|school-based|community[- ]based|expansion|access|readiness|sustainability|resilien\w+|cybersecurity|interoperability|information exchange|EHR|EMR|electronic (?:health|medical) records?|registry|credentialing|shared services|collaborative|telehealth|transport\w*|equipment|promotion|intervention|certificate|capacity|implementation|infrastructure|regionaliz\w*)\b/i
/** The names under which states run the program or its parts, where they differ from the titles in their plans. */
const STATE_NAMES: Partial<Record<StateCode, RegExp>> = {
  AL: /\bARHTP\b/,
  CA: /\bCalRHT\b/,
  GA: /\bGREAT Health\b|\bTech Catalyst Fund\b/i,
  IA: /\bHealthy Hometowns\b|\bHometown Connections\b|\bCombat Cancer\b|\bHealth Hub\b/i,
  IN: /\bGROW\b.*\b(?:regional|rural|health)\b/i,
  KS: /\bRegional Partnership Grant Program\b|\bRPGP\b/i,
  KY: /\bRooted in Health\b|\bCrisis to Care\b|\bRapid Response to Recovery\b/i,
  LA: /\bRural Tech Catalyst Fund\b|\bRural Clinician Credit Bank\b/i,
  MO: /\bToRCH\b/i,
  MS: /\bTAPS\b|\bHTAM\b/,
  NC: /\bNC ROOTS\b/i,
  NH: /\bGO-NORTH\b/i,
  NM: /\bHealthy Horizons\b|\bRural Health Innovation Fund\b/i,
  NV: /\bFlex Fund\b|\bWRRAP\b/i,
  NY: /\bRural Roots\b|\bRCHI\b/i,
  PA: /\bRapid Response Stabilization\b/i,
  SC: /\bTech Catalyst\b/i,
  TN: /\bHRP\b|\bHealthcare Resiliency Program\b/,
  TX: /\bRural Texas Strong\b/i,
  UT: /\b(?:FAST|LIFT|LINCS|PATH|RISE|SHIFT|SUPPORT) \d\.\d/,
  VA: /\bRural Vitality\b/i,
  WV: /\bSmart\s?Care Catalyst\b|\bConnected Care Grid\b|\bRural Health Link\b/i,
}
const RURAL_HEALTH_OFFICE = /\brural\b.*\bhealth\b.*\boffice\b|\boffice\b.*\brural\b.*\bhealth\b/i
/** Numbers of initiatives and their parts, as states write them in titles: `Initiative 3.1`, `SHIFT 3.4`. */
const NUMBERED = /\b(?:initiative|pillar|bundle|strategy)\s+(?:\d|one|two|three)|\b\d{1,2}\.\d{1,2}[a-z]?\b/i
const HEALTH_AGENCY =
  /\bhealth|human services|social services|medicaid|medical|hospital|\bHHS\b|\bDHHS\b|\bDHSS\b|\bDHS\b|\bDPHHS\b|\bDOH\b|\bAHCCCS\b|\bEMS\b|behavioral|aging|primary care|nursing/i
/** What every agency buys, a health department too. */
const SUPPLIES =
  /janitor|custodial|cleaning|laundry|linen|lawn|mowing|landscap|snow|pest|roof|hvac|boiler|chiller|elevator|generator|plumb|electrical|renovat\w* of|remodel|demolition|asbestos|paving|paint|construction|architect|engineering|furniture|carpet|copier|printer|printing|office suppl|uniform|vehicle|\bvans?\b|\bbus(?:es)?\b|fuel|propane|natural gas|waste|refuse|shredding|security guard|guard service|lease|parking|moving service|temporary staff|staffing|courier|postage|translation|interpret|catering|food service|meat|produce|dairy|bread|milk|groceries|water treatment|laborator|reagent|test kits|vaccine (?:storage|freezer)|x-?ray|gloves|syringe|wheelchair|bed(?:s|ding)\b|mattress|software licen|network switch|firewall|audit(?:ing)? service|actuarial|legal service|advertis|toxicology|autopsy|medical examiner|employee (?:benefit|health)|health (?:plan|insurance)|workers.? comp|drug testing|inmate|correction|detention|jail|prison|veterans.? home|state hospital|nursing home|foster|adopti(?:on|ve) (?:service|recruit|assist|famil)|child support|guardian|kitchen equipment|cemetery|veterinar|animal/i
/** Programs of health departments that have money and rules of their own. */
const OTHER_PROGRAMS =
  /\bHIV\b|ryan white|\bWIC\b|infant formula|tobacco|quitline|vaping|lead (?:paint|poisoning|hazard)|newborn screening|immuniz|refugee|\bSNAP\b|\bTANF\b|child ?care subsid|head start|managed care organi[sz]|external quality review|fiscal agent|radon|problem gambling|sexual (?:risk|violence)|domestic violence|homeless|vital records|tuberculosis|\bSTD\b|hepatitis|preparedness|loan repayment|scholarship|capitation|day ?care|food program/i
const ROADS =
  /highway|\broads?\b|bridge|culvert|transit|electric|broadband|fiber|water (?:system|district|supply|line)|sewer|wastewater|fire (?:department|district|hydrant)|housing|farm|mailbox|library|airport|sponsor|electrification|school bus/i

const ENOUGH = 3.5
const LIKELY = 2

/** How relevant a solicitation is to the program. Portals list everything that their agencies buy. */
export function judgeRelevance({ state, title, agency, summary }: Judged, records: Readonly<Records>): Relevance {
  const text = `${title} ${summary ?? ''}`
  if (PROGRAM.test(`${text} ${agency ?? ''}`) || RURAL_HEALTH_OFFICE.test(agency ?? '')) return 'record'
  const isHealthAgency = agency !== null && (HEALTH_AGENCY.test(agency) || isLeadAgency(agency, state, records))
  const isOfInitiative = (isHealthAgency && NUMBERED.test(title)) || namesInitiative(title, state, records)
  // A health agency that buys for rural care is about rural care, also when it buys vehicles or software.
  const purchase = isHealthAgency && RURAL.test(title) && CARE.test(title) ? 1 : 3
  const points =
    (RURAL.test(`${title} ${agency}`) ? 2 : RURAL.test(summary ?? '') ? 1.5 : 0) +
    (CARE.test(title) ? 2 : CARE.test(summary ?? '') ? 1 : 0) +
    (isHealthAgency ? 1 : 0) +
    (THEMES.test(title) ? 1 : THEMES.test(summary ?? '') ? 0.5 : 0) +
    (isOfInitiative ? 2.5 : 0) -
    (SUPPLIES.test(title) ? purchase : 0) -
    (OTHER_PROGRAMS.test(title) ? 2 : 0) -
    (ROADS.test(title) ? purchase : 0)
  // Without care, an initiative or an agency of health, a rural place says nothing.
  const isAbout = CARE.test(text) || isOfInitiative || (isHealthAgency && RURAL.test(title))
  if (STATE_NAMES[state]?.test(title) && points >= LIKELY) return 'record'
  if (points >= ENOUGH && isAbout && (isHealthAgency || (CARE.test(title) && RURAL.test(`${text} ${agency}`))))
    return 'record'
  const isVague = agency === null && RURAL.test(title) && !ROADS.test(title)
  return points >= LIKELY && (isAbout || isVague) ? 'candidate' : null
}

function isLeadAgency(agency: string, state: StateCode, { states }: Readonly<Records>): boolean {
  const name = parseWords(agency).join(' ')
  const leads = states.find(({ code }) => code === state)?.sites ?? []
  return leads.some((site) => {
    const lead = parseWords(site.agency).join(' ')
    return lead.length > SHORT_NAME && (name.includes(lead) || lead.includes(name))
  })
}

const SHORT_NAME = 8
/** A name in capitals: `ROOTS`, `RISE`. */
const BRAND = /\b[A-Z][A-Z-]{3,}\b/g
/** Words of initiatives' titles that say nothing about which one it is. */
const PLAIN = new Set(
  'the and for rural health healthcare care program programs initiative initiatives state statewide community communities services service support access improving improve strengthening building through with project fund grant'.split(
    ' ',
  ),
)

/** Whether a title names an initiative of the state's plan: most of its telling words, in any order. */
function namesInitiative(title: string, state: StateCode, { activities }: Readonly<Records>): boolean {
  if (STATE_NAMES[state]?.test(title)) return true
  const words = new Set(parseWords(title))
  const brands = new Set(title.match(BRAND))
  return activities.some((activity) => {
    if (activity.state !== state) return false
    if (activity.title.match(BRAND)?.some((brand) => brands.has(brand))) return true
    const telling = [...new Set(parseWords(activity.title))].filter((word) => word.length > 2 && !PLAIN.has(word))
    const met = telling.filter((word) => words.has(word)).length
    return telling.length > 0 && met >= Math.min(2, telling.length) && met >= telling.length / 2
  })
}
