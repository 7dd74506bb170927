import { keyword } from '../../resources/filters.ts'
import type { Match } from '../../rules/text/widen.ts'
import type { Instant } from '../../rules/time/moments.ts'
import { STATE_NAMES } from '../../schema/vocabularies.ts'
import type { SearchDocument } from '../../schema/wire/documents.ts'
import type { CalendarEvent } from '../../schema/wire/events.ts'
import type { Opportunity } from '../../schema/wire/opportunities.ts'
import type { Service } from '../../store/service.ts'
import { documentPath } from '../../views/lists/documents.ts'
import { opportunityPath } from '../../views/lists/opportunities.ts'
import { type FoundPage, wordsIn } from '../../views/page-texts.ts'
import { recipientPath } from '../../views/recipients.ts'
import { type Hit, type HitGroup, marked, markedAt } from '../../views/search.ts'
import {
  codeText,
  countedText,
  countText,
  momentDay,
  proseText,
  roundDollarText,
  shortText,
  words,
} from '../../views/wording.ts'
import type { Holdings } from './holdings.ts'

const SHOWN = 5
const DOCUMENTS_SHOWN = 10
const SUMMARY_MAX = 220
/** At most this many results of each other kind. */
const FOUND_MAX = 50

/** The sources of the site search. */
export interface SearchPlace {
  service: Service
  holdings: Holdings
  now: Instant
  /** The built pages that match a query. */
  pages: (query: string, limit: number) => FoundPage[]
}

/** All results for a query by kind, starting with the kinds that matter to grant seekers. */
export async function searchSite(query: string, place: SearchPlace): Promise<HitGroup[]> {
  const others = [states(query), opportunities(query, place), recipients(query, place)]
  const after = [events(query, place), guides(query, place)]
  const isFound = [...others, ...after].some(({ hits }) => hits.length > 0)
  return [...others, await documents(query, place, isFound), ...after]
}

const getName = (state: string | null): string =>
  state === null ? 'National' : STATE_NAMES[state as keyof typeof STATE_NAMES]
const about = (...parts: (string | null)[]): string => parts.filter(Boolean).join(' · ')

/** For more results than are listed: how many there are, and the whole list to narrow down. */
const getBeyond = (list: string, total: number): HitGroup['beyond'] =>
  total > FOUND_MAX
    ? { text: `These are the first ${FOUND_MAX} of ${countText(total)}.`, path: `/${list}`, link: `Browse all ${list}` }
    : null

function states(query: string): HitGroup {
  const wanted = wordsIn(query)
  const hits = Object.entries(STATE_NAMES).flatMap(([code, name]): Hit[] => {
    const own = wordsIn(name)
    const isMeant = wanted.length > 0 && (own.every((word) => wanted.includes(word)) || query.trim() === code)
    return isMeant ? [{ title: name, path: `/states/${code.toLowerCase()}`, about: 'State page', snippet: null }] : []
  })
  return { name: 'States', hits, shown: hits.length, beyond: null }
}

function opportunities(query: string, { service, now }: SearchPlace): HitGroup {
  const { data, total } = service.readers.opportunities.list(
    { filters: { q: keyword('').schema.parse(query) }, limit: 100 },
    now,
  )
  const isOver = ({ status }: Opportunity) => Number(status === 'CLOSED')
  const found = (JSON.parse(data) as Opportunity[]).sort((a, b) => isOver(a) - isOver(b))
  const hits = found.slice(0, FOUND_MAX).map(
    ({ title, slug, state, type, status, dueDate, dueDatePrecision, timeZone, summary }): Hit => ({
      title,
      path: opportunityPath(slug),
      about: about(
        words(status),
        getName(state),
        codeText(type),
        dueDate && `due ${momentDay({ at: dueDate, precision: dueDatePrecision, zone: timeZone })}`,
      ),
      snippet: summary === null ? null : marked(shortText(proseText(summary), SUMMARY_MAX), query),
    }),
  )
  return { name: 'Opportunities', hits, shown: SHOWN, beyond: getBeyond('opportunities', total) }
}

function recipients(query: string, { holdings }: SearchPlace): HitGroup {
  const wanted = wordsIn(query)
  const found = wanted.length > 0 ? holdings.recipientsNamed(wanted) : []
  const hits = found.slice(0, FOUND_MAX).map(
    (recipient): Hit => ({
      title: recipient.name,
      path: recipientPath(recipient),
      about: about(
        [...recipient.states.values()].join(', '),
        countedText(recipient.awards.length, 'award'),
        recipient.total === null ? 'amount not published' : roundDollarText(recipient.total),
      ),
      snippet: null,
    }),
  )
  return { name: 'Recipients', hits, shown: SHOWN, beyond: getBeyond('recipients', found.length) }
}

type FoundDocument = SearchDocument & {
  matched: Match
  snippet: { text: string; marks: { start: number; end: number }[] }
}

/** @param isStrict leaves out documents that have only some of the words */
async function documents(query: string, { service }: SearchPlace, isStrict: boolean): Promise<HitGroup> {
  const { bodies, hasMore } = await service.search.pageInTurn({ query, filters: {}, page: 1, limit: DOCUMENTS_SHOWN })
  const found = bodies
    .map((body): FoundDocument => JSON.parse(body))
    .filter(({ matched }) => !isStrict || matched !== 'ANY')
  const hits = found.map(
    ({ id, title, state, category, fiscalYear, snippet }): Hit => ({
      title,
      path: documentPath(id),
      about: about(getName(state), words(category), fiscalYear),
      snippet: markedAt(snippet.text, snippet.marks),
    }),
  )
  const isCut = hasMore && found.length === bodies.length
  const beyond = isCut ? { text: 'More documents match.', path: '/documents', link: 'Browse all documents' } : null
  return { name: 'Documents', hits, shown: DOCUMENTS_SHOWN, beyond }
}

function events(query: string, { service, now }: SearchPlace): HitGroup {
  const { data, total } = service.readers.events.list(
    { filters: { q: keyword('').schema.parse(query) }, limit: FOUND_MAX },
    now,
  )
  const hits = (JSON.parse(data) as CalendarEvent[]).map(
    ({ title, state, status, startAt, startAtPrecision, timeZone, hostAgency, registrationUrl, sourceUrl }): Hit => ({
      title,
      path: registrationUrl ?? sourceUrl,
      about: about(
        words(status),
        momentDay({ at: startAt, precision: startAtPrecision, zone: timeZone }),
        getName(state),
        hostAgency,
      ),
      snippet: null,
    }),
  )
  return { name: 'Events', hits, shown: SHOWN, beyond: getBeyond('events', total) }
}

function guides(query: string, { pages }: SearchPlace): HitGroup {
  const hits = pages(query, SHOWN).map(
    ({ title, path, snippet }): Hit => ({ title, path, about: path, snippet: marked(snippet, query) }),
  )
  return { name: 'Guides and reference', hits, shown: SHOWN, beyond: null }
}
