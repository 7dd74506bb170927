import { FORMATS, getFormats } from '../../formats/formats.ts'
import { getResource, RESOURCE_NAMES } from '../../resources/index.ts'
import { compare } from '../../rules/text/words.ts'
import { CATEGORIES, CATEGORY_IDS } from '../../schema/taxonomy.ts'
import { FILTERED_TYPES, NO_STATE, RECORD_CHANGES, STATE_CODES, STATE_NAMES } from '../../schema/vocabularies.ts'
import { formatCode } from '../../views/wording.ts'

type Words = [value: string, text: string][]
const nameCodes = (codes: readonly string[]): Words => codes.map((code) => [code, formatCode(code)])
const STATES: Words = STATE_CODES.map((code): Words[number] => [code, STATE_NAMES[code]]).sort((a, b) =>
  compare(a[1], b[1]),
)
const PROGRAM_CATEGORIES: Words = CATEGORY_IDS.map((id) => [id, CATEGORIES[id].label])

export const WEBHOOK_WORDS = [
  {
    part: 'resource',
    label: 'Lists',
    hint: 'The lists that changed records belong to.',
    words: nameCodes(RESOURCE_NAMES),
  },
  {
    part: 'state',
    label: 'States',
    hint: 'National covers records that belong to no state.',
    words: [[NO_STATE, 'National'], ...STATES] as Words,
  },
  {
    part: 'category',
    label: 'Program categories',
    hint: 'Records without categories do not match.',
    words: PROGRAM_CATEGORIES,
  },
  {
    part: 'type',
    label: 'Types',
    hint: 'Types of opportunities, events, and change events.',
    words: nameCodes(FILTERED_TYPES),
  },
  { part: 'change', label: 'Changes', hint: 'What happened to the record.', words: nameCodes(RECORD_CHANGES) },
]

export const LIST_CHOICES = RESOURCE_NAMES.map((name) => ({ name, formats: getFormats(getResource(name).formats) }))
export const FORMAT_CHOICES = Object.entries(FORMATS).map(([name, { title }]) => ({ name, title }))
