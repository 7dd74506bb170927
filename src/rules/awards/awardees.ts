import organizations from '../../../vocabulary/organizations.json' with { type: 'json' }
import { STATE_CODES, STATE_NAMES, type StateCode } from '../../schema/vocabularies.ts'
import { getKinds, isMisspelled } from '../text/question-words.ts'
import { FUNCTION_WORDS, findStateByName } from '../text/synonyms.ts'
import { parseWords } from '../text/words.ts'
import { type County, findCounty, foldCounty, getCountiesIn } from './counties.ts'

const LEGAL_FORMS = new Set(['inc', 'incorporated', 'llc', 'llp', 'pllc', 'corp', 'corporation', 'ltd', 'limited'])
// Legal forms only at the end; elsewhere they may be part of the name, as in `Hudson Company Hospital`.
const LEGAL_FORMS_LAST = new Set(['co', 'company', 'lp', 'pc', 'plc'])

/** The words of an awardee's name without `the`, `and` and its legal form; all of them if nothing else is left. */
export function toAwardeeWords(name: string): string {
  const words = parseWords(name)
  const kept = words.filter((word) => word !== 'the' && word !== 'and' && !LEGAL_FORMS.has(word))
  while (LEGAL_FORMS_LAST.has(kept.at(-1) ?? '')) kept.pop()
  return (kept.length > 0 ? kept : words).join(' ')
}

const TRADING_AS = /\b(?:d[./]?b[./]?a|doing business as|on behalf of)\b/i

const SHORT_FORMS = new Map(Object.entries(organizations.shortForms))
/** Other names and parts of names that lists give to the same organization. */
const PARTS_OF = new Map(Object.entries(organizations.partsOf))

/** The names of an awardee without legal form, parentheses and abbreviations; of "A dba B" both. Equal names, one organization. */
export function getAwardeeNames(name: string): string[] {
  const bare = name.replace(/\((?!d[./]?b[./]?a\b)[^()]*\)/gi, ' ').trim() || name
  const names = [bare, ...bare.split(TRADING_AS)].map((each) => {
    const words = toAwardeeWords(each).replace(/\S+/g, (word) => SHORT_FORMS.get(word) ?? word)
    return PARTS_OF.get(words) ?? words
  })
  return [...new Set(names)].filter((words) => words !== '')
}

const STATE_LAST = new RegExp(`(?<![\\s,])[\\s,]+(${STATE_CODES.map((code) => STATE_NAMES[code]).join('|')})\\s*$`, 'i')

/** An awardee that a search may name, in a state or anywhere. */
export type SoughtAwardee = { name: string; stateName: string | null }

/** The awardees that a search may name as a whole, likeliest first: `Mercy Hospital, Iowa` is also one in that state. */
export function parseSoughtAwardees(search: string): SoughtAwardee[] {
  const anywhere = getAwardeeNames(search).map((name) => ({ name, stateName: null }))
  const [ending, stateName] = STATE_LAST.exec(search) ?? []
  if (ending === undefined || stateName === undefined) return anywhere
  const names = getAwardeeNames(search.slice(0, -ending.length))
  return [...anywhere, ...names.map((name) => ({ name, stateName: stateName.toLowerCase() }))]
}

/** Rows grouped by awardee, in the order of their first rows. Spelling variants of one organization are one group. */
export function groupByAwardee<Row extends { awardeeName: string }>(rows: readonly Row[]): Row[][] {
  const names = new Map<string, string[]>()
  for (const { awardeeName } of rows) {
    if (!names.has(awardeeName)) names.set(awardeeName, getAwardeeNames(awardeeName))
  }
  const organizationsByName = joinNames([...names.values()])
  const groups = Map.groupBy(rows, ({ awardeeName }) => organizationsByName(names.get(awardeeName)?.[0] ?? awardeeName))
  return [...groups.values()]
}

/** Organizations that receive awards in several states, each with a page that says so. A name alone proves nothing. */
const IN_SEVERAL_STATES: Readonly<Record<string, string>> = organizations.inSeveralStates

const findOperator = (name: string): string | undefined =>
  getAwardeeNames(name).find((each) => Object.hasOwn(IN_SEVERAL_STATES, each))

/** The page that shows that an organization works in several states; null if none is known. */
export const findEvidence = (name: string): string | null => IN_SEVERAL_STATES[findOperator(name) ?? ''] ?? null

/**
 * Rows grouped by recipient across states: one certification number is one recipient, and so are the spelling variants
 * of a name within a state unless their numbers differ. Equal names in several states stay apart without evidence.
 */
export function groupRecipients<Row extends { awardeeName: string; state: string; ccn: string | null }>(
  rows: readonly Row[],
): Row[][] {
  const named = [...Map.groupBy(rows, ({ state }) => state).values()].flatMap(groupByAwardee)
  const numberPassages = named.flatMap((namesakes) => {
    const numbers = Map.groupBy(namesakes, ({ ccn }) => ccn)
    return new Set(namesakes.flatMap(({ ccn }) => ccn ?? [])).size > 1 ? [...numbers.values()] : [namesakes]
  })
  const getIdentity = (group: Row[]): unknown =>
    group.find(({ ccn }) => ccn !== null)?.ccn ??
    group.flatMap(({ awardeeName }) => findOperator(awardeeName) ?? [])[0] ??
    group
  return [...Map.groupBy(numberPassages, getIdentity).values()].map((groups) => groups.flat())
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

export type InTurn = <Result>(work: () => Result) => Promise<Result>
export type FindAwards = Awaited<ReturnType<typeof openAwardNames>>

/** More organizations with the same words mean a kind of organization, not a name. */
export const NAMED_MAX = 4
const SHORTEST_NAME = 6

/** Finds the awards of organizations by each spelling of their names. @param inTurn runs work in its turn of the event loop */
export async function openAwardNames(
  rows: readonly { id: string; awardeeName: string; state: StateCode }[],
  inTurn: InTurn,
) {
  const byName = new Map<string, { state: StateCode; ids: string[] }[]>()
  for (const [state, inState] of Map.groupBy(rows, (row) => row.state)) {
    for (const group of await inTurn(() => groupByAwardee(inState))) {
      const spellings = new Set(group.map(({ awardeeName }) => awardeeName))
      const names = new Set([...spellings].flatMap((one) => [...getAwardeeNames(one), parseWords(one).join(' ')]))
      for (const name of names) {
        if (name.length < SHORTEST_NAME || !name.includes(' ') || findStateByName(name)) continue
        byName.set(name, [...(byName.get(name) ?? []), { state, ids: group.map(({ id }) => id) }])
      }
    }
  }
  const longest = Math.max(...[...byName.keys()].map((name) => name.split(' ').length))

  /** Finds the award rows of the organizations with the longest name that begins at a word; null if there is none. */
  const find = (words: readonly string[], at: number, states: readonly StateCode[]) => {
    for (let length = Math.min(longest, words.length - at); length > 1; length -= 1) {
      const phrase = words.slice(at, at + length)
      if (FUNCTION_WORDS.has(phrase.at(-1) ?? '') || phrase[0] === 'and') continue
      const name = phrase.filter((word) => word !== 'the' && word !== 'and').join(' ')
      const named = byName.get(phrase.join(' ')) ?? byName.get(name) ?? []
      const matching = named.filter(({ state }) => states.length === 0 || states.includes(state))
      if (matching.length > 0) return { ids: matching.slice(0, NAMED_MAX).flatMap(({ ids }) => ids), length }
    }
    return null
  }
  const nameWords = new Set([...byName.keys()].flatMap((name) => name.split(' ')))
  return Object.assign(find, { hasWord: (word: string): boolean => nameWords.has(word) })
}

const BEFORE_PLACE = /^(?:in|near|around|from|at)$/
const COUNTY_LONGEST = 6
const COUNTY_UNIT = / (?:county|parish|borough|census area|municipality|city and borough)$/

/** The county at a word: with its unit, or after `in` or before its state; null if there is none of this name. */
export function findCountyAt(words: readonly string[], at: number, states: readonly StateCode[]) {
  for (let length = Math.min(COUNTY_LONGEST, words.length - at); length > 0; length -= 1) {
    const phrase = words.slice(at, at + length).join(' ')
    const next = words.slice(at + length)
    const after = next[0] === 'in' ? next.slice(1) : next
    const isCode = !FUNCTION_WORDS.has(after[0] ?? '') && states.some((code) => code.toLowerCase() === after[0])
    const isBefore = isCode || [1, 2].some((count) => findStateByName(after.slice(0, count).join(' ')))
    const isPlace =
      states.length > 0 && (isBefore || BEFORE_PLACE.test(words[at - 1] ?? '')) && !findStateByName(phrase)
    const isWord = getKinds(phrase).size > 0 || FUNCTION_WORDS.has(phrase)
    const isMeant = COUNTY_UNIT.test(phrase) || (isPlace && !isWord)
    const sought = states.length > 0 ? states : STATE_CODES
    const sameName = isMeant ? sought.flatMap((code) => findCounty(code, phrase) ?? []) : []
    // Orleans Parish is in Louisiana, though Vermont has a county of this name.
    const sameUnit = sameName.filter(({ name }) => name.toLowerCase().endsWith(phrase.split(' ').at(-1) ?? ''))
    const named = sameUnit.length > 0 ? sameUnit : sameName
    const counties = named.length > 0 || !(COUNTY_UNIT.test(phrase) || isBefore) ? named : findNear(sought, phrase)
    if (counties[0]) return { county: counties[0].name, states: counties.map(({ state }) => state), length }
  }
  return null
}

/** The counties that a name may mean: `Kenai Borough` is the Kenai Peninsula Borough, `Susex County` Sussex; none if there are several names. */
function findNear(states: readonly StateCode[], phrase: string): County[] {
  const word = phrase.replace(COUNTY_UNIT, '')
  const isBegun = word === phrase || / (?:borough|area)$/.test(phrase)
  const isName = word !== phrase && getKinds(word).size === 0 && !FUNCTION_WORDS.has(word)
  const near = states.flatMap(getCountiesIn).filter(({ name }) => {
    const begins = isBegun && / (?:Borough|Area)$/.test(name) && `${parseWords(name).join(' ')} `.startsWith(`${word} `)
    // Harrison is no misspelled Haralson.
    return begins || (isName && isMisspelled(foldCounty(word), foldCounty(name), 1))
  })
  return new Set(near.map(({ name }) => name)).size === 1 ? near : []
}

/** Whether an award's initiative, alone or with a program, and the title of an activity of the state name the same initiative. */
export function isSameInitiative(initiative: string, title: string): boolean {
  const toWords = (name: string) => parseWords(name).filter((word) => !FUNCTION_WORDS.has(word))
  const [a, b] = [toWords(initiative).join(' '), toWords(title).join(' ')]
  if (b === a || b === toWords(initiative.split(' - ')[0] ?? '').join(' ')) return b !== ''
  const [shorter, longer] = a.length < b.length ? [a, b] : [b, a]
  return shorter.length >= 14 && ` ${longer} `.includes(` ${shorter} `)
}
