import type { Award } from '../resources/awards.ts'
import type { FilterValues } from '../resources/define.ts'
import { foldCounty, getCounties } from '../rules/awards/counties.ts'
import { toKeyword } from '../rules/text/keyword.ts'
import { STATE_NAMES } from '../schema/vocabularies.ts'
import { formatPath, type Lists } from './lists.ts'
import type { Names } from './names.ts'
import type { Question, Token } from './question.ts'
import { counted, joined } from './statement.ts'
import { createMatcher, findCategories, isTopic } from './topic.ts'
import { getKinds, NUMBERS, RECIPIENT_WORDS } from './vocabulary.ts'

/** The award rows that a question is about. */
export interface AwardRows {
  /** The rows to count: the published ones, or those on file if the question asks for them. */
  rows: readonly Award[]
  isHeld: boolean
  /** Rows on file that the filters select too, and that are not counted. */
  held: readonly Award[]
  /** The filters in words: ` in Clay County`. */
  what: string
  /** Where the rows are listed; null if no filter selects exactly these. */
  path: string | null
  /** For how many of the rows the kind or the county is known; null if neither is asked for. */
  known: string | null
  /** All published rows of the states. */
  all: readonly Award[]
}

const UNVERIFIED = { verification: ['UNVERIFIED'] }

/**
 * Selects award rows with the filters of their list.
 * @param left the words of the question that no filter understands, which may be a topic
 * @returns null if a word was not understood, or no row is about the topic
 */
export async function findAwardRows(
  question: Question,
  lists: Lists,
  left: readonly Token[],
): Promise<AwardRows | null> {
  const { states, fiscalYear, recipientKinds, county, bound, isHeld } = question
  const base: FilterValues = {
    ...(states.length > 0 && { state: states }),
    ...(fiscalYear && { fiscalYear }),
  }
  const asked: FilterValues = {
    ...(recipientKinds.length > 0 && { recipientKind: recipientKinds }),
    ...(county && { county: foldCounty(county) }),
    ...(bound && { [bound.side === 'more' ? 'amountMin' : 'amountMax']: String(bound.amount) }),
  }
  const topic = await findTopic(question, left, { ...base, ...asked }, lists)
  if (!topic) return null
  const filters = { ...base, ...asked, ...topic.filters }
  const select = async (more: FilterValues) =>
    (await lists.find('awards', { ...filters, ...more })).filter(topic.isAbout)
  const rows = await select(isHeld ? UNVERIFIED : {})
  const all = Object.keys(asked).length > 0 ? await lists.find('awards', base) : rows
  return {
    rows,
    isHeld,
    held: isHeld ? [] : await select(UNVERIFIED),
    what: describe(question, topic.what),
    path:
      topic.isFiltered && Object.keys(filters).length > 0
        ? formatPath('awards', { ...filters, ...(isHeld && UNVERIFIED) })
        : null,
    known: isHeld ? null : describeKnown(question, all),
    all,
  }
}

interface Topic {
  filters: FilterValues
  isAbout: (row: Award) => boolean
  what: string
  /** Whether the filters alone select the rows. */
  isFiltered: boolean
}

const EVERY: Topic = { filters: {}, isAbout: () => true, what: '', isFiltered: true }

/** The topic of the words that are left: rows with these words, of the category that they name, or of a list with this title. */
async function findTopic(
  question: Question,
  left: readonly Token[],
  filters: FilterValues,
  lists: Lists,
): Promise<Topic | null> {
  if (left.length === 0) return EVERY
  if (!isTopic(left, question)) return null
  const words = left.map(({ word }) => word)
  const quoted = `“${words.join(' ')}”`
  if (await isAnnouncedElsewhere(question, words, filters, lists)) return null
  const everything = { verification: ['VERIFIED', 'UNVERIFIED'] }
  const finds = async (more: FilterValues) =>
    (await lists.find('awards', { ...filters, ...everything, ...more })).length > 0
  const isNumbered = words.some((word) => NUMBERS[word] !== undefined || /^\d+$|^(?:second|third|fourth)$/.test(word))
  const q = toKeyword(words)
  if (!isNumbered && (await finds({ q }))) return { ...EVERY, filters: { q }, what: ` with ${quoted} in their text` }
  const programCategory = findCategories(words)
  if (programCategory.length > 0 && (await finds({ programCategory })))
    return { ...EVERY, filters: { programCategory }, what: ` in the category of ${quoted}` }
  const isTitled = createMatcher(words)
  const isAbout = ({ sourceDocument }: Award): boolean => isTitled(sourceDocument.title)
  const rows = await lists.find('awards', { ...filters, ...everything })
  return rows.some(isAbout)
    ? { filters: {}, isAbout, what: ` of lists with ${quoted} in their title`, isFiltered: false }
    : null
}

/** Whether announcements of these states match a topic but list no rows. */
async function isAnnouncedElsewhere(
  { states }: Question,
  words: readonly string[],
  filters: FilterValues,
  lists: Lists,
): Promise<boolean> {
  if (states.length === 0) return false
  const isAbout = createMatcher(words)
  const announcements = await lists.find('documents', { state: states, category: ['AWARD_ANNOUNCEMENT'] })
  const about = announcements.filter(({ title }) => isAbout(title))
  if (about.length === 0) return false
  const listing = new Set((await lists.find('awards', filters)).map(({ sourceDocument }) => sourceDocument.id))
  return !about.some(({ id }) => listing.has(id))
}

/** The rows of organizations, which a question names. */
export async function findRowsOf(ids: readonly string[], lists: Lists): Promise<Pick<AwardRows, 'rows' | 'held'>> {
  return {
    rows: await lists.find('awards', { ids }),
    held: await lists.find('awards', { ids, ...UNVERIFIED }),
  }
}

/** The organizations that a question names, in whole or by words that only few have in their name. */
export function findNamed(question: Question, left: readonly Token[], names: Names) {
  if (question.organizations.length > 0) return left.length === 0 ? question.organizations : []
  const [first, last] = [left[0], left.at(-1)]
  if (!first || !last || left.every(({ word, names: entity }) => entity !== undefined || getKinds(word).size > 0))
    return []
  if (['in', 'near', 'for', 'on'].includes(question.words[first.at - 1] ?? '')) return []
  return names.findLikely(question.words.slice(first.at, last.at + 1), question.states)
}

/** The plural of the kind of recipient in a question. */
export const recipientsText = ({ recipientKinds }: Question, count: number): string => {
  const [kind] = recipientKinds
  if (recipientKinds.length !== 1 || !kind || kind === 'OTHER') return counted(count, 'organization')
  const [one, many] = RECIPIENT_WORDS[kind]
  return counted(count, one, many)
}

function describe({ county, recipientKinds, bound }: Question, topic: string): string {
  const kinds = recipientKinds.flatMap((kind) => (kind === 'OTHER' ? [] : RECIPIENT_WORDS[kind][1]))
  return [
    bound && ` of ${bound.side === 'more' ? 'at least' : 'at most'} $${bound.amount.toLocaleString('en-US')}`,
    topic,
    county && ` in ${county}`,
    kinds.length > 1 && ` to ${joined(kinds)}`,
  ]
    .filter(Boolean)
    .join('')
}

/** For how many rows the kind or the county is known, so that a reader can tell how complete a count is. */
function describeKnown({ recipientKinds, county, states }: Question, all: readonly Award[]): string | null {
  if ((recipientKinds.length === 0 && !county) || all.length === 0) return null
  const what = county ? 'county' : 'kind of recipient'
  const known = all.filter((row) => (county ? getCounties(row).length > 0 : row.recipientKind !== null)).length
  const where = states.length > 0 ? ` of ${joined(states.map((code) => STATE_NAMES[code]))}` : ''
  return `The ${what} is known for ${known.toLocaleString('en-US')} of the ${counted(all.length, 'published award')}${where}`
}
