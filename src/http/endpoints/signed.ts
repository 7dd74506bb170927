import { LRUCache } from 'lru-cache'
import type { SubscribedQuery } from '../../account/record.ts'
import { type Deadline, StoreUnavailable } from '../../metering/admission.ts'
import { hashKey, isSubscriptionSecret, type KeyHash } from '../../metering/keys.ts'
import { within } from '../../metering/outage.ts'
import type { ResourceName } from '../../resources/index.ts'
import { onceEach } from '../../rules/once.ts'
import { invalidAddress, type ServeDeps } from '../request/admit.ts'
import { callerSubnet } from '../request/callers.ts'
import type { Caller } from '../request/credentials.ts'
import type { Exchange } from '../request/exchange.ts'
import { withoutSuffix } from '../request/formats.ts'
import { refuseParameters } from '../request/parameters.ts'
import { methodNotAllowed } from '../response/errors.ts'
import type { Reply } from '../response/headers.ts'
import { openEndpoint } from '../routes.ts'
import { guarded, serveAs } from '../serve.ts'
import { getListEndpoints } from './detail.ts'
import { type Handler, isMethod, SIGNED } from './endpoint.ts'
import { getSubscribed } from './subscriptions.ts'

const KNOWN_MAX = 10_000

/**
 * Serves signed addresses: the secret grants access to one query of a list. The query never changes, so it is read from the
 * store once and cached; the address itself is checked on each request, like a key.
 */
export function signedAddresses(deps: ServeDeps): (exchange: Exchange) => Promise<Reply> {
  const queries = new LRUCache<KeyHash, SubscribedQuery>({ max: KNOWN_MAX })
  const getHandler = onceEach((list: ResourceName): Handler => openEndpoint(getListEndpoints(list)[0], deps))

  async function subscribed(caller: Caller, deadline: Deadline): Promise<SubscribedQuery> {
    const cached = queries.get(caller.key)
    if (cached) return cached
    const { subscriptions } = deps
    if (!subscriptions) throw new StoreUnavailable('Signed addresses need a key store.')
    const subscribedQuery = await deps.callers.ask(
      caller,
      () => within(deadline, subscriptions.subscribedQuery(caller.key)),
      (query) => (query ? 'known' : 'unknown'),
    )
    if (!subscribedQuery) throw invalidAddress()
    queries.set(caller.key, subscribedQuery)
    return subscribedQuery
  }

  async function respond(exchange: Exchange): Promise<Reply> {
    const { c } = exchange
    const { name: secret, format } = withoutSuffix(c.req.param('address') ?? '')
    if (!isSubscriptionSecret(secret)) throw invalidAddress()
    const caller: Caller = {
      key: hashKey(secret),
      subnet: () => callerSubnet(c, deps),
      now: deps.clock(),
      isAddress: true,
    }
    const { query, ...cached } = await subscribed(caller, exchange.deadline)
    const read = getSubscribed(cached)
    if (read?.format !== format || !read) throw invalidAddress()
    const file = `${read.list}.${read.format}`
    const handler: Handler = async (request, bake, now) => {
      if (!isMethod('GET', c.req.method)) throw methodNotAllowed(c.req.method, ['GET', 'OPTIONS'])
      refuseParameters(request.search)
      const selfUrl = () => `${request.base()}${SIGNED}/${secret}.${read.format}`
      const inquiry = await getHandler(read.list)({ ...request, search: query, selfUrl }, bake, now)
      // Links to other pages would need a key, so there are none.
      return { ...inquiry, headers: () => ({ 'Content-Disposition': `inline; filename="${file}"` }) }
    }
    return serveAs(caller, exchange, deps, handler, { format: read.format })
  }

  return (exchange) => guarded(exchange, deps, () => respond(exchange))
}
