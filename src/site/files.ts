import { type Format, formatsOf } from '../formats/formats.ts'
import { written } from '../formats/write.ts'
import type { Order } from '../resources/define.ts'
import { newestOf } from '../rules/totals.ts'
import { STATE_NAMES, type StateCode } from '../schema/vocabularies.ts'
import type { Service } from '../store/service.ts'
import { layoutOf } from '../views/layouts.ts'
import { SECTION_NAMES, type SectionName } from '../views/lists/listing.ts'
import { allOf } from './kept.ts'
import { SECTION_HEADS } from './sections.ts'

/** A format of the files that a page offers. */
export type FileFormat = Extract<Format, 'csv' | 'ics' | 'atom'>
const OFFERED: readonly Format[] = ['csv', 'ics', 'atom'] satisfies FileFormat[]

/** A file with all records of a section, of one state or of all. */
export interface ListFile {
  section: SectionName
  format: FileFormat
  state: StateCode | null
}

/** The file formats of a section. */
export const fileFormats = (section: SectionName): FileFormat[] =>
  formatsOf(layoutOf(section)).filter((format): format is FileFormat => OFFERED.includes(format))

/** The address of a file. */
export const filePath = ({ section, format, state }: ListFile): string =>
  `${state ? `/states/${state.toLowerCase()}` : ''}/${section}.${format}`

/** The files of all sections. */
export const filesOf = (state: StateCode | null): ListFile[] =>
  SECTION_NAMES.flatMap((section) => fileFormats(section).map((format) => ({ section, format, state })))

/** The orders of files that differ from the default order of their list. */
const ORDERS: { [Name in SectionName]?: Order } = { documents: [['published', 'desc']] }

interface Dated {
  state: string | null
  updatedAt: string
}

/** The text of a file. @param base public address of the service, without a slash at its end */
export function fileText(service: Service, now: number, base: string, file: ListFile): string {
  const { section, format, state } = file
  const all = allOf<Dated>(service, section, now, ORDERS[section])
  const items = all.filter((item) => state === null || item.state === state)
  const title = `${SECTION_HEADS[section].title}, ${state ? STATE_NAMES[state] : 'all states'}`
  const frame = {
    title: `Rural health: ${title}`,
    description: SECTION_HEADS[section].lead,
    address: base + filePath(file),
    home: base + (state ? `/states/${state.toLowerCase()}` : `/${section}`),
    updated: newestOf(items.map(({ updatedAt }) => updatedAt)) ?? service.manifest.builtAt,
  }
  const content = { layout: layoutOf(section), records: items, frame, hasMark: format === 'csv', fields: null }
  return [...written(format, content)].join('')
}
