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
  readAcronyms,
  readBound,
  readMonth,
  readNumberOfResults,
  readYear,
  SAYS,
  withoutAmounts,
} from '../rules/text/question-words.ts'
import { findStateAt, isInName, spellOut } from '../rules/text/state-words.ts'
import { FUNCTION_WORDS, findStateByName, findStateNear } from '../rules/text/synonyms.ts'
import { formatList } from '../rules/text/wording.ts'
import { findLongest, parseWords } from '../rules/text/words.ts'
import { type Instant, parseFiscalYear } from '../rules/time/moments.ts'
import { EVENT_TYPES, type RecipientKind, STATE_NAMES, type StateCode } from '../schema/vocabularies.ts'

/** What words of a question name; a list that declares a filter for it understands them. */
export type Entity = 'recipientKind' | 'county' | 'organization' | 'month'

/** A word of a question with its place; what it names, if anything. */
export type Token = { word: string; at: number; names?: Entity }
export type Question = ReturnType<typeof readQuestion>

const CENT = 0.01
const KIND_LONGEST = Math.max(...[...RECIPIENT_PHRASES.keys()].map((phrase) => phrase.split(' ').length))

/** Reads a question. @param chosen for one that names no state, county or year @param isKnown whether a word is spelled correctly */
export function readQuestion(
  query: string,
  chosen: { states: readonly StateCode[]; fiscalYear: string | null; counties?: readonly string[]; text?: string },
  isKnown: (word: string) => boolean,
  findAwards: FindAwards,
  now: Instant,
) {
  const written = spellOut(parseWords(withoutAmounts(query).replaceAll('$', ' money ')))
  const words = written.map((word, at) => (getKinds(written[at + 1] ?? '').has('county') ? word : correct(word)))
  const text = ` ${words.join(' ')} `
  const capitals = new Set((query.match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => /^[A-Z]{2}$/.test(word)))
  const acronyms = readAcronyms(query)
  const named = findStates()
  let states = named.size > 0 ? [...new Set([...named.values()].map(({ code }) => code))] : chosen.states
  const awardIds: string[] = []
  const recipientKinds = new Set<RecipientKind>()
  const tokens: Token[] = []
  const placeCounties = new Set<string>()
  let namesProgram = false
  for (let at = 0; at < words.length; ) at += readAt(at)
  const counties = placeCounties.size > 0 ? [...placeCounties] : named.size > 0 ? [] : (chosen.counties ?? [])
  const [county = null] = counties
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
    amountMin: bound?.min && String(bound.min + (bound.isOver ? CENT : 0)),
    amountMax: bound?.max && String(bound.max - (bound.isUnder ? CENT : 0)),
    type: EVENT_TYPES.filter((one) => text.includes(` ${one.toLowerCase().replace('_', ' ')}`)),
    dueAfter: month?.first,
    dueBefore: month?.last,
    from: month?.first,
    to: month?.last,
  }
  return {
    /** All of its words in lowercase, with a space before and after each. */
    text,
    aside: chosen.text ?? '',
    words,
    states,
    stateNames: formatList(states.map((code) => STATE_NAMES[code])),
    fiscalYear: year ? parseFiscalYear(year.word) : chosen.fiscalYear,
    number,
    bound,
    month,
    recipientKinds: [...recipientKinds],
    isCriticalAccess: SAYS.criticalAccess(text),
    county,
    counties,
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
          : acronyms.has(word) ||
            (!FUNCTION_WORDS.has(word) &&
              !isOfKind(word, [...kinds, bound ? 'compare' : 'filler', county ? 'area' : 'filler'])),
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
    if (place) {
      placeCounties.add(place.county)
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
    const kind = findLongest(words, at, KIND_LONGEST, (phrase) => RECIPIENT_PHRASES.get(phrase))
    // A mobile clinic is bought and a school-based one is a program, and the University of Wyoming is one of them.
    if (kind?.match && !SAYS.noKind([words[at - 1], ...words.slice(at, at + 2)].join(' '))) {
      for (const one of kind.match) recipientKinds.add(one)
      return keep(at, kind.length, 'recipientKind')
    }
    if (!isMonthAt(words, at)) return keep(at, 1)
    return keep(at, readYear(words[at + 1]) === null ? 1 : 2, 'month')
  }

  function findOrganization(at: number, inStates: readonly StateCode[]) {
    // A county is a place after `in` or another one, or before its board, even if its government received money.
    const start = words[at] === 'the' ? at + 1 : at
    const before = words[words[start - 1] === 'the' ? start - 2 : start - 1] ?? ''
    const place = findCountyAt(words, start, [])
    const isPlace = SAYS.beforeCounty(before) || SAYS.council(words[start + (place?.length ?? 0)] ?? '')
    return place && isPlace ? null : findAwards(words, at, inStates)
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
    const forms = [word, word.replace(/(?<!e)ing$/, ''), word.replace(/ing$/, 'e')]
    return forms.some(isKnown) || findAwards.hasWord(word) || getKinds(word).size > 0 || FUNCTION_WORDS.has(word)
  }

  function findStates(): Map<number, { code: StateCode; length: number }> {
    const statesAt = new Map<number, { code: StateCode; length: number }>()
    const isOfMoney = !SAYS.plan(text) && !words.some((word) => isOfKind(word, ['metric', 'initiative']))
    for (let at = 0; at < words.length; ) {
      const skipped =
        findProgramAt(words, at) || (findOrganization(at, [])?.length ?? 0) || (findCounty(at, [])?.length ?? 0)
      const state = skipped > 0 ? null : findStateAt(words, at, capitals, isWritten)
      const isLast = SAYS.beginsName(words.slice(Math.max(0, at - 2), at).join(' '))
      const isOfCounty = getKinds(words[at - 1] ?? '').has('county')
      if (state && !isLast && !(isOfMoney && !isOfCounty && isInName(words, at, state.length))) statesAt.set(at, state)
      at += skipped || (state?.length ?? 1)
    }
    return statesAt
  }

  /** The county at a word. It may have the name of a state, but "which Texas county" names a state. */
  function findCounty(at: number, inStates: readonly StateCode[]) {
    const asksWhich = SAYS.which(words[at - 1] ?? '') && findStateByName(words[at] as string)
    return asksWhich ? null : findCountyAt(words, at, inStates)
  }
}

/** A question for each county that one names, or for each kind of recipient that it contrasts: `hospitals vs clinics`. */
export function splitQuestion(question: Question): Question[] {
  const { counties, recipientKinds, filters, text } = question
  const narrow = (to: Partial<Question>, add: FilterValues) => ({ ...question, ...to, filters: { ...filters, ...add } })
  if (counties.length > 1)
    return counties.map((county) => narrow({ county, counties: [county] }, { county: foldCounty(county) }))
  if (recipientKinds.length < 2 || !SAYS.contrast(text)) return [question]
  return recipientKinds.map((kind) => narrow({ recipientKinds: [kind] }, { recipientKind: [kind] }))
}

/** Whether words that are left can be a topic: after `for` or `received`, or before `awards`. Elsewhere they were not understood. */
export function isTopic(left: readonly Token[], { words, county }: Question): boolean {
  if (left.some(({ word, names }) => names !== undefined || SAYS.outsideMoney(word))) return false
  const [first, last] = [left[0]?.at ?? 0, left.at(-1)?.at ?? 0]
  const [before, after] = [words[first - 1] ?? '', words[last + 1] ?? '']
  if (isOfKind(after, ['award', 'recipient', 'initiative', 'call'])) return true
  if (county && SAYS.beforeParty(before) && /^(?:in|of|near)$/.test(after) && last - first < left.length) return true
  return isOfKind(after, ['money']) || isOfKind(before, ['receive']) || BEFORE_TOPIC.has(before)
}
