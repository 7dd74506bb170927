import type {
  Body,
  DocumentDetail,
  GetPath,
  Health,
  Item,
  ListPath,
  Opportunity,
  Query,
  SearchAnswer,
  SearchBody,
  StateDetail,
  Stats,
  Usage,
} from './contract.ts'
import { type FollowedEvent, type FollowOptions, follow } from './follow.ts'
import { type Page, walk } from './pages.ts'
import { type Answer, type Ask, type CallOptions, type ClientOptions, openTransport } from './transport.ts'

/** The records of one kind. */
export interface List<Path extends ListPath> {
  /** One page of the records that match. A filter takes one value or an array of them; an empty array is no filter. */
  list: (query?: Query<Path>, options?: CallOptions) => Promise<Answer<Body<Path>>>
  /** Every record that matches, over all pages, each once; `limit` is the size of a page, the largest when absent. */
  all: (query?: Omit<Query<Path>, 'page'>, options?: CallOptions) => AsyncGenerator<Item<Path>, void>
}

/** Single records of a kind. */
export interface Single<Record> {
  /** @throws ApiProblem NOT_FOUND when nothing has this name */
  get: (name: string, options?: CallOptions) => Promise<Answer<Record>>
}

export interface Changes extends List<'/api/v1/activity'> {
  /**
   * The change events as they are published, oldest first, none lost and none twice. It goes on through outages of the
   * service, and after a crash when it is given the `cursor` of the last event that was dealt with.
   */
  follow: (options?: FollowOptions) => AsyncGenerator<FollowedEvent, void>
}

/** The service's endpoints. Every call throws ApiProblem, ApiUnreachable, or the reason of an aborted signal. */
export interface Client {
  states: List<'/api/v1/states'> & Single<StateDetail>
  awards: List<'/api/v1/awards'>
  documents: List<'/api/v1/documents'> & Single<DocumentDetail>
  /** A record is found by its id, its slug, or the id of a notice that was merged into it. */
  opportunities: List<'/api/v1/opportunities'> & Single<Opportunity>
  events: List<'/api/v1/events'>
  activities: List<'/api/v1/activities'>
  changes: Changes
  coverage: List<'/api/v1/coverage'>
  /** Searches the documents. It is not tried again by itself: every answer is metered. */
  search: (body: SearchBody, options?: CallOptions) => Promise<Answer<SearchAnswer>>
  /** What the account of the key has used. */
  usage: (options?: CallOptions) => Promise<Answer<Usage>>
  stats: (options?: CallOptions) => Promise<Answer<Stats>>
  /** Whether the service can answer; the answer of one that cannot is an answer too, with status `unavailable`. */
  health: (options?: CallOptions) => Promise<Answer<Health>>
}

/** A client of the service. @throws TypeError when address or key cannot be used */
export function createClient(options: ClientOptions): Client {
  const ask = openTransport(options)
  return {
    states: { ...list(ask, '/api/v1/states', 50), ...single(ask, '/api/v1/states') },
    awards: list(ask, '/api/v1/awards', 500),
    documents: { ...list(ask, '/api/v1/documents', 100), ...single(ask, '/api/v1/documents') },
    opportunities: { ...list(ask, '/api/v1/opportunities', 100), ...single(ask, '/api/v1/opportunities') },
    events: list(ask, '/api/v1/events', 100),
    activities: list(ask, '/api/v1/activities', 500),
    changes: { ...list(ask, '/api/v1/activity', 100), follow: (choice = {}) => follow(ask, choice, options.signal) },
    coverage: list(ask, '/api/v1/coverage', 60),
    search: (posted, call) => ask({ path: '/api/v1/search', posted }, call),
    usage: (call) => ask({ path: '/api/v1/usage' }, call),
    stats: (call) => ask({ path: '/api/stats' }, call),
    health: (call) => ask({ path: '/api/health', alsoGood: 503 }, call),
  }
}

function list<Path extends ListPath>(ask: Ask, path: Path, limitMax: number): List<Path> {
  const page = <Found = Body<Path>>(query: object = {}, call?: CallOptions) =>
    ask<Found>({ path, params: { query } }, call)
  return {
    list: page,
    all: (query, call) =>
      walk((number) =>
        page<Page<Item<Path>>>({ limit: limitMax, ...query, ...(number > 1 && { page: number }) }, call),
      ),
  }
}

const single = <Record>(ask: Ask, path: GetPath): Single<Record> => ({
  get: (name, call) => ask({ path: `${path}/{name}`, params: { path: { name } } }, call),
})
