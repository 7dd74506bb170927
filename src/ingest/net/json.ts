import type { z } from 'zod'
import type { Answer } from './exchange.ts'

/** The media type that the APIs answer with. */
export const JSON_TYPE = ['application/json'] as const

const REASON_MAX = 200

/**
 * A reader for `Network.ask`: UTF-8 JSON of a shape. Keys that the shape does not name are dropped.
 * @throws Error naming the first field that differs, never its value.
 */
export const jsonOf =
  <Schema extends z.ZodType>(shape: Schema) =>
  ({ bytes }: Answer): z.infer<Schema> => {
    let value: unknown
    try {
      value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    } catch {
      throw new Error('answered with malformed JSON')
    }
    const parsed = shape.safeParse(value)
    if (parsed.success) return parsed.data
    const [issue] = parsed.error.issues
    throw new Error(
      `answered in another shape: ${issue?.path.join('.') || 'body'}: ${issue?.message}`.slice(0, REASON_MAX),
    )
  }
