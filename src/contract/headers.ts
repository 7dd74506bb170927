import { QUOTA_HEADERS } from '../http/quota.ts'
import type { Header, Reference } from './shape.ts'

/** Where a header of answers may stand. */
interface Place {
  status: number
  isKeyed: boolean
  isLive?: boolean | undefined
  isPaged?: boolean
  isFile?: boolean
}

interface AnswerHeader {
  description: string
  type: 'string' | 'integer'
  on: (place: Place) => boolean
}

// 401 and 403 name no account, and a fault of the service may strike before the account is known.
const isCounted = ({ status, isKeyed }: Place) => isKeyed && ![401, 403, 503].includes(status)
const isData = ({ status, isKeyed }: Place) => isKeyed && [200, 206, 304, 307].includes(status)

const quota = Object.fromEntries(
  Object.entries(QUOTA_HEADERS).map(([name, { description }]): [string, AnswerHeader] => [
    name,
    { description, type: name.startsWith('X-') ? 'integer' : 'string', on: isCounted },
  ]),
)

/** Every header of answers that callers may rely on, beside those of HTTP itself. */
export const ANSWER_HEADERS: { [name: string]: AnswerHeader } = {
  'X-Request-Id': {
    description: "Names the request in our log: the caller's own when it sent a usable one, else a new UUID.",
    type: 'string',
    on: () => true,
  },
  'X-Dataset-Version': { description: 'The dataset that the answer was made from.', type: 'string', on: () => true },
  ETag: {
    description: 'Entity tag of the answer, weak where the answer is compressed; send it back as If-None-Match.',
    type: 'string',
    on: (place) => isData(place) && !place.isLive,
  },
  'Cache-Control': {
    description: 'Who may keep the answer, and for how long. Keyed answers are never shared.',
    type: 'string',
    on: () => true,
  },
  'Accept-Ranges': {
    description: '`bytes` where a file may be asked for in ranges.',
    type: 'string',
    on: ({ status, isFile }) => isFile === true && [200, 206].includes(status),
  },
  'Content-Range': {
    description: 'Which bytes of the file the answer holds, and how many it has.',
    type: 'string',
    on: ({ status, isFile }) => (isFile === true && status === 206) || status === 416,
  },
  Location: {
    description: 'Address of the file, below that of the service.',
    type: 'string',
    on: ({ status }) => status === 307,
  },
  Link: {
    description:
      'Addresses of the first, previous, next and last page (RFC 8288); by cursor, of the first and the next.',
    type: 'string',
    on: ({ status, isPaged }) => status === 200 && isPaged === true,
  },
  Vary: { description: 'The request headers that the answer depends on.', type: 'string', on: isData },
  ...quota,
  'X-RateLimit-Status': {
    description:
      '`degraded` while the key store is away and a lately verified key keeps reading; then without the quota headers.',
    type: 'string',
    on: isCounted,
  },
  'Retry-After': {
    description: 'Whole seconds to wait; waiting exactly that long is enough.',
    type: 'integer',
    on: ({ status, isKeyed }) => status === 429 || (status === 503 && isKeyed),
  },
  Allow: {
    description: 'The methods that the path has.',
    type: 'string',
    on: ({ status }) => status === 405,
  },
  'WWW-Authenticate': { description: '`Bearer`.', type: 'string', on: ({ status }) => status === 401 },
}

/** The headers as components of the document. */
export const headerComponents = (): { [name: string]: Header } =>
  Object.fromEntries(
    Object.entries(ANSWER_HEADERS).map(([name, { description, type }]) => [name, { description, schema: { type } }]),
  )

/** References to the headers of an answer. */
export const headersOf = (place: Place): { [name: string]: Reference } =>
  Object.fromEntries(
    Object.entries(ANSWER_HEADERS)
      .filter(([, { on }]) => on(place))
      .map(([name]) => [name, { $ref: `#/components/headers/${name}` }]),
  )
