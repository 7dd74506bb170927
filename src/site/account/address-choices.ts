import { FORMATS, formatsOf } from '../../formats/formats.ts'
import { RESOURCE_NAMES, resource } from '../../resources/index.ts'

/** The lists that a signed address may read, each with its formats. */
export const LIST_CHOICES = RESOURCE_NAMES.map((name) => ({ name, formats: formatsOf(resource(name).formats) }))

/** The formats that a signed address may answer in. */
export const FORMAT_CHOICES = Object.entries(FORMATS).map(([name, { title }]) => ({ name, title }))
