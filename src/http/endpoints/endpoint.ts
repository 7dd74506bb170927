import type { FileHandle } from 'node:fs/promises'
import type { z } from 'zod'
import type { Format } from '../../formats/formats.ts'
import type { Cost, Deadline, Usage } from '../../metering/admission.ts'
import type { Windows } from '../../metering/windows.ts'
import type { Instant } from '../../rules/time/moments.ts'
import type { Service } from '../../store/service.ts'
import type { Deps } from '../deps.ts'
import type { HeaderFields } from '../response/headers.ts'

export const API = '/api/v1'

/** Version of the contract: the newest in CHANGELOG.md. */
export const CONTRACT_VERSION = '1.3.0'

/** The path prefix of signed addresses. The rest of the path is a secret and must not be logged or echoed. */
export const SIGNED = `${API}/signed`

export type Method = 'GET' | 'POST' | 'DELETE'

/** Whether a request's method is that of the endpoint. GET endpoints also support HEAD. */
export const isMethod = (method: string, sent: string): boolean =>
  sent === method || (method === 'GET' && sent === 'HEAD')

export const COMMON_GRANTS = '/common-grants'
export const MCP_PATH = '/mcp'

/** Whether a path belongs to the documented API. */
export const isOfApi = (path: string): boolean => /^\/(api|common-grants)(\/|$)/.test(path)

/** Whether a path needs a key, even if nothing exists there. */
export const isKeyed = (path: string): boolean =>
  [API, COMMON_GRANTS].some((place) => path === place || path.startsWith(`${place}/`))

export interface QueryParameter {
  schema: z.ZodType
  description: string
  /** The meaning of its absence. */
  default?: { value: unknown } | null
  alias?: string | undefined
}

export interface Endpoint {
  method: Method
  path: string
  /** The path of its page in the docs, if the endpoint's path is not unique. */
  slug?: string
  tag: string
  summary: string
  description: string
  query: { [parameter: string]: QueryParameter }
  parameter?: {
    name: string
    description: string
    /** The list whose ids it accepts, if not that of its group. */
    list?: string
  }
  body?: z.ZodType
  response: z.ZodType
  status?: 201
  formats?: readonly Format[]
  /** The shape of a record, whose scalar fields become the columns of a table. */
  item?: z.ZodType
  /** The example request in the docs; defaults to the smallest possible request. */
  example?: { name?: string; query?: { [parameter: string]: string }; body?: { [field: string]: unknown } }
  /** The files that it serves besides JSON: complete (200), as ranges (206), or as redirects (307). */
  files?: readonly { mediaType: string; suffix: string; description: string }[]
  /** Set if it is about the account of the key: the demo key has none, and responses have no entity tag. */
  needsAccount?: true
  /** Set if the path grants access instead of a key. */
  isSigned?: true
  /** Reads a request. @throws ApiError for an invalid request, reported after admission */
  handle: (request: EndpointRequest, bake: Service, now: Instant, deps: EndpointDeps) => Promise<Inquiry>
}

export interface EndpointDeps extends Pick<Deps, 'cursorSecret' | 'answers' | 'subscriptions'> {
  meter: Pick<Deps['meter'], 'usage'>
}

export interface EndpointRequest {
  raw: Request
  /** The query string as sent, without its question mark. */
  search: string
  /** The value of the path parameter; empty if there is none. */
  name: string
  /** The format in the extension of the path; null if there is none. */
  format: Format | null
  /** The public base URL of the service, without a trailing slash. */
  base: () => string
  /** The self URL of a calendar or feed, if it differs from its URL in the API. */
  selfUrl?: () => string
}

/** A parsed request without its response yet. */
export interface Inquiry {
  /** Identifies the response by everything it depends on except data and time. */
  name: string
  caching: 'private' | 'none'
  format?: Format
  cost: Cost
  /** The entity tag, if it is known before the body is made; null for a missing record. Absent if the body decides. */
  tag?: () => string | null
  /** Makes the body. @throws ApiError, such as NOT_FOUND; the whole cost is then refunded */
  respond: (grant: Grant) => Promise<Result>
}

export interface Grant {
  /** Whether a unit of the AI allowance was taken. */
  answer: 'taken' | 'exhausted' | 'not_asked'
  /** The account's usage; null while the store is unavailable. */
  usage: Usage | null
  windows: Windows
  /** The end of the time for calls to the store. */
  deadline: Deadline
}

/** A file. The response closes it. */
export type FileContent = { bytes: number; contentType: string; open: () => Promise<FileHandle> }

export type FileElsewhere = { location: string }

/** A file, or a text: with its size in UTF-8 if that is known, further headers, and the unspent part of the cost. */
export type Result =
  | FileContent
  | FileElsewhere
  | { body: string; bytes?: number; headers?: HeaderFields; unspent?: Cost }

export const NOTHING: Cost = { month: 0, answer: 0 }
export const ONE_REQUEST: Cost = { month: 1, answer: 0 }
