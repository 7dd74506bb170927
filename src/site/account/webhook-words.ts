import { RESOURCE_NAMES } from '../../resources/index.ts'
import { CATEGORIES, CATEGORY_IDS } from '../../schema/taxonomy.ts'
import {
  CHANGE_TYPES,
  EVENT_TYPES,
  NO_STATE,
  OPPORTUNITY_TYPES,
  RECORD_CHANGES,
  STATE_CODES,
  STATE_NAMES,
} from '../../schema/vocabularies.ts'

const asTheyAre = (words: readonly string[]): [string, string][] => words.map((word) => [word, word])

/** The parts of a webhook's filter, as its form offers them. */
export const WEBHOOK_WORDS: readonly {
  part: string
  label: string
  hint: string
  words: readonly [value: string, text: string][]
}[] = [
  { part: 'resource', label: 'Lists', hint: 'The lists that the records are of.', words: asTheyAre(RESOURCE_NAMES) },
  {
    part: 'state',
    label: 'States',
    hint: 'National: records that are of no state.',
    words: [[NO_STATE, 'National'], ...STATE_CODES.map((code): [string, string] => [code, STATE_NAMES[code]])],
  },
  {
    part: 'category',
    label: 'Program categories',
    hint: 'Records without categories do not match.',
    words: CATEGORY_IDS.map((id) => [id, CATEGORIES[id].label]),
  },
  {
    part: 'type',
    label: 'Types',
    hint: 'Of opportunities, of events, and of the change feed.',
    words: asTheyAre([...new Set<string>([...OPPORTUNITY_TYPES, ...EVENT_TYPES, ...CHANGE_TYPES])]),
  },
  { part: 'change', label: 'Kinds of change', hint: 'What happened to the record.', words: asTheyAre(RECORD_CHANGES) },
]
