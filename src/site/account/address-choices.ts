import { FORMATS, getFormats } from '../../formats/formats.ts'
import { RESOURCE_NAMES, resource } from '../../resources/index.ts'

/** The lists available to signed addresses, with their formats. */
export const LIST_CHOICES = RESOURCE_NAMES.map((name) => ({ name, formats: getFormats(resource(name).formats) }))

/** The formats available to signed addresses. */
export const FORMAT_CHOICES = Object.entries(FORMATS).map(([name, { title }]) => ({ name, title }))
