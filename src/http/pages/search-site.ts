import { isQuotable } from '../../answers/evidence.ts'
import type { Statement } from '../../figures/statement.ts'
import type { FilterValues } from '../../resources/define.ts'
import { keyword } from '../../resources/filters.ts'
import { toKeyword } from '../../rules/text/keyword.ts'
import { LIST_WORDS } from '../../rules/text/question-words.ts'
import { findStateAt } from '../../rules/text/state-words.ts'
import { FUNCTION_WORDS } from '../../rules/text/synonyms.ts'
import type { Match } from '../../rules/text/widen.ts'
import { parseWords } from '../../rules/text/words.ts'
import { STATE_NAMES, type StateCode } from '../../schema/vocabularies.ts'
import type { CalendarEvent, Opportunity, SearchDocument } from '../../schema/wire/records.ts'
import type { Entry } from '../../views/entries.ts'
import { toDocumentPath } from '../../views/lists/listings.ts'
import { AHEAD, ANY, getMark, toOpportunityPath } from '../../views/lists/opportunities.ts'
import { type FoundPage, splitWords } from '../../views/page-texts.ts'
import { getAwardStates, toRecipientPath } from '../../views/recipients.ts'
import { type HitGroup, markAt, markWords, SEARCH_PATH } from '../../views/search.ts'
import {
  countedText,
  countText,
  formatCode,
  formatMomentDay,
  formatProse,
  roundDollarText,
  shortenText,
  toWords,
} from '../../views/wording.ts'
import type { PageContext } from './holdings.ts'

const SHOWN = 5
const DOCUMENTS_SHOWN = 10
const FOUND_MAX = 50
/** More other words than this are a sentence, which no list searches for. */
const OTHER_WORDS_MAX = 3

export interface SearchPlace extends Pick<PageContext, 'service' | 'holdings' | 'now'> {
  pages: (query: string, limit: number) => FoundPage[]
}

/** What a query asks for: a state and a kind of record, besides its other words. */
interface Sought {
  state: StateCode | null
  list: 'opportunities' | 'awards' | 'events' | 'documents' | null
  words: readonly string[]
}

const isSyntax = (query: string): boolean => /["*]|(?:^|\s)-\S/.test(query)

/** Reads the state and the kind out of a query. One with signs of the search syntax is taken as written. */
function readSought(query: string): Sought {
  const words = parseWords(query)
  const capitals = new Set(query.match(/\b[A-Z]{2}\b/g))
  const sought: Sought = { state: null, list: null, words: [] }
  if (isSyntax(query)) return { ...sought, words: splitWords(query) }
  const left: string[] = []
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] as string
    const state = sought.state === null ? findStateAt(words, at, capitals, () => true) : null
    if (state) {
      sought.state = state.code
      at += state.length - 1
    } else if (LIST_WORDS.has(word) && sought.list === null) sought.list = LIST_WORDS.get(word) ?? null
    else if (!FUNCTION_WORDS.has(word)) left.push(word)
  }
  return { ...sought, words: left }
}

/** All results for a query by kind, starting with the kind that it names; guides come last. */
export async function searchSite(query: string, place: SearchPlace) {
  const sought = readSought(query)
  const leading = [states(query), opportunities(query, sought, place), recipients(query, sought, place)]
  const after = [events(query, sought, place), guides(query, place)]
  const isFound = [...leading, ...after].some(({ hits }) => hits.length > 0)
  const groups = [...leading, await documents(query, place, isFound), ...after]
  const leader = sought.list === 'awards' ? 'recipients' : sought.list
  const first = groups.find(({ name }) => name.toLowerCase() === leader)
  return {
    answer: isSyntax(query) ? [] : await answerFromRecords(query, place),
    understood: isFound || isSyntax(query) ? toUnderstood(sought) : suggest(query, place),
    groups: first ? [first, ...groups.filter((group) => group !== first)] : groups,
  }
}

/** What the records say to a question, without reading a document or asking a model; empty if it is none. */
async function answerFromRecords(query: string, { service, now }: SearchPlace): Promise<Statement[]> {
  const statements = await (await service.figures()).answer(query, { states: [], fiscalYear: null }, now)
  return (statements ?? []).filter(({ text, unless }) => unless === undefined && isQuotable(text))
}

/** The search for the words that were probably meant, when nothing but documents was found; null if they are the same. */
function suggest(query: string, { service }: SearchPlace) {
  const text = service.search.correct(query)
  const path = `${SEARCH_PATH}?${new URLSearchParams({ q: text })}`
  return text === query ? null : { label: 'Did you mean', text, path }
}

/** The list with the filters that were read out of a query; the page of the state if it names no kind. */
function toUnderstood({ state, list, words: others }: Sought) {
  if ((state === null && list === null) || others.length > OTHER_WORDS_MAX) return null
  const about = others.length > 0 ? `“${others.join(' ')}”` : ''
  const where = state ? `in ${STATE_NAMES[state]}` : ''
  const text = [where, list && formatCode(list), about].filter(Boolean).join(', ')
  if (list === null) return { label: 'Read as', text, path: `/states/${state?.toLowerCase()}` }
  const search = new URLSearchParams({
    // Closed calls are found too.
    ...(list === 'opportunities' && { status: ANY }),
    ...(state && { state }),
    ...(others.length > 0 && { q: toKeyword(others) }),
  })
  return { label: 'Read as', text, path: `/${list}?${search}` }
}

/** The filters of a list for what is sought; null if nothing is left to search for. */
function toFilters({ state, list, words: others }: Sought, groupList: NonNullable<Sought['list']>) {
  if (others.length === 0 && state === null && list !== groupList) return null
  return { ...(state && { state: [state] }), ...(others.length > 0 && { q: toKeyword(others) }) }
}

/** The results of a kind. For more than are listed: how many there are, and the page with all of them. */
function toGroup(name: string, hits: readonly Entry[], total = 0, filters: FilterValues | null = {}): HitGroup {
  const search = new URLSearchParams(filters as Record<string, string>)
  const text = `These are the first ${FOUND_MAX} of ${countText(total)}.`
  const beyond = { text, path: `/${name.toLowerCase()}?${search}`, link: 'See all of them' }
  return { name, hits, shown: SHOWN, beyond: total > FOUND_MAX ? beyond : null }
}

function states(query: string): HitGroup {
  const sought = splitWords(query)
  const hits = Object.entries(STATE_NAMES).flatMap(([code, name]): Entry[] => {
    const names = splitWords(name)
    const isMeant = sought.length > 0 && (names.every((word) => sought.includes(word)) || query.trim() === code)
    return isMeant ? [{ title: name, path: `/states/${code.toLowerCase()}`, facts: ['State page'] }] : []
  })
  return { ...toGroup('States', hits), shown: hits.length }
}

function opportunities(query: string, sought: Sought, { service, now }: SearchPlace): HitGroup {
  // Closed calls come last, after those that may still be open.
  const find = (filters: FilterValues) => {
    const { list } = service.readers.opportunities
    const read = (status: string, more: FilterValues = {}) =>
      list({ filters: { ...filters, status: status.split(','), ...more }, limit: FOUND_MAX }, now)
    const [ahead, closed] = [read(AHEAD), read('CLOSED')]
    const pages = [ahead, read('CLOSED', { statusBasis: ['UNCONFIRMED'] }), closed]
    const calls = pages.flatMap(({ data }): Opportunity[] => JSON.parse(data))
    return {
      calls: [...new Map(calls.map((call) => [call.id, call])).values()],
      total: ahead.total + closed.total,
      filters: { ...filters, status: ANY },
    }
  }
  const written = { q: keyword('').schema.parse(query) }
  const meant = isSyntax(query) ? null : toFilters(sought, 'opportunities')
  const understood = find(meant ?? written)
  const { calls, total, filters } = understood.total > 0 ? understood : find(written)
  const hits = calls.slice(0, FOUND_MAX).map(
    (call): Entry => ({
      title: call.title,
      path: toOpportunityPath(call.slug),
      facts: [
        getMark(call).text,
        call.state === null ? 'National' : STATE_NAMES[call.state],
        formatCode(call.type),
        call.dueDate && `due ${formatMomentDay(call.dueDate, call.timeZone)}`,
      ],
      note: call.summary === null ? null : markWords(shortenText(formatProse(call.summary), 220), query),
    }),
  )
  return toGroup('Opportunities', hits, total, filters)
}

function recipients(query: string, { state, words: others }: Sought, { holdings }: SearchPlace): HitGroup {
  const named = others.length > 0 ? holdings.recipientsNamed(splitWords(query)) : []
  const inState =
    others.length > 0 && state ? holdings.recipientsNamed(others).filter((one) => getAwardStates(one).has(state)) : []
  const matching = named.length > 0 ? named : inState
  const hits = matching.slice(0, FOUND_MAX).map(
    (recipient): Entry => ({
      title: recipient.name,
      path: toRecipientPath(recipient),
      facts: [
        [...getAwardStates(recipient).values()].join(', '),
        countedText(recipient.awards.length, 'award'),
        recipient.total === null ? 'amount not published' : roundDollarText(recipient.total),
      ],
    }),
  )
  return toGroup('Recipients', hits, matching.length, named.length > 0 ? { q: query } : { q: others.join(' '), state })
}

type FoundDocument = SearchDocument & {
  matched: Match
  snippet: { text: string; marks: { start: number; end: number }[] }
}

/** @param isStrict leaves out documents that have only some of the words */
async function documents(query: string, { service }: SearchPlace, isStrict: boolean): Promise<HitGroup> {
  const { bodies, hasMore } = await service.search.pageInTurn({ query, filters: {}, page: 1, limit: DOCUMENTS_SHOWN })
  const matching = bodies
    .map((body): FoundDocument => JSON.parse(body))
    .filter(({ matched }) => !isStrict || matched !== 'ANY')
  const hits = matching.map(
    ({ id, title, stateName, category, fiscalYear, snippet }): Entry => ({
      title,
      path: toDocumentPath(id),
      facts: [stateName ?? 'National', toWords(category), fiscalYear],
      note: markAt(snippet.text, snippet.marks),
    }),
  )
  const isCut = hasMore && matching.length === bodies.length
  const beyond = isCut ? { text: 'More documents match.', path: '/documents', link: 'Browse all documents' } : null
  return { name: 'Documents', hits, shown: DOCUMENTS_SHOWN, beyond }
}

function events(query: string, sought: Sought, { service, now }: SearchPlace): HitGroup {
  const filters = isSyntax(query) ? { q: keyword('').schema.parse(query) } : toFilters(sought, 'events')
  if (!filters) return toGroup('Events', [])
  const { data, total } = service.readers.events.list({ filters, limit: FOUND_MAX }, now)
  const hits = (JSON.parse(data) as CalendarEvent[]).map(
    ({ title, stateName, status, startAt, timeZone, hostAgency, registrationUrl, sourceUrl }): Entry => ({
      title,
      path: registrationUrl ?? sourceUrl,
      facts: [toWords(status), formatMomentDay(startAt, timeZone), stateName ?? 'National', hostAgency],
    }),
  )
  return toGroup('Events', hits, total, filters)
}

function guides(query: string, { pages }: SearchPlace): HitGroup {
  const hits = pages(query, SHOWN).map(
    ({ title, path, snippet }): Entry => ({ title, path, facts: [path], note: markWords(snippet, query) }),
  )
  return toGroup('Guides and reference', hits)
}
