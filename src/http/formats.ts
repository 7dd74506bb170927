import { parseAccept } from 'hono/utils/accept'
import { FORMAT_NAMES, FORMATS, type Format } from '../formats/formats.ts'
import { ApiError } from './errors.ts'

/** The formats at a path's end: `csv` of `/api/v1/awards.csv`. */
const SUFFIX = /\.([a-z]+)$/i

const bySuffix = new Map<string, Format>(FORMAT_NAMES.map((name) => [FORMATS[name].suffix, name]))

/** A name with a format at its end, taken apart; the format is null where there is none that is known. */
export function withoutSuffix(name: string): { name: string; format: Format | null } {
  const [whole = '', suffix = ''] = SUFFIX.exec(name) ?? []
  const format = bySuffix.get(suffix.toLowerCase()) ?? null
  return format === null ? { name, format } : { name: name.slice(0, -whole.length), format }
}

/**
 * The format of an answer: the one that the path's end names, else the one of those offered that the caller likes best.
 * @throws ApiError NOT_ACCEPTABLE
 */
export function chosenFormat(named: Format | null, accept: string | null, offered: readonly Format[]): Format {
  if (named !== null) {
    if (offered.includes(named)) return named
    throw notAcceptable(`This endpoint does not support ${FORMATS[named].title}.`, offered)
  }
  if (accept === null || accept === '*/*' || accept.trim() === '') return 'json'
  const wishes = parseAccept(accept)
  const weightOf = (format: Format): number =>
    Math.max(...FORMATS[format].mediaTypes.map((mediaType) => weight(mediaType, wishes)))
  const weighed = offered.map((format) => ({ format, weight: weightOf(format) })).sort((a, b) => b.weight - a.weight)
  const [best] = weighed
  if (best && best.weight > 0) return best.format
  throw notAcceptable(`"Accept: ${accept.slice(0, SHOWN_LENGTH)}" has no format that this endpoint supports.`, offered)
}

const SHOWN_LENGTH = 200

type Wish = ReturnType<typeof parseAccept>[number]

/** How much a caller likes a media type, from 0; the most specific of the wishes that match counts. */
function weight(mediaType: string, wishes: readonly Wish[]): number {
  const ranges = [mediaType, `${mediaType.split('/')[0]}/*`, '*/*']
  for (const range of ranges) {
    const wish = wishes.find(({ type }) => type.toLowerCase() === range)
    if (wish) return wish.q
  }
  return 0
}

/** Refuses a format. @param offered what is offered instead */
export function notAcceptable(what: string, offered: readonly Format[]): ApiError {
  const choices = offered.map((format) => `.${FORMATS[format].suffix} (${FORMATS[format].mediaTypes[0]})`)
  return new ApiError(
    'NOT_ACCEPTABLE',
    `${what} Use one of these as an extension in the path or in Accept: ${choices.join(', ')}.`,
    { supportedValues: offered.map((format) => FORMATS[format].mediaTypes[0]) },
  )
}
