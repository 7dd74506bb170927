import { QUOTA_HEADERS } from '../http/response/quota.ts'
import type { Header, Reference } from './shape.ts'

interface Place {
  status: number
  isKeyed: boolean
  isTagged?: boolean
  isPaged?: boolean
  isFile?: boolean
}

interface ResponseHeader {
  description: string
  /** Default: string. */
  type?: 'integer'
  on: (place: Place) => boolean
}

// 401 and 403 identify no account, and a server error may occur before the account is known.
const isCounted = ({ status, isKeyed }: Place) => isKeyed && ![401, 403, 503].includes(status)
const OF_DATA: ReadonlySet<number> = new Set([200, 206, 304, 307])
const isData = ({ status, isKeyed }: Place) => isKeyed && OF_DATA.has(status)

const quota = Object.fromEntries(
  Object.entries(QUOTA_HEADERS).map(([name, { description }]): [string, ResponseHeader] => [
    name,
    { description, ...(name.startsWith('X-') && { type: 'integer' }), on: isCounted },
  ]),
)

/** Every response header that callers may rely on, except the standard HTTP headers. */
export const RESPONSE_HEADERS: { [name: string]: ResponseHeader } = {
  'X-Request-Id': {
    description: 'Identifies the request in our logs: your own `X-Request-Id` if it was valid, otherwise a new UUID.',
    on: () => true,
  },
  'X-Dataset-Version': {
    description: 'The version of the dataset behind the response.',
    on: () => true,
  },
  ETag: {
    description: 'Entity tag of the response, weak if the response is compressed. Send it back as If-None-Match.',
    on: ({ status, isTagged }) => isTagged === true && OF_DATA.has(status),
  },
  'Cache-Control': {
    description: 'Who may cache the response, and for how long. Keyed responses are never shared.',
    on: () => true,
  },
  'Accept-Ranges': {
    description: '`bytes` for files that support range requests.',
    on: ({ status, isFile }) => isFile === true && [200, 206].includes(status),
  },
  'Content-Range': {
    description: 'The range of bytes in the response, and the size of the file.',
    on: ({ status, isFile }) => (isFile === true && status === 206) || status === 416,
  },
  Location: {
    description: 'Path of the file, relative to the service.',
    on: ({ status }) => status === 307,
  },
  Link: {
    description:
      'URLs of the first, previous, next and last page (RFC 8288); with a cursor, of the first and the next page.',
    on: ({ status, isPaged }) => status === 200 && isPaged === true,
  },
  Vary: { description: 'The request headers that the response depends on.', on: isData },
  ...quota,
  'X-RateLimit-Status': {
    description:
      '`degraded` while the key store is unavailable and a recently verified key keeps working. The quota headers are then absent. `demo` for the demo key, which has only the headers of its own limits.',
    on: isCounted,
  },
  'Retry-After': {
    description: 'Whole seconds to wait. Waiting exactly that long is enough.',
    type: 'integer',
    on: ({ status, isKeyed }) => status === 429 || (status === 503 && isKeyed),
  },
  Allow: {
    description: 'The methods that the path supports.',
    on: ({ status }) => status === 405,
  },
  'WWW-Authenticate': { description: '`Bearer`.', on: ({ status }) => status === 401 },
}

export const headerComponents = (): { [name: string]: Header } =>
  Object.fromEntries(
    Object.entries(RESPONSE_HEADERS).map(([name, { description, type = 'string' }]) => [
      name,
      { description, schema: { type } },
    ]),
  )

export const getHeaderReferences = (place: Place): { [name: string]: Reference } =>
  Object.fromEntries(
    Object.entries(RESPONSE_HEADERS)
      .filter(([, { on }]) => on(place))
      .map(([name]) => [name, { $ref: `#/components/headers/${name}` }]),
  )
