import { STATE_CODES, STATE_NAMES } from '../../schema/vocabularies.ts'
import { parseWords } from '../text/words.ts'

const LEGAL_FORMS = new Set(['inc', 'incorporated', 'llc', 'llp', 'pllc', 'corp', 'corporation', 'ltd', 'limited'])
// Legal forms only at the end; elsewhere they may be part of the name, as in `Hudson Company Hospital`.
const LEGAL_FORMS_LAST = new Set(['co', 'company', 'lp', 'pc', 'plc'])

/** The words of an awardee's name without `the`, `and` and its legal form; all of them if nothing else is left. */
export function awardeeWords(name: string): string {
  const words = parseWords(name)
  const kept = words.filter((word) => word !== 'the' && word !== 'and' && !LEGAL_FORMS.has(word))
  while (LEGAL_FORMS_LAST.has(kept.at(-1) ?? '')) kept.pop()
  return (kept.length > 0 ? kept : words).join(' ')
}

const TRADING_AS = /\b(?:d\/?b\/?a|doing business as|on behalf of)\b/i
const PARENTHESIS = /\([^()]*\)/g

/** Words that lists abbreviate. */
const SHORT_FORMS: Readonly<Record<string, string>> = {
  assoc: 'association',
  comm: 'community',
  ctr: 'center',
  dept: 'department',
  hosp: 'hospital',
  med: 'medical',
  org: 'organization',
  univ: 'university',
}

/** Operators that lists also refer to by part of their name. */
const PARTS_OF: Readonly<Record<string, string>> = {
  'prisma health upstate': 'prisma health',
  'prisma health midlands': 'prisma health',
}

/**
 * The names of an awardee: the whole name and, for "A dba B", both A and B; without parentheses, legal forms and
 * abbreviations. Rows that share one of them are awards to one organization.
 */
export function awardeeNames(name: string): string[] {
  const bare = name.replace(PARENTHESIS, ' ').trim() || name
  const names = [...new Set([bare, ...bare.split(TRADING_AS)])].map(plainName).filter((words) => words !== '')
  return [...new Set(names)]
}

function plainName(name: string): string {
  const words = awardeeWords(name)
    .split(' ')
    .map((word) => SHORT_FORMS[word] ?? word)
    .join(' ')
  return PARTS_OF[words] ?? words
}

const STATE_LAST = new RegExp(`(?<![\\s,])[\\s,]+(${STATE_CODES.map((code) => STATE_NAMES[code]).join('|')})\\s*$`, 'i')

/** An awardee that a search may name, in a state or anywhere. */
export interface SoughtAwardee {
  /** One of its names. */
  name: string
  /** The name of the state in lower case; null: any. */
  stateName: string | null
}

/** The awardees that a search may name as a whole, likeliest first: `Mercy Hospital, Iowa` is also one in that state. */
export function soughtAwardees(search: string): SoughtAwardee[] {
  const anywhere = awardeeNames(search).map((name) => ({ name, stateName: null }))
  const [ending, stateName] = STATE_LAST.exec(search) ?? []
  if (ending === undefined || stateName === undefined) return anywhere
  const names = awardeeNames(search.slice(0, -ending.length))
  return [...anywhere, ...names.map((name) => ({ name, stateName: stateName.toLowerCase() }))]
}

/** Rows grouped by awardee, in the order of their first rows. Spelling variants of one organization are one group. */
export function groupByAwardee<Row extends { awardeeName: string }>(rows: readonly Row[]): Row[][] {
  const names = new Map<string, string[]>()
  for (const { awardeeName } of rows) {
    if (!names.has(awardeeName)) names.set(awardeeName, awardeeNames(awardeeName))
  }
  const organizationsByName = joinNames([...names.values()])
  const groups = Map.groupBy(rows, ({ awardeeName }) => organizationsByName(names.get(awardeeName)?.[0] ?? awardeeName))
  return [...groups.values()]
}

/** Organizations that receive awards in several states, each with a page that says so. A name alone proves nothing. */
const IN_SEVERAL_STATES: Readonly<Record<string, string>> = {
  'sanford health': 'http://www.sanfordsheldon.org/about/',
  tidalhealth: 'https://www.wmdt.com/2020/09/tidalhealth-brand-unveiled-encompasses-peninsula-regional-health-system/',
  'valley hope association':
    'https://wyandotteonline.com/kansas-nonprofit-expanding-to-meet-addiction-treatment-demand',
}

const findOperator = (name: string): string | undefined =>
  awardeeNames(name).find((each) => Object.hasOwn(IN_SEVERAL_STATES, each))

/** The page that shows that an organization works in several states; null if none is known. */
export const findEvidence = (name: string): string | null => IN_SEVERAL_STATES[findOperator(name) ?? ''] ?? null

interface RecipientRow {
  awardeeName: string
  state: string
  /** CMS certification number. */
  ccn: string | null
}

/**
 * Rows grouped by recipient across states: one certification number is one recipient, and so are the spelling variants
 * of a name within a state unless their numbers differ. Equal names in several states stay apart without evidence.
 */
export function groupRecipients<Row extends RecipientRow>(rows: readonly Row[]): Row[][] {
  const named = [...Map.groupBy(rows, ({ state }) => state).values()].flatMap(groupByAwardee)
  const numbered = named.flatMap((own) => {
    const numbers = Map.groupBy(own, ({ ccn }) => ccn)
    return new Set(own.flatMap(({ ccn }) => ccn ?? [])).size > 1 ? [...numbers.values()] : [own]
  })
  const getIdentity = (own: Row[]): unknown =>
    own.find(({ ccn }) => ccn !== null)?.ccn ??
    own.flatMap(({ awardeeName }) => findOperator(awardeeName) ?? [])[0] ??
    own
  return [...Map.groupBy(numbered, getIdentity).values()].map((groups) => groups.flat())
}

function joinNames(namesOfRows: readonly string[][]): (name: string) => string {
  const above = new Map<string, string>()
  const getTopName = (name: string): string => {
    const next = above.get(name)
    return next === undefined ? name : getTopName(next)
  }
  for (const [first = '', ...others] of namesOfRows) {
    for (const other of others) {
      const [from, to] = [getTopName(other), getTopName(first)]
      if (from !== to) above.set(from, to)
    }
  }
  return getTopName
}
