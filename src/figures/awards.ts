import type { Award } from '../resources/awards.ts'
import type { FilterValues } from '../resources/define.ts'
import {
  formatAmount,
  formatLacks,
  formatStage,
  formatWhat,
  formatWorth,
  getAmounts,
  getProject,
  getTotal,
} from '../rules/awards/award-wording.ts'
import { groupByAwardee, groupRecipients, NAMED_MAX } from '../rules/awards/awardees.ts'
import { getCounties } from '../rules/awards/counties.ts'
import { getMedian, getSum } from '../rules/awards/totals.ts'
import { findCategories } from '../rules/classify/classify.ts'
import { toKeyword } from '../rules/text/keyword.ts'
import { getKinds, isNumber, isOfKind, RECIPIENT_PHRASES, RECIPIENT_WORDS, SAYS } from '../rules/text/question-words.ts'
import { createMatcher } from '../rules/text/widen.ts'
import { dateText, formatCount, formatDollars, formatList, formatNumber } from '../rules/text/wording.ts'
import { compare, parseWords } from '../rules/text/words.ts'
import { findDocument, PROGRAM_PAGE } from './documents.ts'
import { isTopic, type Question, splitQuestion, type Token } from './question.ts'
import { formatPath, getFilters, getToday, type Lists, type Statement, say, sayRanked, toSource } from './statement.ts'

const SOURCES_MAX = 4
const LISTED_MAX = 8
const LISTED_OF_ALL = 40
const NAMED_AT_ONCE = 100
const ALL = { verification: ['VERIFIED', 'UNVERIFIED'] }
const IS_CRITICAL_ACCESS = /^\d\d13\d\d$/
const isHeldBack = ({ verification }: Award): boolean => verification === 'UNVERIFIED'

interface Selection {
  question: Question
  rows: readonly Award[]
  held: readonly Award[]
  what: string
}

/**
 * What the award rows say that the filters of their list select, for how many the filter is known, how many are on file but
 * not counted, and where they are listed. Null if the words that are left are not the topic of any row.
 */
export async function awards(question: Question, lists: Lists, left: Token[]): Promise<Statement[] | null> {
  const answers = await Promise.all(splitQuestion(question).map((one) => selectAwards(one, lists, left)))
  return answers.includes(null) ? null : answers.flatMap((one) => one ?? [])
}

async function selectAwards(question: Question, lists: Lists, left: Token[]): Promise<Statement[] | null> {
  const { states, fiscalYear, isHeld, county, recipientKinds, isCriticalAccess, month } = question
  const base: FilterValues = { ...(states.length > 0 && { state: states }), ...(fiscalYear && { fiscalYear }) }
  const all = await lists.find('awards', { ...base, ...ALL })
  const isUnderstood = left.length === 0 || isTopic(left, question)
  if (all.length === 0 && isUnderstood && !isHeld && !fiscalYear) return sayNoneOnFile(question, lists)
  // The certification number tells more than the kind.
  const asked = { ...getFilters('awards', question), ...(isCriticalAccess && { recipientKind: undefined }), ...base }
  const topic = isUnderstood ? await findTopic(question, left, asked, lists) : null
  if (!topic) return null
  const { filters } = topic
  const isInMonth = ({ awardDate: day }: Award) => !month || (day !== null && day >= month.first && day <= month.last)
  const isAbout = (row: Award) => isInMonth(row) && !(isCriticalAccess && !IS_CRITICAL_ACCESS.test(row.ccn ?? ''))
  const onFile = (await lists.find('awards', { ...filters, ...ALL })).filter(isAbout)
  const rows = onFile.filter((row) => isHeldBack(row) === isHeld)
  const held = isHeld ? [] : onFile.filter(isHeldBack)
  const selection = { question, rows, held, what: formatFilters(question, topic.what) }
  const published = all.filter((row) => !isHeldBack(row))
  const isPart = !isHeld && (county || month || recipientKinds.length > 0 || SAYS.counties(question.text))
  const sources = getSources(rows.length > 0 ? rows : all)
  const basis = isPart && published.length > 0 ? [say(formatKnown(question, published), sources.slice(0, 1))] : []
  const ofHeld = { ...selection, what: formatFilters(question, topic.what, 1) }
  const lacks = `None of them mentions ${topic.lacks} in its text, which does not mean that none is for it`
  const waiting = [
    ...(topic.lacks && onFile.length > 0 ? [say(lacks, sources.slice(0, 1))] : []),
    ...(held.length > 0 ? [sayHeld(ofHeld)] : []),
  ]
  if (rows.length === 0) {
    const none = `${formatStates(question)}No award${ofHeld.what} is ${isHeld ? 'held back' : 'on file'}`
    // What is lacking among the rows that wait comes after these.
    if (waiting.length > 0 || topic.what !== '' || !(isPart || isHeld)) return waiting.toReversed()
    return [say(none, sources), ...basis]
  }
  const both = SAYS.alsoHowMuch(question.text) && asksExtreme(question) ? saySums(selection) : []
  const measured = [...both, ...(MEASURES.find(([asks]) => asks(question))?.[1](selection) ?? [])]
  // Counties of several states have the same name.
  const namesakes =
    county && !isHeld && new Set(rows.map(({ state }) => state)).size > 1 ? rankGroups('state', selection) : []
  const path = formatPath('awards', { ...filters, ...(isHeld && { verification: ['UNVERIFIED'] }) })
  const isListed = !isCriticalAccess && !month && Object.keys(filters).length > 0
  const listed = say(`The ${isHeld ? 'rows on file' : 'counted rows'} are listed at ${path}`, sources.slice(0, 1))
  if (measured.length === 0) return SAYS.counties(question.text) ? basis : sayRecipients(selection)
  return [...measured, ...namesakes, ...basis, ...waiting, ...(isListed ? [listed] : [])]
}

/** Says that no row of some states is on file, and what their coverage lacks. */
async function sayNoneOnFile({ states }: Question, lists: Lists): Promise<Statement[]> {
  const covered = (await lists.find('coverage', { state: states })).map(async ({ state, stateName, gaps }) => {
    const none = `${stateName}: no award to an organization is on file on ${getToday(lists)}, which does not mean that there are none`
    const lacking = gaps.filter(SAYS.isGapOfAwards).map((gap) => gap.replace(/\.$/, ''))
    return say([none, ...lacking].join('. '), await findDocument(lists, state ?? '', PROGRAM_PAGE))
  })
  return Promise.all(covered)
}

/** The topic of the words that are left: rows with these words, or of the category that they name. */
async function findTopic({ states, county, text }: Question, left: Token[], filters: FilterValues, lists: Lists) {
  const words = left.map(({ word }) => word)
  // `In Homerville, Clinch County` is in this county.
  const place = ` (?:in|near|around|at|by|outside) ${words.join(' ')} (?:in )?${parseWords(county ?? '')[0]} `
  if (left.length === 0 || new RegExp(place).test(text)) return { filters, what: '', lacks: '' }
  // Money from elsewhere, such as a settlement.
  if (county && text.includes(` from ${words[0]} `)) return null
  if (states.length > 0 && !county) {
    // An announcement about it that lists no rows: others with these words are not what was asked for.
    const announcements = await lists.find('documents', { state: states, category: ['AWARD_ANNOUNCEMENT'] })
    const isTitled = createMatcher(words)
    const about = announcements.filter(({ title }) => isTitled(title))
    const listing = new Set((await lists.find('awards', filters)).map(({ sourceDocument }) => sourceDocument.id))
    if (about.length > 0 && !about.some(({ id }) => listing.has(id))) return null
  }
  const quoted = `“${words.join(' ')}”`
  const programCategory = findCategories(words)
  const worded = { filters: { ...filters, q: toKeyword(words) }, what: ` with ${quoted} in the text`, lacks: '' }
  const ofCategory = { filters: { ...filters, programCategory }, what: ` in the category of ${quoted}`, lacks: '' }
  // A number stands in too many texts.
  const candidates = [...(words.some(isNumber) ? [] : [worded]), ...(programCategory.length > 0 ? [ofCategory] : [])]
  for (const one of candidates) if ((await lists.find('awards', { ...one.filters, ...ALL })).length > 0) return one
  // A town is in no filter, and a county is all that is known of a place.
  return county ? { filters, what: '', lacks: quoted } : null
}

/** The awards of the organizations that a question names, in whole or by part of the name; null if it names none. */
export async function awardsTo(question: Question, lists: Lists, left: Token[]): Promise<Statement[] | null> {
  const { awardIds: ids, states, county, filters: asked } = question
  if (ids.length > 0 && left.some(({ names }) => names !== 'county')) return null
  const part = ids.length > 0 ? '' : findPartOfName(question, left)
  if (part === null) return null
  const filters =
    part === '' ? { ids, ...(left.length > 0 && { county: asked.county }) } : states.length > 0 ? { state: states } : {}
  // Part of a name is whole words of it.
  const isNamed = ({ awardeeName }: Award) => ` ${parseWords(awardeeName).join(' ')} `.includes(` ${part} `)
  const groups = groupByAwardee(await lists.find('awards', { ...filters, ...ALL }))
  const named = part === '' ? groups : groups.filter((rows) => rows.some(isNamed))
  if (named.length === 0 || named.length > NAMED_MAX) return null
  const rows = named.flat().filter((row) => !isHeldBack(row))
  const held = named.flat().filter(isHeldBack)
  const selection = { question, rows, held, what: part === '' && left.length > 0 ? ` in ${county}` : '' }
  const names = formatList([...new Set(held.map(({ awardeeName, stateName }) => `${awardeeName} (${stateName})`))])
  const waiting = held.length > 0 ? [sayHeld({ ...selection, what: ` to ${names}` })] : []
  return [...(rows.length > 0 ? sayRecipients(selection) : []), ...waiting]
}

/** What awards are for, if a question asks it: the description of each, or else its project or initiative. */
function getPurposes({ text }: Question, rows: readonly Award[]): string[] {
  const named = rows.flatMap(
    (row) => (SAYS.programs(text) ? row.initiative : row.programDescription) ?? getProject(row) ?? [],
  )
  return SAYS.purpose(text) ? [...new Set(named)].map((purpose) => `“${purpose.replace(/\.$/, '')}”`) : []
}

function sayPurposes({ question, rows }: Selection): Statement[] {
  const purposes = getPurposes(question, rows)
  const they = rows.length === 1 ? 'it is' : 'they are'
  const lead = SAYS.programs(question.text) ? 'The programs are:' : `What ${they} for:`
  return purposes.length > 0 ? [say(lead, getSources(rows), purposes)] : []
}

/** The words that are left, if they may be part of a name: consecutive, and neither a place nor a subject. */
function findPartOfName({ words }: Question, left: readonly Token[]): string | null {
  const [first, last] = [left[0], left.at(-1)]
  if (!first || !last || ['in', 'near', 'for', 'on', 'at'].includes(words[first.at - 1] ?? '')) return null
  if (left.every(({ word, names }) => names !== undefined || getKinds(word).size > 0)) return null
  if (isOfKind(words[last.at + 1] ?? '', ['award', 'money'])) return null
  return words.slice(first.at, last.at + (isOfKind(words[last.at + 1] ?? '', ['federal']) ? 2 : 1)).join(' ')
}

const asksExtreme = ({ mentions }: Question): boolean => mentions('largest', 'smallest')
/** `Which clinics` and `what tribes` ask for names. */
const asksRecipients = ({ text, words, county, mentions }: Question): boolean =>
  county !== null ||
  mentions('recipient') ||
  / which /.test(text) ||
  RECIPIENT_PHRASES.has(words[words.indexOf('what') + 1] ?? '')
const MEASURES: readonly (readonly [(question: Question) => boolean, (selection: Selection) => Statement[]])[] = [
  [({ text, county }) => county === null && SAYS.counties(text), (one) => rankGroups('county', one)],
  [
    (one) => one.states.length === 0 && (SAYS.whichStates(one.text) || (one.mentions('state') && asksExtreme(one))),
    (one) => rankGroups('state', one),
  ],
  [({ text, mentions }) => SAYS.day(text) || (mentions('latest') && !mentions('count')), sayDates],
  [({ mentions }) => mentions('average', 'median'), sayAverage],
  [
    (one) => asksExtreme(one) && SAYS.rankOfRecipients(one.text) && !SAYS.rankOfAwards(one.text),
    (one) => rankGroups('recipient', one),
  ],
  [asksExtreme, rankAwards],
  [asksRecipients, sayRecipients],
  [() => true, saySums],
]

function sayDates(selection: Selection): Statement[] {
  const dated = selection.rows.filter(({ awardDate }) => awardDate !== null)
  const rest = selection.rows.filter(({ awardDate }) => awardDate === null)
  if (dated.length === 0) return [...saySums(selection), say('No date of these awards is published', getSources(rest))]
  const said = [...Map.groupBy(dated, ({ awardDate, stateName }) => `${awardDate} ${stateName}`)]
    .sort(([a], [b]) => compare(b, a))
    .slice(0, SOURCES_MAX)
    .map(([day, awards]) => {
      const what = `${awards[0]?.stateName}: ${formatCount(awards.length, 'award')} announced on ${dateText(day.slice(0, 10))}, ${formatWorth(awards)}`
      const names = getRecipients(awards).map(({ name, total }) => `${name} (${formatAmount(total)})`)
      return selection.question.county ? say(`${what}, to:`, getSources(awards), names) : say(what, getSources(awards))
    })
  const unsaid = `No date of ${formatCount(rest.length, 'other award')} is published`
  return rest.length > 0 ? [...said, say(unsaid, getSources(rest))] : said
}

function saySums({ question, rows, what }: Selection): Statement[] {
  const groups = [...Map.groupBy(rows, ({ state }) => (question.states.length > 0 ? state : '')).values()]
  return groups.map((awards) => {
    const states = new Set(awards.map(({ state }) => state)).size
    const where = states === 1 ? awards[0]?.stateName : `${formatCount(states, 'state')} together`
    const verb = awards.length === 1 ? 'is' : 'are'
    const recipients = groupRecipients(awards).length
    const named = recipients === 1 ? getName(awards) : formatRecipients(question, recipients)
    const isMixed = recipients > 1 && question.recipientKinds.length > 1
    const to = isMixed ? `${what}, ${named} in all,` : `${what} to ${named}`
    const held = `${where}: ${formatCount(awards.length, 'award row')}${to} on file ${verb} held back, ${formatWorth(awards)}, waiting for ${formatLacks(awards)}`
    const published = `${where}: ${formatCount(awards.length, 'award')}${to} ${verb} verified, ${formatWorth(awards)}${formatStage(awards)}`
    return say(question.isHeld ? held : published, getSources(awards))
  })
}

function sayRecipients(selection: Selection): Statement[] {
  const { question, rows } = selection
  const recipients = getRecipients(rows)
  const most = SAYS.all(question.text) || question.county ? LISTED_OF_ALL : LISTED_MAX
  const shown = recipients.slice(0, question.number ?? most)
  const named = shown.map(({ name, awards, total }) => {
    const purposes = getPurposes(question, awards)
    const state = rows.every((row) => row.state === rows[0]?.state) ? '' : `${awards[0]?.stateName}, `
    return `${name} (${state}${formatAmount(total)})${purposes.length > 0 ? ` for ${formatList(purposes)}` : ''}`
  })
  const sources = getSources(shown.flatMap(({ awards }) => awards))
  const getVerb = (some: readonly unknown[], all: readonly unknown[]) => (some.length < all.length ? 'include' : 'are')
  const lead = `The recipients ${getVerb(shown, recipients)}:`
  if (recipients.length > 1) return [...saySums(selection), say(lead, sources, named)]
  const each = rows.toSorted((a, b) => (b.federalAmount ?? 0) - (a.federalAmount ?? 0)).map(formatWhat)
  const told = each.filter((one) => one !== formatAmount(null)).slice(0, most)
  const awards = rows.length > 1 && told.length > 0 ? [say(`The awards ${getVerb(told, each)}:`, sources, told)] : []
  return [...saySums(selection), ...awards, ...sayPurposes(selection)]
}

function sayAverage(selection: Selection): Statement[] {
  const amounts = getAmounts(selection.rows)
  const average = formatDollars(Math.round(((getSum(amounts) ?? 0) / amounts.length) * 100) / 100)
  const text = `The average of ${formatCount(amounts.length, 'award')} with a published amount is ${average}, and the median ${formatDollars(getMedian(amounts))}`
  return amounts.length === 0 ? [] : [say(text, getSources(selection.rows)), ...saySums(selection)]
}

function rankAwards({ question, rows, what }: Selection): Statement[] {
  const valued = rows.flatMap((row) => {
    if (row.federalAmount === null) return []
    const name = `${row.awardeeName}${question.states.length === 1 ? '' : `, ${row.stateName}`}`
    return { name, value: row.federalAmount, label: formatWhat(row), sources: getSources([row]), row }
  })
  const recipients = formatRecipients(question, getRecipients(valued.map(({ row }) => row)).length)
  const of = `${formatCount(valued.length, 'verified award')}${what} to ${recipients} with known amounts${formatStage(rows)}`
  return sayRanked(valued, question, { of, verbs: ['received', 'received'], extremes: ['the largest', 'the smallest'] })
}

type Noun = 'state' | 'county' | 'recipient'

/** The rows of each thing that they count for. */
function groupBy(noun: Noun, { rows, question }: Selection): [name: string, awards: readonly Award[]][] {
  const withState = (name: string, row?: Award) => (question.states.length === 1 ? name : `${name}, ${row?.stateName}`)
  if (noun === 'recipient') return getRecipients(rows).map(({ name, awards }) => [withState(name, awards[0]), awards])
  const getNames = (row: Award) =>
    noun === 'state' ? [row.stateName] : getCounties(row).map((one) => withState(one, row))
  const named = rows.flatMap((row) => getNames(row).map((name) => ({ name, row })))
  return [...Map.groupBy(named, ({ name }) => name)].map(([name, some]) => [name, some.map(({ row }) => row)])
}

/** Ranks what the rows count for by their sums, or else their number. */
function rankGroups(noun: Noun, selection: Selection): Statement[] {
  const { question, rows, what } = selection
  const { text, isHeld, stateNames } = question
  const isRanked = asksExtreme(question)
  const countsMoney = getAmounts(rows).length > 0 && !SAYS.countOfRows(text)
  const ranked = groupBy(noun, selection).flatMap(([name, awards]) => {
    const value = countsMoney ? getTotal(awards) : awards.length
    const label = `${formatCount(awards.length, 'award')}, ${formatWorth(awards)}`
    return value === null && isRanked ? [] : { name, value: value ?? 0, label, sources: getSources(awards), awards }
  })
  const kinds = formatRecipients(question, ranked.length)
  const count =
    noun === 'recipient' ? kinds : formatCount(ranked.length, noun, noun === 'county' ? 'counties' : 'states')
  const to = noun !== 'recipient' && question.recipientKinds.length > 0 ? ` to ${kinds.replace(/^\S+ /, '')}` : ''
  const ofStates = noun === 'county' && stateNames ? ` of ${stateNames}` : ''
  const of = `${count}${ofStates} with ${isHeld ? 'awards on file that are held back' : 'verified awards'}${to}${what}`
  if (noun !== 'recipient' && !isRanked && ranked.length > 0 && ranked.length <= NAMED_AT_ONCE) {
    const all = ranked.sort((a, b) => b.awards.length - a.awards.length || compare(a.name, b.name))
    const names = all.map(({ name, awards }) => `${name} (${formatNumber(awards.length)})`)
    return [say(`${of}:`, all[0]?.sources ?? [], names)]
  }
  const things = countsMoney ? 'money' : isHeld ? 'rows' : 'awards'
  const extremes = [`the most ${things}`, `the ${countsMoney ? 'least' : 'fewest'} ${things}`] as const
  return sayRanked(ranked, question, { of, verbs: ['has', 'have'], extremes, most: isRanked ? 1 : LISTED_MAX })
}

const formatStates = ({ stateNames }: Question): string => (stateNames === '' ? '' : `${stateNames}: `)

function sayHeld({ question, rows, held, what }: Selection): Statement {
  const none = `no award${what} is verified; ${formatCount(held.length, 'row')}`
  const count = rows.length === 0 ? none : `${formatCount(held.length, 'more row')}${what}`
  const names = [...new Set(held.map(({ awardeeName }) => awardeeName))]
  const most = SAYS.all(question.text) || question.county ? LISTED_OF_ALL : LISTED_MAX
  const isNamed = (rows.length === 0 || question.county) && names.length <= most
  const waits = `held back and not counted, ${formatWorth(held)}${isNamed ? `, to ${names.join('; ')}` : ''}, waiting for ${formatLacks(held)}`
  return say(`${formatStates(question)}${count} on file ${held.length === 1 ? 'is' : 'are'} ${waits}`, getSources(held))
}

const MONTH = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })

function formatFilters(question: Question, topic: string, leastKinds = 2): string {
  const { county, recipientKinds, bound, month, isCriticalAccess } = question
  const named = recipientKinds.flatMap((kind) => (kind === 'OTHER' ? [] : RECIPIENT_WORDS[kind][1]))
  const kinds = isCriticalAccess ? ['critical access hospitals'] : named
  const min = bound?.min && `${bound.isOver ? 'more than' : 'at least'} ${formatDollars(bound.min)}`
  const max = bound?.max && `${bound.isUnder ? 'less than' : 'at most'} ${formatDollars(bound.max)}`
  const amount = bound && ` of ${formatList([min, max].filter((side) => typeof side === 'string'))}`
  const days = month && ` announced in ${MONTH.format(new Date(month.first))}`
  const to = kinds.length >= leastKinds && ` to ${formatList(kinds)}`
  return [amount, topic, days, county && ` in ${county}`, to].filter(Boolean).join('')
}

function formatKnown({ county, stateNames, isCriticalAccess, month, text }: Question, all: readonly Award[]): string {
  const of = isCriticalAccess ? all.filter(({ recipientKind }) => recipientKind === 'HOSPITAL') : all
  const [what, isKnown]: [string, (row: Award) => boolean] = month
    ? ['day', (row) => row.awardDate !== null]
    : county || SAYS.counties(text)
      ? ['county', (row) => getCounties(row).length > 0]
      : isCriticalAccess
        ? ['certification number that tells', (row) => row.ccn !== null]
        : ['kind of recipient', (row) => row.recipientKind !== null]
  const count = `${formatCount(of.length, 'verified award')}${isCriticalAccess ? ' to hospitals' : ''}`
  const known = of.filter(isKnown).length
  const some = known === of.length ? 'all' : `${formatNumber(known)} of the`
  const shared = what === 'county' && of.some((row) => getCounties(row).length > 1)
  return `The ${what} is known for ${some} ${count}${stateNames && ` of ${stateNames}`}${shared ? '; an award that serves several counties counts whole in each of them' : ''}`
}

function formatRecipients({ recipientKinds: [kind, ...more], isCriticalAccess }: Question, count: number): string {
  if (isCriticalAccess) return formatCount(count, 'critical access hospital')
  const isOneKind = kind !== undefined && kind !== 'OTHER' && more.length === 0
  const [one, many] = isOneKind ? RECIPIENT_WORDS[kind] : ['organization']
  return formatCount(count, one, many)
}

const getRecipients = (rows: readonly Award[]) =>
  groupRecipients(rows)
    .map((awards) => ({ awards, total: getTotal(awards), name: getName(awards) }))
    .sort((a, b) => (b.total ?? -1) - (a.total ?? -1) || compare(a.name, b.name))

/** The name of one recipient: the shortest, without the parts of an organization. */
const getName = (rows: readonly Award[]): string =>
  rows.map(({ awardeeName }) => awardeeName).sort((a, b) => a.length - b.length || compare(a, b))[0] ?? ''

const getSources = (rows: readonly Award[]) =>
  [...Map.groupBy(rows, ({ sourceDocument }) => sourceDocument.id).values()]
    .sort((a, b) => b.length - a.length)
    .slice(0, SOURCES_MAX)
    .flatMap(([row]) => (row ? toSource(row.sourceDocument) : []))
