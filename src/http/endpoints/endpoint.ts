import type { z } from 'zod'
import type { Subscriptions } from '../../account/verbs.ts'
import type { AnswerDesk } from '../../answers/desk.ts'
import type { Format } from '../../formats/formats.ts'
import type { Cost, Usage } from '../../metering/admission.ts'
import type { NewKey } from '../../metering/keys.ts'
import type { Windows } from '../../metering/windows.ts'
import type { Instant } from '../../rules/moments.ts'
import type { UsageReport } from '../../storage/usage.ts'
import type { Service } from '../../store/service.ts'
import type { FileContent, FileElsewhere } from '../file-answer.ts'
import type { HeaderFields } from '../headers.ts'

export const API = '/api/v1'

/** Where signed addresses are read. What follows it is a secret: it has no place in a log or an error. */
export const SIGNED = `${API}/signed`

/** What an endpoint is asked with. */
export type Method = 'GET' | 'POST' | 'DELETE'

/** Where opportunities are in the shapes of the CommonGrants protocol. */
export const COMMON_GRANTS = '/common-grants'

/** Whether a path is the API's own; all others are pages of the site. */
export const isOfApi = (path: string): boolean => /^\/(api|common-grants)(\/|$)/.test(path)

/** Whether a path needs a key, even where there is nothing at it. */
export const isKeyed = (path: string): boolean =>
  [API, COMMON_GRANTS].some((place) => path === place || path.startsWith(`${place}/`))

/** A parameter of the query, as it is parsed and documented. */
export interface QueryParameter {
  schema: z.ZodType
  description: string
  /** What its absence means. */
  default?: { value: unknown } | null
  alias?: string | undefined
}

/** One keyed endpoint: what it is, and how it reads a request. */
export interface Endpoint {
  method: Method
  /** In Hono's notation. */
  path: string
  /** The address of its page in the documents, where its path does not tell it apart. */
  slug?: string
  /** The group it stands in, in the documents. */
  tag: string
  summary: string
  description: string
  query: { [parameter: string]: QueryParameter }
  /** The parameter in the path. */
  parameter?: {
    name: string
    description: string
    /** The list whose ids it takes, where that is not its group's. */
    list?: string
  }
  body?: z.ZodType
  /** The body of its answer. */
  answer: z.ZodType
  /** The status of its answer, where that is not 200. */
  status?: 201
  /** The formats in which it answers; absent where it answers in JSON alone. */
  formats?: readonly Format[]
  /** The shape of a record, whose scalars are the columns of a table. */
  item?: z.ZodType
  /** What the documents ask it for; where there is none, for as little as it allows. */
  example?: { name?: string; query?: { [parameter: string]: string }; body?: { [field: string]: unknown } }
  /** The files that it answers with beside JSON, whole (200), in ranges (206), or by naming where they are (307). */
  files?: readonly { mediaType: string; suffix: string; description: string }[]
  /** Set where the answer depends on more than dataset, request and time: it carries no entity tag. */
  isLive?: true
  /** Set where the path holds the right to read it, instead of a key. */
  isSigned?: true
  /** Opens the endpoint on what it needs beside the bake. */
  open: (deps: EndpointDeps) => Ask
}

/** What single endpoints need beside the bake. */
export interface EndpointDeps {
  /** Signs cursors; a fixed one where none is given. */
  cursorSecret?: string
  /** Where AI answers are asked for; without one they are quoted from the documents. */
  answers?: AnswerDesk
  meter: {
    /** All that an account has used. @throws StoreUnavailable */
    usage: (accountId: string, windows: Windows) => Promise<UsageReport>
  }
  /** Keeps signed addresses; without it there are none. */
  subscriptions?: Subscriptions
  /** Makes the secret of a signed address; a random one where it is left out. */
  newSecret?: () => NewKey
}

/** Reads a request. @throws ApiError when it is faulty; the caller is told after being admitted */
export type Ask = (request: EndpointRequest, bake: Service, now: Instant) => Inquiry | Promise<Inquiry>

export interface EndpointRequest {
  raw: Request
  /** The query as it was sent, without its question mark. */
  search: string
  /** The value of the path's parameter; empty where there is none. */
  name: string
  /** The format that the end of the path names; null where it names none. */
  format: Format | null
  /** The public address of the service, without a slash at its end. */
  base: () => string
  /** The address that a calendar or feed names as its own, where that is not its place in the API. */
  own?: () => string
}

/** What one request asks for, read and not yet answered. */
export interface Inquiry {
  /** Names the answer with everything that it depends on beside the data and the time. */
  name: string
  /** Whether the caller's cache may keep the answer. */
  caching: 'private' | 'none'
  /** The format of the answer, where the caller may choose one. */
  format?: Format
  /** The status of the answer, where that is not 200. */
  status?: 201
  /** What a fresh answer spends. */
  cost: Cost
  /**
   * The entity tag, as far as it can be told before the body is made: null for a record that is not there. Absent where
   * the tag is that of the body.
   */
  tag?: () => string | null
  /** Headers of the answer beside those of every answer, once the body is made. */
  headers?: () => HeaderFields
  /** Makes the body. @throws ApiError, for instance NOT_FOUND; then everything that was spent is refunded */
  answer: (grant: Grant) => Result | Promise<Result>
}

/** What the caller was granted. */
export interface Grant {
  /** Whether the AI unit of the cost was taken. */
  answer: 'taken' | 'exhausted' | 'not_asked'
  /** The account's figures; null while the store is away. */
  usage: Usage | null
  windows: Windows
  /** When the answer must be made, in milliseconds of `performance.now()`. */
  deadline: number
}

/** The text of an answer, whole or in parts, a file, or a text with what of the cost it did not spend after all. */
export type Result =
  | string
  | FileContent
  | FileElsewhere
  | { parts: Iterable<string> }
  | { body: string; unspent: Cost }

export const NOTHING: Cost = { month: 0, answer: 0 }
export const ONE_REQUEST: Cost = { month: 1, answer: 0 }
