import type {
  Body,
  GetPath,
  Health,
  Item,
  ListPath,
  NewSubscription,
  Query,
  SearchAnswer,
  SearchBody,
  Stats,
  Subscription,
  SubscriptionBody,
  Usage,
} from './contract.ts'
import { type FollowedEvent, type FollowOptions, follow } from './follow.ts'
import { LISTS } from './lists.generated.ts'
import { type Page, walk } from './pages.ts'
import { type ApiResponse, type CallOptions, type ClientOptions, openTransport, type Transport } from './transport.ts'

/** The records of one kind. */
export interface List<Path extends ListPath> {
  /** One page of the matching records. A filter takes one value or an array; an empty array means no filter. */
  list: (query?: Query<Path>, options?: CallOptions) => Promise<ApiResponse<Body<Path>>>
  /** Every matching record exactly once, page by page. `limit` is the page size and defaults to the maximum. */
  all: (query?: Omit<Query<Path>, 'page'>, options?: CallOptions) => AsyncGenerator<Item<Path>, void>
}

/** Single records of a kind. */
export interface Single<Found> {
  /**
   * The record with this id or another documented name.
   * @throws ApiProblem NOT_FOUND when there is none
   */
  get: (name: string, options?: CallOptions) => Promise<ApiResponse<Found>>
}

export interface Changes extends List<'/api/v1/activity'> {
  /**
   * Change events as they are published, oldest first, each exactly once. Continues through outages of the service. To
   * continue after a crash, pass the `cursor` of the last handled event.
   */
  follow: (options?: FollowOptions) => AsyncGenerator<FollowedEvent, void>
}

type Lists = typeof LISTS
type SingleOf<Path> = Path extends GetPath ? Single<Body<Path>> : unknown

/** One group per list of the service, with single records if it has any. */
type Groups = { [Name in keyof Lists]: List<Lists[Name]['path']> & SingleOf<Lists[Name]['singlePath']> }

/** The signed addresses of the account, which need no key: each reads one query of a list in one format. */
export interface Subscriptions {
  /** The signed addresses with the last use of each, without their secrets. Free of charge. */
  list: (options?: CallOptions) => Promise<ApiResponse<Body<'/api/v1/subscriptions'>>>
  /** Creates a signed address, which is shown only once. */
  create: (body: SubscriptionBody, options?: CallOptions) => Promise<ApiResponse<NewSubscription>>
  /** Revokes a signed address by its id. */
  revoke: (id: string, options?: CallOptions) => Promise<ApiResponse<Subscription>>
}

/** The service's endpoints. Every call throws ApiProblem, ApiUnreachable, or the reason of an aborted signal. */
export interface Client extends Groups {
  changes: Changes
  /** Searches the documents. Retried only after errors that cost nothing, because every response is metered. */
  search: (body: SearchBody, options?: CallOptions) => Promise<ApiResponse<SearchAnswer>>
  /** What recent publications changed, record by record, with the values before and after. */
  updates: (query?: Query<'/api/v1/changes'>, options?: CallOptions) => Promise<ApiResponse<Body<'/api/v1/changes'>>>
  /** Versions, vocabularies, limits and the time of the next publication. Free of charge. */
  meta: (options?: CallOptions) => Promise<ApiResponse<Body<'/api/v1/meta'>>>
  /** The files of the snapshot. Free of charge. */
  exports: (options?: CallOptions) => Promise<ApiResponse<Body<'/api/v1/exports'>>>
  /**
   * One file of the snapshot by its name, as a stream. It starts at the byte `first` if the response has a `Content-Range`,
   * otherwise at the beginning.
   */
  download: (
    name: string,
    options?: CallOptions & { first?: number },
  ) => Promise<ApiResponse<ReadableStream<Uint8Array>>>
  /** Usage of the key's account. */
  usage: (options?: CallOptions) => Promise<ApiResponse<Usage>>
  subscriptions: Subscriptions
  stats: (options?: CallOptions) => Promise<ApiResponse<Stats>>
  /** The health of the service. `unavailable` is a result, not an error. */
  health: (options?: CallOptions) => Promise<ApiResponse<Health>>
}

/** Creates a client of the service. @throws TypeError when the URL or the key is malformed */
export function createClient(options: ClientOptions): Client {
  const send = openTransport(options)
  const groups = Object.entries(LISTS).map(([name, { path, limitMax, singlePath }]) => [
    name,
    { ...list(send, path, limitMax), ...(singlePath && single(send, path)) },
  ])
  const { changes, ...others } = Object.fromEntries(groups) as Groups
  return {
    ...others,
    changes: { ...changes, follow: (choice = {}) => follow(send, choice, options.signal) },
    search: (posted, call) => send({ path: '/api/v1/search', posted }, call),
    updates: (query = {}, call) => send({ path: '/api/v1/changes', params: { query } }, call),
    meta: (call) => send({ path: '/api/v1/meta' }, call),
    exports: (call) => send({ path: '/api/v1/exports' }, call),
    download: (name, { first = 0, ...call } = {}) =>
      send({ path: '/api/v1/exports/{name}', params: { path: { name } }, fileFrom: first }, call),
    usage: (call) => send({ path: '/api/v1/usage' }, call),
    subscriptions: {
      list: (call) => send({ path: '/api/v1/subscriptions' }, call),
      create: (posted, call) => send({ path: '/api/v1/subscriptions', posted }, call),
      revoke: (id, call) =>
        send({ path: '/api/v1/subscriptions/{id}', params: { path: { id } }, isDeleting: true }, call),
    },
    stats: (call) => send({ path: '/api/stats' }, call),
    health: (call) => send({ path: '/api/health', alsoGood: 503 }, call),
  }
}

function list<Path extends ListPath>(send: Transport, path: Path, limitMax: number): List<Path> {
  const page = <Found = Body<Path>>(query: object = {}, call?: CallOptions) =>
    send<Found>({ path, params: { query } }, call)
  return {
    list: page,
    all: (query, call) =>
      walk((number) =>
        page<Page<Item<Path>>>({ limit: limitMax, ...query, ...(number > 1 && { page: number }) }, call),
      ),
  }
}

const single = (send: Transport, path: GetPath): Single<never> => ({
  get: (name, call) => send({ path: `${path}/{name}`, params: { path: { name } } }, call),
})
