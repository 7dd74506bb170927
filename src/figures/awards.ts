import type { Award } from '../resources/awards.ts'
import type { FilterValues } from '../resources/define.ts'
import { groupByAwardee, groupRecipients } from '../rules/awards/awardees.ts'
import { getCounties } from '../rules/awards/counties.ts'
import { getMedian, getSum } from '../rules/awards/totals.ts'
import { toKeyword } from '../rules/text/keyword.ts'
import { formatDollars } from '../rules/text/wording.ts'
import { compare, parseWords } from '../rules/text/words.ts'
import { STATE_NAMES } from '../schema/vocabularies.ts'
import { formatPath, getFilters, type Lists } from './lists.ts'
import { NAMED_MAX } from './names.ts'
import type { Question, Token } from './question.ts'
import {
  counted,
  dateText,
  type FigureSource,
  formatNumber,
  joined,
  type Statement,
  say,
  toSource,
} from './statement.ts'
import { createMatcher, findCategories, isTopic } from './topic.ts'
import { ASKS_COUNTIES, isOfKind, NUMBERS, RECIPIENT_WORDS } from './vocabulary.ts'

const SOURCES_MAX = 4
const LISTED_MAX = 6
const UNVERIFIED = { verification: ['UNVERIFIED'] }
const ALL = { verification: ['VERIFIED', 'UNVERIFIED'] }

/** The award rows that a question is about. */
interface Selection {
  question: Question
  /** The rows to count: the published ones, or those on file if the question asks for them. */
  rows: readonly Award[]
  /** Rows on file that the filters select too, and that are not counted. */
  held: readonly Award[]
  /** The filters in words: ` in Clay County`. */
  what: string
}

/**
 * Answers from the award rows that the filters of their list select: what they say, for how many the kind or the county
 * is known, how many rows are on file but not counted, and where the rows are listed.
 * @param left the words of the question that no filter understands, which may be a topic
 * @returns null if a word was not understood, or no row is about the topic
 */
export async function awards(question: Question, lists: Lists, left: readonly Token[]): Promise<Statement[] | null> {
  const { states, fiscalYear, isHeld, county, recipientKinds } = question
  const base: FilterValues = { ...(states.length > 0 && { state: states }), ...(fiscalYear && { fiscalYear }) }
  const asked = { ...getFilters('awards', question), ...base }
  const topic = await findTopic(question, left, asked, lists)
  if (!topic) return null
  const filters = { ...asked, ...topic.filters }
  const select = async (more: FilterValues) =>
    (await lists.find('awards', { ...filters, ...more })).filter(topic.isAbout ?? (() => true))
  const rows = await select(isHeld ? UNVERIFIED : {})
  const held = isHeld ? [] : await select(UNVERIFIED)
  const selection = { question, rows, held, what: formatFilters(question, topic.what) }
  const all = isHeld || (!county && recipientKinds.length === 0) ? [] : await lists.find('awards', base)
  const known = all.length > 0 ? [say(formatKnown(question, all), getSources(rows.length > 0 ? rows : all))] : []
  if (rows.length === 0) {
    if (held.length > 0) return [formatHeld(selection)]
    return county && !topic.what
      ? [say(`No award on file is recorded${selection.what}`, getSources(all)), ...known]
      : []
  }
  const statements = MEASURES.find(({ asks }) => asks(question))?.say(selection) ?? []
  if (statements.length === 0) return []
  const path = topic.isAbout || Object.keys(filters).length === 0 ? null : { ...filters, ...(isHeld && UNVERIFIED) }
  const listed = `The ${isHeld ? 'rows on file' : 'counted rows'} are listed at ${path && formatPath('awards', path)}`
  return [
    ...statements,
    ...known.map(({ text, sources }) => ({ text, sources: sources.slice(0, 1) })),
    ...(held.length > 0 ? [formatHeld(selection)] : []),
    ...(path ? [say(listed, getSources(rows).slice(0, 1))] : []),
  ]
}

interface Topic {
  filters: FilterValues
  what: string
  /** Selects rows where no filter does. */
  isAbout?: (row: Award) => boolean
}

/** The topic of the words that are left: rows with these words, of the category that they name, or of a list with this title. */
async function findTopic(
  question: Question,
  left: readonly Token[],
  filters: FilterValues,
  lists: Lists,
): Promise<Topic | null> {
  if (left.length === 0) return { filters: {}, what: '' }
  if (!isTopic(left, question)) return null
  const words = left.map(({ word }) => word)
  const quoted = `“${words.join(' ')}”`
  const isTitled = createMatcher(words)
  if (question.states.length > 0) {
    // An announcement about it that lists no rows: others with these words are not what was asked for.
    const announcements = await lists.find('documents', { state: question.states, category: ['AWARD_ANNOUNCEMENT'] })
    const about = announcements.filter(({ title }) => isTitled(title))
    const listing = new Set((await lists.find('awards', filters)).map(({ sourceDocument }) => sourceDocument.id))
    if (about.length > 0 && !about.some(({ id }) => listing.has(id))) return null
  }
  const finds = async (more: FilterValues) => (await lists.find('awards', { ...filters, ...ALL, ...more })).length > 0
  const isNumbered = words.some((word) => NUMBERS[word] !== undefined || /^\d+$|^(?:second|third|fourth)$/.test(word))
  const q = toKeyword(words)
  if (!isNumbered && (await finds({ q }))) return { filters: { q }, what: ` with ${quoted} in their text` }
  const programCategory = findCategories(words)
  if (programCategory.length > 0 && (await finds({ programCategory })))
    return { filters: { programCategory }, what: ` in the category of ${quoted}` }
  const isAbout = ({ sourceDocument }: Award): boolean => isTitled(sourceDocument.title)
  return (await lists.find('awards', { ...filters, ...ALL })).some(isAbout)
    ? { filters: {}, isAbout, what: ` of lists with ${quoted} in their title` }
    : null
}

/** The awards of the organizations that a question names, in whole or by part of the name; null if it names none. */
export async function awardsTo(question: Question, lists: Lists, left: readonly Token[]): Promise<Statement[] | null> {
  const ids = question.organizations.flatMap((one) => one.ids)
  if (ids.length > 0 && left.length > 0) return null
  const filters: FilterValues | null = ids.length > 0 ? { ids } : findPartOfName(question, left)
  if (!filters) return null
  // Part of a name is whole words of it.
  const phrase = ` ${filters.awardee ?? ''} `
  const isNamed = ({ awardeeName }: Award) =>
    ids.length > 0 || ` ${parseWords(awardeeName).join(' ')} `.includes(phrase)
  const rows = (await lists.find('awards', filters)).filter(isNamed)
  const held = (await lists.find('awards', { ...filters, ...UNVERIFIED })).filter(isNamed)
  if (rows.length + held.length === 0 || groupByAwardee([...rows, ...held]).length > NAMED_MAX) return null
  const published = [...Map.groupBy(rows, ({ stateName }) => stateName).values()]
    .flatMap(groupRecipients)
    .map(formatAwards)
  const waiting = groupRecipients(held).map((own) => {
    const [{ awardeeName, stateName, verificationLacks }] = own as [Award]
    const count = `${counted(own.length, 'award row')} on file that ${own.length === 1 ? 'is' : 'are'}`
    return say(
      `${awardeeName} (${stateName}) has ${count} not verified and not counted, waiting for ${verificationLacks}`,
      getSources(own),
    )
  })
  return [...published, ...waiting]
}

/** The words that are left, if they may be part of a name: consecutive, and neither a place nor a subject. */
function findPartOfName({ words, states }: Question, left: readonly Token[]): FilterValues | null {
  const [first, last] = [left[0], left.at(-1)]
  if (!first || !last || left.every(({ word, names }) => names !== undefined || isOfKind(word, ['money', 'give'])))
    return null
  if (['in', 'near', 'for', 'on', 'at'].includes(words[first.at - 1] ?? '')) return null
  return { awardee: words.slice(first.at, last.at + 1).join(' '), ...(states.length > 0 && { state: states }) }
}

const ALL_SIDES = ['largest', 'smallest'] as const

function asksWhichStates({ text, mentions, states }: Question): boolean {
  const namesStates = / (?:which|what|how many|number of|top|list) (?:\w+ ){0,3}states? /.test(text)
  return states.length === 0 && (namesStates || (mentions('state') && mentions(...ALL_SIDES)))
}

const asksWhichRecipients = ({ text, mentions }: Question): boolean =>
  mentions(...ALL_SIDES) &&
  / (?:most|least) (?:\w+ )?(?:money|funding|funds|dollars) | (?:recipients?|awardees?|organi[sz]ations?|winners) /.test(
    text,
  ) &&
  !/ (?:largest|biggest|smallest|highest|lowest) (?:\w+ )?(?:award|grant|amount) /.test(text)

const asksWho = ({ text, mentions, recipientKinds }: Question): boolean =>
  mentions('recipient') ||
  / which (?:\w+ ){1,3}(?:got|received|won|were|are|get|have|receive) /.test(text) ||
  (recipientKinds.length > 0 && / which /.test(text))

/** How a question about award rows is answered: the first measure that it asks for. */
const MEASURES: readonly {
  asks: (question: Question) => boolean
  say: (selection: Selection) => Statement[]
}[] = [
  {
    asks: ({ text }) => ASKS_COUNTIES.test(text),
    say: (selection) =>
      rank(selection, ['county', 'counties'], (row) => getCounties(row).map((name) => `${name}, ${row.stateName}`)),
  },
  { asks: asksWhichStates, say: (selection) => rank(selection, ['state', 'states'], ({ stateName }) => [stateName]) },
  {
    asks: ({ text, mentions }) =>
      / (?:when|what day|what date|dated?) /.test(text) || (mentions('latest') && !mentions('count')),
    say: sayDates,
  },
  { asks: ({ mentions }) => mentions('average', 'median'), say: sayAverage },
  { asks: asksWhichRecipients, say: rankRecipients },
  { asks: ({ mentions }) => mentions('largest', 'smallest'), say: sayLargest },
  { asks: asksWho, say: sayRecipients },
  { asks: () => true, say: saySums },
]

/** The dates on which award rows were announced, latest first; without a known date, what there is. */
function sayDates(selection: Selection): Statement[] {
  const dated = selection.rows.filter(({ awardDate }) => awardDate !== null)
  const days = [...Map.groupBy(dated, ({ awardDate, state }) => `${awardDate} ${state}`).values()]
  if (days.length === 0)
    return [...saySums(selection), say('No date of these awards is published', getSources(selection.rows))]
  return days
    .sort(([a], [b]) => compare(b?.awardDate ?? '', a?.awardDate ?? ''))
    .slice(0, SOURCES_MAX)
    .map((own) => {
      const [{ stateName, awardDate }] = own as [Award]
      const day = dateText(awardDate as string)
      return say(
        `${stateName}: ${counted(own.length, 'award')} announced on ${day}, ${formatWorth(own)}`,
        getSources(own),
      )
    })
}

/** The number of awards and their sum, for each state of the question. */
function saySums({ question, rows, what }: Selection): Statement[] {
  const groups = question.states.length > 0 ? [...Map.groupBy(rows, ({ state }) => state).values()] : [rows]
  return groups.map((own) => {
    const [first] = own as [Award]
    const states = new Set(own.map(({ state }) => state)).size
    const where = states === 1 ? `${first.stateName} has` : `${counted(states, 'state')} together have`
    const recipients = groupRecipients(own).length
    const to = `${what} to ${recipients === 1 ? first.awardeeName : formatRecipients(question, recipients)}`
    return say(
      question.isHeld
        ? `${where} ${counted(own.length, 'award row')}${to} on file that ${own.length === 1 ? 'is' : 'are'} held back, ${formatWorth(own)}; they wait for ${formatLacks(own)}`
        : `${where} published ${counted(own.length, 'award')}${to}, ${formatWorth(own)}${formatStage(own)}`,
      getSources(own),
    )
  })
}

/** The recipients of awards, with their state if there are several. */
function sayRecipients(selection: Selection): Statement[] {
  const { question, rows } = selection
  const recipients = getRecipients(rows)
  const shown = recipients.slice(0, question.number ?? LISTED_MAX)
  const isOneState = rows.every(({ state }) => state === rows[0]?.state)
  const named = shown.map(
    ({ name, own, total }) => `${name} (${isOneState ? '' : `${own[0]?.stateName}, `}${formatAmount(total)})`,
  )
  const some = shown.every(({ total }) => total === null) ? 'Among the recipients are' : 'The largest recipients are'
  const lead = shown.length === 1 ? 'The recipient is' : shown.length < recipients.length ? some : 'The recipients are'
  return [...saySums(selection), say(`${lead} ${joined(named)}`, getSources(shown.flatMap(({ own }) => own)))]
}

/** The organizations with the highest or lowest total. */
function rankRecipients(selection: Selection): Statement[] {
  const names = new Map(
    getRecipients(selection.rows).flatMap(({ name, own }) => own.map((row) => [row, name] as const)),
  )
  const isOneState = selection.question.states.length === 1
  return rank(selection, ['organization', 'organizations'], (row) => [
    isOneState ? (names.get(row) ?? '') : `${names.get(row)}, ${row.stateName},`,
  ])
}

/** The largest or smallest single awards. */
function sayLargest({ question, rows, what }: Selection): Statement[] {
  const known = bySize(rows.filter(({ federalAmount }) => federalAmount !== null))
  if (question.mentions('smallest')) known.reverse()
  const shown = known.slice(0, question.number ?? 1)
  const [first] = shown
  if (!first) return []
  const isOneState = question.states.length === 1
  const side = question.mentions('smallest') ? 'smallest' : 'largest'
  const awarded = shown.map(
    (row) =>
      `${formatAmount(row.federalAmount)} to ${row.awardeeName}${isOneState ? '' : `, ${row.stateName}`}${formatProject(row)}`,
  )
  const of = `of ${counted(known.length, 'award')} to ${formatRecipients(question, getRecipients(known).length)} with known amounts`
  const where = `${isOneState ? ` of ${first.stateName}` : ' by a state'}${what}`
  const text = `The ${side} published ${shown.length === 1 ? 'award' : 'awards'}${where} ${shown.length === 1 ? 'is' : 'are'} ${awarded.join('; ')}, ${of}`
  return [say(text, getSources(shown))]
}

/** The average of the known amounts. */
function sayAverage(selection: Selection): Statement[] {
  const amounts = selection.rows.flatMap(({ federalAmount }) => federalAmount ?? [])
  const total = getSum(amounts)
  if (total === null) return []
  const average = formatDollars(Math.round((total / amounts.length) * 100) / 100)
  const text = `The average of ${counted(amounts.length, 'award')} with a published amount is ${average}, and the median ${formatDollars(getMedian(amounts))}`
  return [say(text, getSources(selection.rows)), ...saySums(selection)]
}

const COUNTS_ROWS =
  / (?:most|fewest|least|largest number of|highest number of|smallest number of) (?:\w+ ){0,2}(?:awards?|grants|subawards|awardees|recipients|rows) /
const COUNTS_MONEY = / (?:money|funding|funds|dollars|cash|\w+ed) /

/** Which groups of rows have the most or least: money, awards, or recipients of the kind that a question names. */
function rank(
  { question, rows, what }: Selection,
  [one, many]: readonly [string, string],
  getNames: (row: Award) => readonly string[],
): Statement[] {
  const { mentions, text, isHeld, recipientKinds, number } = question
  const isSmallest = mentions('smallest')
  const isRanked = isSmallest || mentions('largest')
  const countsRecipients = one === 'county' && isRanked && recipientKinds.length > 0 && !COUNTS_MONEY.test(text)
  const countsMoney = !countsRecipients && !COUNTS_ROWS.test(text) && (isRanked || one !== 'state')
  const getFigure = (own: Award[]): number | null =>
    countsMoney ? getTotal(own) : countsRecipients ? groupRecipients(own).length : own.length
  const named = rows.flatMap((row) => getNames(row).map((name) => ({ name, row })))
  const groups = [...Map.groupBy(named, ({ name }) => name)]
    .map(([name, all]) => ({ name, own: all.map(({ row }) => row) }))
    .flatMap((group) => ({ ...group, figure: getFigure(group.own) }))
    .filter(({ figure }) => figure !== null)
    .sort((a, b) => (Number(b.figure) - Number(a.figure)) * (isSmallest ? -1 : 1) || compare(a.name, b.name))
  const [first] = groups
  if (!first) return []
  const to = recipientKinds.length > 0 ? ` to ${formatRecipients(question, 2).replace(/^\S+ /, '')}` : ''
  const of = `${counted(groups.length, one, many)} with ${isHeld ? 'awards on file that are held back' : 'published awards'}${to}${what}`
  if (one === 'state' && !isRanked)
    return [
      say(
        `${of}: ${joined(groups.map(({ name, own }) => `${name} (${formatNumber(own.length)})`))}`,
        getSources(first.own),
      ),
    ]
  const shown = groups.slice(0, number ?? (isRanked ? 1 : LISTED_MAX))
  const tied = countsRecipients ? groups.filter(({ figure }) => figure === first.figure) : shown
  const winners = (tied.length <= LISTED_MAX ? tied : shown).map(
    ({ name, own, figure }) =>
      `${name} with ${countsRecipients ? `${formatRecipients(question, Number(figure))} and ` : ''}${counted(own.length, 'award')} (${formatWorth(own)})`,
  )
  const measure = countsMoney ? 'money' : countsRecipients ? `recipients of this kind` : isHeld ? 'rows' : 'awards'
  const more = tied.length > LISTED_MAX ? `, as have ${tied.length - shown.length} others` : ''
  const placed = new Set(named.map(({ row }) => row)).size
  const note = placed < rows.length ? `; ${formatNumber(placed)} of ${counted(rows.length, 'row')} name a ${one}` : ''
  const notAll = countsRecipients ? `, and how many there are without an award is not in the data` : ''
  const sentence = `Of ${of}, ${joined(winners)} ${winners.length === 1 ? 'has' : 'have'} the ${isSmallest ? 'least' : 'most'} ${measure}${more}${note}${notAll}`
  return [say(sentence, getSources(first.own))]
}

/** The rows on file that are not counted. */
function formatHeld({ question: { states }, rows, held, what }: Selection): Statement {
  const where = states.length > 0 ? `${joined(states.map((code) => STATE_NAMES[code]))}: ` : ''
  const count =
    rows.length === 0
      ? `no award${what} is published; ${counted(held.length, 'row')}`
      : `${counted(held.length, 'more row')}${what}`
  const text = `${where}${count} on file ${held.length === 1 ? 'is' : 'are'} held back and not counted, ${formatWorth(held)}, waiting for ${formatLacks(held)}`
  return say(text, getSources(held))
}

/** What rows wait for, most frequent first. */
const formatLacks = (rows: readonly Award[]): string =>
  [...Map.groupBy(rows, ({ verificationLacks }) => verificationLacks ?? '')]
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([lacks, own]) => (own.length === rows.length ? lacks : `${lacks} (${own.length})`))
    .join('; ')

/** The awards of one organization. */
function formatAwards(rows: readonly Award[]): Statement {
  const [largest] = bySize(rows) as [Award]
  const { awardeeName, stateName, federalAmount, awardDate } = largest
  const what = `${formatAmount(federalAmount)}${formatProject(largest)}`
  const when = awardDate === null ? '' : `, announced on ${dateText(awardDate)}`
  const text =
    rows.length === 1
      ? `${awardeeName} (${stateName}) was awarded ${what}${when}`
      : `${rows[0]?.awardeeName} (${stateName}) received ${counted(rows.length, 'award')}, ${formatWorth(rows)}${federalAmount === null ? '' : `; the largest is ${what}`}`
  return say(`${text}${formatStage(rows)}`, getSources(rows))
}

function formatFilters({ county, recipientKinds, bound }: Question, topic: string): string {
  const kinds = recipientKinds.flatMap((kind) => (kind === 'OTHER' ? [] : RECIPIENT_WORDS[kind][1]))
  const amount = bound && ` of ${bound.side === 'more' ? 'at least' : 'at most'} ${formatDollars(bound.amount)}`
  return [amount, topic, county && ` in ${county}`, kinds.length > 1 && ` to ${joined(kinds)}`].filter(Boolean).join('')
}

/** For how many rows the kind or the county is known, so that a reader can tell how complete a count is. */
function formatKnown({ county, states }: Question, all: readonly Award[]): string {
  const known = all.filter((row) => (county ? getCounties(row).length > 0 : row.recipientKind !== null)).length
  const where = states.length > 0 ? ` of ${joined(states.map((code) => STATE_NAMES[code]))}` : ''
  return `The ${county ? 'county' : 'kind of recipient'} is known for ${formatNumber(known)} of the ${counted(all.length, 'published award')}${where}`
}

/** A number of recipients of the kind in a question. */
function formatRecipients({ recipientKinds }: Question, count: number): string {
  const [kind] = recipientKinds
  if (recipientKinds.length !== 1 || !kind || kind === 'OTHER') return counted(count, 'organization')
  const [one, many] = RECIPIENT_WORDS[kind]
  return counted(count, one, many)
}

/** The awards, largest first, unknown amounts last. */
const bySize = (rows: readonly Award[]): Award[] =>
  rows.toSorted((a, b) => (b.federalAmount ?? -1) - (a.federalAmount ?? -1) || compare(a.id, b.id))

/** The organizations of rows with the sum of their known amounts, largest first. */
const getRecipients = (rows: readonly Award[]) =>
  groupRecipients(rows)
    .map((own) => ({ own, total: getTotal(own), name: own[0]?.awardeeName ?? '' }))
    .sort((a, b) => (b.total ?? -1) - (a.total ?? -1) || compare(a.name, b.name))

const getTotal = (rows: readonly Award[]): number | null => getSum(rows.map(({ federalAmount }) => federalAmount))

const formatAmount = (amount: number | null): string =>
  amount === null ? 'amount not published' : formatDollars(amount)

const formatProject = ({ projectTitle, initiative }: Award): string => {
  const what = projectTitle ?? initiative
  return what === null ? '' : ` for “${what}”`
}

function formatWorth(rows: readonly Award[]): string {
  const known = rows.filter(({ federalAmount }) => federalAmount !== null).length
  const total = getTotal(rows)
  if (total === null) return rows.length === 1 ? 'its amount is not published' : 'none with a published amount'
  if (known === rows.length) return `worth ${formatDollars(total)}${rows.length === 1 ? '' : ' in total'}`
  return `of which ${formatNumber(known)} have a published amount, worth ${formatDollars(total)} in total`
}

function formatStage(rows: readonly Award[]): string {
  const intents = rows.filter(({ awardStage }) => awardStage === 'INTENT').length
  if (intents === 0) return ''
  return intents === rows.length
    ? ', announced as intents to award'
    : `, ${formatNumber(intents)} of them announced as ${intents === 1 ? 'an intent' : 'intents'} to award`
}

/** The documents that list these rows, those with the most rows first. */
const getSources = (rows: readonly Award[]): FigureSource[] =>
  [...Map.groupBy(rows, ({ sourceDocument }) => sourceDocument.id).values()]
    .sort((a, b) => b.length - a.length)
    .slice(0, SOURCES_MAX)
    .flatMap(([row]) => (row ? toSource(row.sourceDocument) : []))
