import { getColumns } from '../formats/columns.ts'
import { FORMATS } from '../formats/formats.ts'
import type { Endpoint } from '../http/endpoints/endpoint.ts'
import type { Route } from './routes.ts'
import type { OfferedFormat } from './shape.ts'

/** The formats of an endpoint other than JSON. */
export const offeredFormats = ({ formats = [], item }: Endpoint): OfferedFormat[] =>
  formats
    .filter((format) => format !== 'json')
    .map((format) => {
      const { mediaTypes, description } = FORMATS[format]
      const columns = format === 'csv' && item ? getColumns(item) : null
      return {
        mediaType: mediaTypes[0],
        suffix: `.${format}`,
        description,
        ...(columns && { columns: columns.map(({ name, description }) => ({ name, description })) }),
      }
    })

/** A sentence that lists the formats of an endpoint; null for JSON only. */
export function formatsText({ endpoint }: Route): string | null {
  const formats = endpoint?.formats?.map((format) => `${FORMATS[format].title} (\`.${format}\`)`)
  return formats
    ? `Formats: ${formats.join(', ')}. Choose one with an extension in the path or its media type in Accept.`
    : null
}
