import type { FilterValues } from '../resources/define.ts'
import { type FindAwards, findCountyAt } from '../rules/awards/awardees.ts'
import { foldCounty } from '../rules/awards/counties.ts'
import { classifyApplicants } from '../rules/classify/kinds.ts'
import {
  BEFORE_TOPIC,
  findNearestWord,
  findProgramAt,
  getKinds,
  isMonthAt,
  isOfKind,
  type Kind,
  RECIPIENT_PHRASES,
  readBound,
  readMonth,
  readNumberOfResults,
  readYear,
  SAYS,
  SHORT_FORMS,
  withFiscalYears,
  withoutAmounts,
} from '../rules/text/question-words.ts'
import {
  FUNCTION_WORDS,
  findStateByCode,
  findStateByName,
  findStateNear,
  STATE_NAME_WORDS,
} from '../rules/text/synonyms.ts'
import { formatList } from '../rules/text/wording.ts'
import { findLongest, parseWords } from '../rules/text/words.ts'
import { type Instant, parseFiscalYear } from '../rules/time/moments.ts'
import { EVENT_TYPES, type RecipientKind, STATE_NAMES, type StateCode } from '../schema/vocabularies.ts'

/** What words of a question name; a list that declares a filter for it understands them. */
export type Entity = 'recipientKind' | 'county' | 'organization' | 'month'

/** A word of a question with its place; what it names, if anything. */
export type Token = { word: string; at: number; names?: Entity }
export type Question = ReturnType<typeof readQuestion>

// State codes that are English words count only in uppercase, and three of them not even then.
const CODES_THAT_ARE_WORDS = new Set('in or me ok hi oh pa ma al la de co id mo ar'.split(' '))
const NEVER_CODES = new Set(['IN', 'OR', 'ME'])
const KIND_LONGEST = Math.max(...[...RECIPIENT_PHRASES.keys()].map((phrase) => phrase.split(' ').length))

/** Reads a question. @param chosen for one that names no state or year @param isKnown whether a word is spelled correctly */
export function readQuestion(
  query: string,
  chosen: { states: readonly StateCode[]; fiscalYear: string | null },
  isKnown: (word: string) => boolean,
  findAwards: FindAwards,
  now: Instant,
) {
  const plain = withoutAmounts(withFiscalYears(query.replace(/\b([A-Z]{2})['’]s\b/gi, '$1'))).replaceAll('$', ' money ')
  const written = parseWords(plain).map((word) => SHORT_FORMS.get(word) ?? word)
  const words = written.map((word, at) => (getKinds(written[at + 1] ?? '').has('county') ? word : correct(word)))
  const text = ` ${words.join(' ')} `
  const capitals = new Set((query.match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => /^[A-Z]{2}$/.test(word)))
  const named = findStates()
  let states = named.size > 0 ? [...new Set(named.values())].map(({ code }) => code) : chosen.states
  const awardIds: string[] = []
  const recipientKinds = new Set<RecipientKind>()
  const tokens: Token[] = []
  let county: string | null = null
  let namesProgram = false
  for (let at = 0; at < words.length; ) at += readAt(at)
  const year = tokens.find(({ word, names }) => !names && /^(?:fy)?20\d\d$|^fy\d\d$/.test(word))
  const { number, word: numberWord } = readNumberOfResults(text)
  const content = tokens.filter((token) => token !== year && token.word !== numberWord)
  const bound = readBound(query)
  const month = readMonth(words, now)
  const filters: FilterValues = {
    state: states,
    recipientKind: [...recipientKinds],
    applicantType: classifyApplicants([text]),
    county: county && foldCounty(county),
    amountMin: bound?.min && String(bound.min + (bound.isOver ? 0.01 : 0)),
    amountMax: bound?.max && String(bound.max - (bound.isUnder ? 0.01 : 0)),
    type: EVENT_TYPES.filter((one) => text.includes(` ${one.toLowerCase().replace('_', ' ')}`)),
    dueAfter: month?.first,
    dueBefore: month?.last,
    from: month?.first,
    to: month?.last,
  }
  return {
    /** All of its words in lowercase, with a space before and after each. */
    text,
    words,
    states,
    stateNames: formatList(states.map((code) => STATE_NAMES[code])),
    fiscalYear: year ? parseFiscalYear(year.word) : chosen.fiscalYear,
    number,
    bound,
    month,
    recipientKinds: [...recipientKinds],
    isCriticalAccess: SAYS.criticalAccess(text),
    county: county as string | null,
    awardIds,
    filters: Object.fromEntries(Object.entries(filters).filter(([, value]) => value && String(value) !== '')),
    isHeld: SAYS.held(text),
    namesProgram,
    mentions: (...kinds: Kind[]): boolean => content.some(({ word, names }) => !names && isOfKind(word, kinds)),
    /** The words that are not understood: of none of these kinds, no function words, names or entities that are taken. */
    left: (kinds: readonly Kind[], taken: readonly Entity[] = []): Token[] =>
      content.filter(({ word, names: entity }) =>
        entity
          ? !taken.includes(entity)
          : !FUNCTION_WORDS.has(word) && !isOfKind(word, bound ? [...kinds, 'compare'] : kinds),
      ),
  }

  /** Reads what begins at a word. @returns the number of its words */
  function readAt(at: number): number {
    const organization = findOrganization(at, states)
    const place = findCounty(at, states)
    if (organization && organization.length > (place?.length ?? 0)) {
      awardIds.push(...organization.ids)
      return keep(at, organization.length, 'organization')
    }
    // Of several counties none is understood.
    if (place && (county ?? place.county) === place.county) {
      county = place.county
      // Dawes County is in one state only.
      if (states.length === 0 && place.states.length === 1) states = place.states
      return keep(at, place.length, 'county')
    }
    const program = findProgramAt(words, at)
    if (program > 0) {
      namesProgram = true
      return program
    }
    const state = named.get(at)
    if (state) return state.length
    const isPaid = /^(?:to|did|do|have|has)$/.test(words[at - 1] ?? '')
    const kind = findLongest(words, at, KIND_LONGEST, (phrase) =>
      isPaid && phrase === 'counties' ? 'COUNTY' : RECIPIENT_PHRASES.get(phrase),
    )
    // A mobile clinic is bought, it does not receive, and the University of Wyoming is one.
    if (kind?.found && words[at - 1] !== 'mobile' && !SAYS.beginsName(words.slice(at, at + 2).join(' '))) {
      recipientKinds.add(kind.found)
      return keep(at, kind.length, 'recipientKind')
    }
    if (!isMonthAt(words, at)) return keep(at, 1)
    return keep(at, readYear(words[at + 1]) === null ? 1 : 2, 'month')
  }

  function findOrganization(at: number, inStates: readonly StateCode[]) {
    // A county is a place after `in`, even if its government received money.
    const isPlace = words[at - 1] === 'in' && findCountyAt(words, at, []) !== null
    return isPlace ? null : findAwards(words, at, inStates)
  }

  function keep(at: number, length: number, entity?: Entity): number {
    for (const [offset, word] of words.slice(at, at + length).entries()) {
      tokens.push({ word, at: at + offset, ...(entity && { names: entity }) })
    }
    return length
  }

  function correct(word: string): string {
    return isWritten(word) || findStateByName(word) || findStateNear(word) ? word : (findNearestWord(word) ?? word)
  }

  function isWritten(word: string): boolean {
    return isKnown(word) || findAwards.hasWord(word) || getKinds(word).size > 0 || FUNCTION_WORDS.has(word)
  }

  function findStates(): Map<number, { code: StateCode; length: number }> {
    const statesAt = new Map<number, { code: StateCode; length: number }>()
    for (let at = 0; at < words.length; ) {
      const skipped =
        findProgramAt(words, at) || (findOrganization(at, [])?.length ?? 0) || (findCounty(at, [])?.length ?? 0)
      const state = skipped > 0 ? null : findStateAt(at)
      const isLast = SAYS.beginsName(words.slice(Math.max(0, at - 2), at).join(' '))
      if (state && !isLast && !isInName(words, at, state.length)) statesAt.set(at, state)
      at += skipped || (state?.length ?? 1)
    }
    return statesAt
  }

  /** The county at a word. It may have the name of a state, but "which Texas county" names a state. */
  function findCounty(at: number, inStates: readonly StateCode[]) {
    const asksWhich = SAYS.which(words[at - 1] ?? '') && findStateByName(words[at] as string)
    return asksWhich ? null : findCountyAt(words, at, inStates)
  }

  function findStateAt(at: number): { code: StateCode; length: number } | null {
    const named = findLongest(words, at, STATE_NAME_WORDS, findStateByName)
    if (named?.found) return { code: named.found, length: named.length }
    const word = words[at] as string
    // The PA Compact is of physician assistants.
    const code = ['compact', 'scope'].includes(words[at + 1] ?? '') ? undefined : findCode(word, at)
    const near = code || isWritten(word) ? code : findStateNear(word)
    return near ? { code: near, length: 1 } : null
  }

  function findCode(word: string, at: number): StateCode | undefined {
    if (word.length !== 2) return undefined
    const isRarely = NEVER_CODES.has(word.toUpperCase()) && at < words.length - 1
    const isCode = capitals.has(word.toUpperCase()) || getKinds(words[at - 1] ?? '').has('county')
    return (isCode && !isRarely) || !CODES_THAT_ARE_WORDS.has(word) ? findStateByCode(word) : undefined
  }
}

const NAME_LONGEST = 4

/** Whether a state's name, not its possessive, is part of the name of an organization, which the rows do not have in this form. */
function isInName(words: readonly string[], at: number, length: number): boolean {
  const name = words.slice(at, at + length).join(' ')
  if (findStateByName(name.slice(0, -1)) !== undefined) return false
  const after = words.slice(at + length, at + length + NAME_LONGEST)
  const end = after.findIndex((word) => FUNCTION_WORDS.has(word) || (getKinds(word).size > 0 && word !== 'state'))
  const last = after.findIndex((word) => SAYS.organization(word))
  return last >= 0 && (end < 0 || last < end) && !getKinds(words[at + length + last + 1] ?? '').has('award')
}

/** Whether words that are left can be a topic: after `for` or `received`, or before `awards`. Elsewhere they were not understood. */
export function isTopic(left: readonly Token[], { words }: Question): boolean {
  if (left.some(({ word, names }) => names !== undefined || SAYS.outsideMoney(word))) return false
  const [first, last] = [left[0]?.at ?? 0, left.at(-1)?.at ?? 0]
  const [before, after] = [words[first - 1] ?? '', words[last + 1] ?? '']
  if (isOfKind(after, ['award', 'recipient', 'initiative', 'call'])) return true
  return isOfKind(after, ['money']) || isOfKind(before, ['receive']) || BEFORE_TOPIC.has(before)
}
