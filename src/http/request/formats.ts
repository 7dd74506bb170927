import { parseAccept } from 'hono/utils/accept'
import { FORMAT_NAMES, FORMATS, type Format } from '../../formats/formats.ts'
import { ApiError } from '../response/errors.ts'

const SUFFIX = /\.([a-z]+)$/i

/** Splits a format extension off a name; the format is null without a known extension. */
export function withoutSuffix(name: string): { name: string; format: Format | null } {
  const [whole = '', suffix = ''] = SUFFIX.exec(name) ?? []
  const format = FORMAT_NAMES.find((name) => name === suffix.toLowerCase()) ?? null
  return format === null ? { name, format } : { name: name.slice(0, -whole.length), format }
}

/**
 * The format of a response: that of the path's extension, or else the supported format that Accept prefers.
 * @throws ApiError NOT_ACCEPTABLE
 */
export function chosenFormat(named: Format | null, accept: string | null, offered: readonly Format[]): Format {
  if (named !== null) {
    if (offered.includes(named)) return named
    throw notAcceptable(`This endpoint does not support ${FORMATS[named].title}.`, offered)
  }
  if (accept === null || accept === '*/*' || accept.trim() === '') return 'json'
  const accepted = parseAccept(accept)
  const getWeight = (format: Format): number =>
    Math.max(...FORMATS[format].mediaTypes.map((mediaType) => weight(mediaType, accepted)))
  const weighed = offered.map((format) => ({ format, weight: getWeight(format) }))
  const [best] = weighed.sort((a, b) => b.weight - a.weight)
  if (best && best.weight > 0) return best.format
  throw notAcceptable(`"Accept: ${accept.slice(0, SHOWN_LENGTH)}" has no format that this endpoint supports.`, offered)
}

const SHOWN_LENGTH = 200

/** The quality value of a media type in Accept; the most specific match counts. */
function weight(mediaType: string, accepted: ReturnType<typeof parseAccept>): number {
  const ranges = [mediaType, `${mediaType.split('/')[0]}/*`, '*/*']
  const matches = ranges.map((range) => accepted.find(({ type }) => type.toLowerCase() === range))
  return matches.find((match) => match !== undefined)?.q ?? 0
}

/** The error for an unsupported format. @param offered the supported formats */
export function notAcceptable(what: string, offered: readonly Format[]): ApiError {
  const choices = offered.map((format) => `.${format} (${FORMATS[format].mediaTypes[0]})`)
  return new ApiError(
    'NOT_ACCEPTABLE',
    `${what} Use one of these as an extension in the path or in Accept: ${choices.join(', ')}.`,
    { supportedValues: offered.map((format) => FORMATS[format].mediaTypes[0]) },
  )
}
