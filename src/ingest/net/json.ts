import * as z from 'zod'
import { firstIssue } from '../drafts.ts'
import type { FetchResponse } from './exchange.ts'

export const JSON_TYPE = ['application/json'] as const
/** The media types under which some portals send JSON. A web page among them fails as malformed JSON. */
export const LOOSE_JSON = [...JSON_TYPE, 'text/plain', 'text/html'] as const

/** A text that may be missing; null for any other type. */
export const word = z.string().nullish().catch(null)

/** An object of a response, unchecked: every value is cleaned where it is used. */
export type Row = Readonly<Record<string, unknown>>

/** The value at a path such as `data.rows`, undefined if there is none; the value itself for an empty path. */
export const findAt = (value: unknown, path: string): unknown =>
  path === '' ? value : path.split('.').reduce((part: unknown, key) => (part as Row | null | undefined)?.[key], value)

/** The values at a path in the items of a list; none if it is no list. */
export const findEach = (list: unknown, path: string): unknown[] =>
  Array.isArray(list) ? list.map((item) => findAt(item, path)) : []

const REASON_MAX = 200

/**
 * A reader for `Network.ask`: UTF-8 JSON that matches a schema. Keys that are not in the schema are dropped.
 * @throws Error with the first field that differs, never its value
 */
export const parseJson =
  <Schema extends z.ZodType>(shape: Schema) =>
  ({ bytes }: FetchResponse): z.infer<Schema> => {
    let value: unknown
    try {
      value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    } catch {
      throw new Error('responded with malformed JSON')
    }
    const parsed = shape.safeParse(value)
    if (parsed.success) return parsed.data
    throw new Error(`responded with an unexpected shape: ${firstIssue(parsed.error, 'body')}`.slice(0, REASON_MAX))
  }
