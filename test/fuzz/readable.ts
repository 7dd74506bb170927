import { parseXml } from '@rgrove/parse-xml'
import { parse } from 'csv-parse/sync'
import ICAL from 'ical.js'

const READERS: { [mediaType: string]: (text: string) => unknown } = {
  'text/csv': (text) => parse(text, { bom: true }),
  'application/x-ndjson': (text) =>
    text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line)),
  'text/calendar': (text) => ICAL.parse(text),
  'application/atom+xml': (text) => parseXml(text),
  'application/feed+json': (text) => JSON.parse(text),
}

/** @throws Error when a body is not in the format of its header */
export function mustBeReadable(contentType: string, text: string): void {
  READERS[contentType.split(';')[0] ?? '']?.(text)
}
