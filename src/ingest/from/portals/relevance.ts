import words from '../../../../vocabulary/solicitations.json' with { type: 'json' }
import { parseWords, toPattern } from '../../../rules/text/words.ts'
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
const PROGRAM = toPattern(words.program)
const RURAL = toPattern(words.rural)
const CARE = toPattern(words.care)
const THEMES = toPattern(words.themes, true)
/** The names under which states run the program or its parts, where they differ from the titles in their plans. */
const STATE_NAMES: { readonly [state: string]: RegExp } = Object.fromEntries(
  Object.entries(words.stateNames).map(([state, names]) => [state, new RegExp(names.join('|'))]),
)
const RURAL_HEALTH_OFFICE = toPattern(words.ruralHealthOffices)
const NUMBERED = toPattern(words.numbered)
const HEALTH_AGENCY = toPattern(words.healthAgencies)
const SUPPLIES = toPattern(words.supplies)
const OTHER_PROGRAMS = toPattern(words.otherPrograms)
const ROADS = toPattern(words.roads)
const PLAIN = new Set(words.plainWords)

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
/** Whether a title names an initiative of the state's plan: most of its telling words, in any order. */
function namesInitiative(title: string, state: StateCode, { activities }: Readonly<Records>): boolean {
  if (STATE_NAMES[state]?.test(title)) return true
  const titleWords = new Set(parseWords(title))
  const brands = new Set(title.match(BRAND))
  return activities.some((activity) => {
    if (activity.state !== state) return false
    if (activity.title.match(BRAND)?.some((brand) => brands.has(brand))) return true
    const telling = [...new Set(parseWords(activity.title))].filter((word) => word.length > 2 && !PLAIN.has(word))
    const met = telling.filter((word) => titleWords.has(word)).length
    return telling.length > 0 && met >= Math.min(2, telling.length) && met >= telling.length / 2
  })
}
