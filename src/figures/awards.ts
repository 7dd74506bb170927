import type { Award } from '../resources/awards.ts'
import type { FilterValues } from '../resources/define.ts'
import { groupByAwardee, groupRecipients, NAMED_MAX } from '../rules/awards/awardees.ts'
import { getCounties } from '../rules/awards/counties.ts'
import { getMedian, getSum } from '../rules/awards/totals.ts'
import { findCategories } from '../rules/classify/classify.ts'
import { toKeyword } from '../rules/text/keyword.ts'
import { ASKS_COUNTIES, isNumber, isOfKind, RECIPIENT_WORDS } from '../rules/text/question-words.ts'
import { createMatcher } from '../rules/text/widen.ts'
import { formatCount, formatDollars, formatList, formatNumber } from '../rules/text/wording.ts'
import { compare, parseWords } from '../rules/text/words.ts'
import { isTopic, type Question, type Token } from './question.ts'
import { dateText, formatPath, getFilters, type Lists, type Statement, say, sayRanked, toSource } from './statement.ts'

const SOURCES_MAX = 4
const LISTED_MAX = 6
const ALL = { verification: ['VERIFIED', 'UNVERIFIED'] }
const IS_CRITICAL_ACCESS = /^\d\d13\d\d$/
const isHeldBack = ({ verification }: Award): boolean => verification === 'UNVERIFIED'
const isAny = () => true

interface Selection {
  question: Question
  rows: readonly Award[]
  held: readonly Award[]
  what: string
}

/**
 * Answers from the award rows that the filters of their list select: what they say, for how many the kind or the county
 * is known, how many rows are on file but not counted, and where the rows are listed.
 * @param left the words of the question that no filter understands, which may be a topic
 * @returns null if a word was not understood, or no row is about the topic
 */
export async function awards(question: Question, lists: Lists, left: Token[]): Promise<Statement[] | null> {
  const { states, fiscalYear, isHeld, county, recipientKinds, isCriticalAccess, month } = question
  const base: FilterValues = { ...(states.length > 0 && { state: states }), ...(fiscalYear && { fiscalYear }) }
  // The certification number tells more than the kind.
  const asked = { ...getFilters('awards', question), ...(isCriticalAccess && { recipientKind: undefined }), ...base }
  const topic = await findTopic(question, left, asked, lists)
  if (!topic) return null
  const { filters } = topic
  const isInMonth = ({ awardDate: day }: Award) => !month || (day !== null && day >= month.first && day <= month.last)
  const isAbout = (row: Award) =>
    topic.isAbout(row) && isInMonth(row) && !(isCriticalAccess && !IS_CRITICAL_ACCESS.test(row.ccn ?? ''))
  const onFile = (await lists.find('awards', { ...filters, ...ALL })).filter(isAbout)
  const rows = onFile.filter((row) => isHeldBack(row) === isHeld)
  const held = isHeld ? [] : onFile.filter(isHeldBack)
  const selection = { question, rows, held, what: formatFilters(question, topic.what) }
  const all = isHeld || (!county && !month && recipientKinds.length === 0) ? [] : await lists.find('awards', base)
  const [source] = getSources(rows.length > 0 ? rows : all)
  const basis = all.length > 0 && source ? [say(formatKnown(question, all), [source])] : []
  if (rows.length === 0) {
    if (held.length > 0) return [sayHeld(selection)]
    const none = `${formatStates(question)}No award${formatFilters(question, topic.what, 1)} is on file`
    return basis.length > 0 && topic.what === '' ? [say(none, getSources(all)), ...basis] : []
  }
  const statements = MEASURES.find(([asks]) => asks(question))?.[1](selection) ?? []
  if (statements.length === 0) return []
  const path = formatPath('awards', { ...filters, ...(isHeld && { verification: ['UNVERIFIED'] }) })
  const isListed = topic.isAbout === isAny && !isCriticalAccess && !month && Object.keys(filters).length > 0
  const listed = say(`The ${isHeld ? 'rows on file' : 'counted rows'} are listed at ${path}`, source ? [source] : [])
  return [...statements, ...basis, ...(held.length > 0 ? [sayHeld(selection)] : []), ...(isListed ? [listed] : [])]
}

interface Topic {
  filters: FilterValues
  what: string
  isAbout: (row: Award) => boolean
}

/** The topic of the words that are left: rows with these words, of the category that they name, or of a list with this title. */
async function findTopic(
  question: Question,
  left: readonly Token[],
  filters: FilterValues,
  lists: Lists,
): Promise<Topic | null> {
  if (left.length === 0) return { filters, what: '', isAbout: isAny }
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
  const programCategory = findCategories(words)
  const candidates: Topic[] = [
    { filters: { q: toKeyword(words) }, what: ` with ${quoted} in their text`, isAbout: isAny },
    { filters: { programCategory }, what: ` in the category of ${quoted}`, isAbout: isAny },
    {
      filters: {},
      what: ` of lists with ${quoted} in their title`,
      isAbout: (row) => isTitled(row.sourceDocument.title),
    },
  ]
  // A number stands in too many texts.
  for (const { filters: more, what, isAbout } of candidates.slice(words.some(isNumber) ? 1 : 0)) {
    if (programCategory.length === 0 && 'programCategory' in more) continue
    const tried = { ...filters, ...more }
    if ((await lists.find('awards', { ...tried, ...ALL })).some(isAbout)) return { filters: tried, what, isAbout }
  }
  return null
}

/** The awards of the organizations that a question names, in whole or by part of the name; null if it names none. */
export async function awardsTo(question: Question, lists: Lists, left: Token[]): Promise<Statement[] | null> {
  const { awardIds: ids, states } = question
  if (ids.length > 0 && left.length > 0) return null
  const part = ids.length > 0 ? '' : findPartOfName(question, left)
  if (part === null) return null
  const filters = part === '' ? { ids } : { awardee: part, ...(states.length > 0 && { state: states }) }
  // Part of a name is whole words of it.
  const isNamed = ({ awardeeName }: Award) => ` ${parseWords(awardeeName).join(' ')} `.includes(` ${part} `)
  const all = (await lists.find('awards', { ...filters, ...ALL })).filter((row) => part === '' || isNamed(row))
  if (all.length === 0 || groupByAwardee(all).length > NAMED_MAX) return null
  return [...Map.groupBy(all, ({ state }) => state).values()].flatMap(groupRecipients).flatMap((awards) => {
    const published = awards.filter((row) => !isHeldBack(row))
    const held = awards.filter(isHeldBack)
    const [{ awardeeName, stateName, verificationLacks }] = (held.length > 0 ? held : awards) as [Award]
    const count = `${formatCount(held.length, 'award row')} on file that ${held.length === 1 ? 'is' : 'are'}`
    const waiting = `${awardeeName} (${stateName}) has ${count} not verified and not counted, waiting for ${verificationLacks}`
    return [
      ...(published.length > 0 ? [sayAwards(published)] : []),
      ...(ASKS_PURPOSE.test(question.text) ? sayPurposes(published) : []),
      ...(held.length > 0 ? [say(waiting, getSources(held))] : []),
    ]
  })
}

const ASKS_PURPOSE = / for $| what for | purpose | (?:do|doing|spend|spending|use|using) (?:\w+ ){0,3}(?:with|on) /

/** What awards are for: the description of one, or else the projects or initiatives. */
function sayPurposes(rows: readonly Award[]): Statement[] {
  const isOne = rows.length === 1
  const named = rows.flatMap((row) => row.programDescription ?? (isOne ? [] : (getTitle(row) ?? [])))
  const purposes = [...new Set(named)].slice(0, LISTED_MAX).map((purpose) => `“${purpose.replace(/\.$/, '')}”`)
  const text = `What ${isOne ? 'it is' : 'they are'} for: ${purposes.join('; ')}`
  return purposes.length > 0 ? [say(text, getSources(rows))] : []
}

/** The words that are left, if they may be part of a name: consecutive, and neither a place nor a subject. */
function findPartOfName({ words }: Question, left: readonly Token[]): string | null {
  const [first, last] = [left[0], left.at(-1)]
  if (!first || !last || ['in', 'near', 'for', 'on', 'at'].includes(words[first.at - 1] ?? '')) return null
  if (left.every(({ word, names }) => names !== undefined || isOfKind(word, ['money', 'give']))) return null
  if (isOfKind(words[last.at + 1] ?? '', ['award'])) return null
  const part = words.slice(first.at, last.at + 1)
  return findCategories(part).length > 0 ? null : part.join(' ')
}

const asksExtreme = ({ mentions }: Question): boolean => mentions('largest', 'smallest')
const IS_WHO = / which (?:\w+ ){1,3}(?:got|received|won|were|are|get|have|receive) /
const IS_RANK_OF_RECIPIENTS =
  / (?:most|least) (?:\w+ )?(?:money|funding|funds|dollars) | (?:recipients?|awardees?|organi[sz]ations?|winners) /
const IS_RANK_OF_AWARDS = / (?:largest|biggest|smallest|highest|lowest) (?:\w+ )?(?:award|grant|amount) /
const NAMES_STATES = / (?:which|what|how many|number of|top|list) (?:\w+ ){0,3}states? /
const ASKS_DAY = / (?:when|what day|what date|dated?) /
const COUNTS_ROWS =
  / (?:most|fewest|least|largest number of|highest number of|smallest number of) (?:\w+ ){0,2}(?:awards?|grants|subawards|awardees|recipients|rows) /
const COUNTS_MONEY = / (?:money|funding|funds|dollars|cash|\w+ed) /

const MEASURES: readonly (readonly [(question: Question) => boolean, (selection: Selection) => Statement[]])[] = [
  [
    ({ text }) => ASKS_COUNTIES.test(text),
    (these) =>
      rankGroups(these, ['county', 'counties'], (row) => getCounties(row).map((name) => `${name}, ${row.stateName}`)),
  ],
  [
    (one) => one.states.length === 0 && (NAMES_STATES.test(one.text) || (one.mentions('state') && asksExtreme(one))),
    (these) => rankGroups(these, ['state', 'states'], ({ stateName }) => [stateName]),
  ],
  [({ text, mentions }) => ASKS_DAY.test(text) || (mentions('latest') && !mentions('count')), sayDates],
  [({ mentions }) => mentions('average', 'median'), sayAverage],
  [
    (one) => asksExtreme(one) && IS_RANK_OF_RECIPIENTS.test(one.text) && !IS_RANK_OF_AWARDS.test(one.text),
    rankRecipients,
  ],
  [asksExtreme, rankAwards],
  [
    ({ text, mentions, recipientKinds }) =>
      mentions('recipient') || IS_WHO.test(text) || (recipientKinds.length > 0 && / which /.test(text)),
    sayRecipients,
  ],
  [() => true, saySums],
]

function sayDates(selection: Selection): Statement[] {
  const dated = selection.rows.filter(({ awardDate }) => awardDate !== null)
  if (dated.length === 0)
    return [...saySums(selection), say('No date of these awards is published', getSources(selection.rows))]
  return [...Map.groupBy(dated, ({ awardDate, stateName }) => `${awardDate} ${stateName}`)]
    .sort(([a], [b]) => compare(b, a))
    .slice(0, SOURCES_MAX)
    .map(([day, awards]) => {
      const count = `${awards[0]?.stateName}: ${formatCount(awards.length, 'award')} announced on ${dateText(day.slice(0, 10))}`
      return say(`${count}, ${formatWorth(awards)}`, getSources(awards))
    })
}

function saySums({ question, rows, what }: Selection): Statement[] {
  const groups = question.states.length > 0 ? [...Map.groupBy(rows, ({ state }) => state).values()] : [rows]
  return groups.map((awards) => {
    const [first] = awards as [Award]
    const states = new Set(awards.map(({ state }) => state)).size
    const where = states === 1 ? `${first.stateName} has` : `${formatCount(states, 'state')} together have`
    const recipients = groupRecipients(awards).length
    const to = `${what} to ${recipients === 1 ? first.awardeeName : formatRecipients(question, recipients)}`
    const held = `${where} ${formatCount(awards.length, 'award row')}${to} on file that ${awards.length === 1 ? 'is' : 'are'} held back, ${formatWorth(awards)}; they wait for ${formatLacks(awards)}`
    const published = `${where} published ${formatCount(awards.length, 'award')}${to}, ${formatWorth(awards)}${formatStage(awards)}`
    return say(question.isHeld ? held : published, getSources(awards))
  })
}

function sayRecipients(selection: Selection): Statement[] {
  const { question, rows } = selection
  const recipients = getRecipients(rows)
  const shown = recipients.slice(0, question.number ?? LISTED_MAX)
  const isOneState = rows.every(({ state }) => state === rows[0]?.state)
  const named = shown.map(({ name, own: awards, total }) => {
    return `${name} (${isOneState ? '' : `${awards[0]?.stateName}, `}${formatAmount(total)})`
  })
  const lead = shown.length < recipients.length ? 'The recipients include' : 'The recipients are'
  const text = `${shown.length === 1 ? 'The recipient is' : lead} ${formatList(named)}`
  return [...saySums(selection), say(text, getSources(shown.flatMap(({ own: awards }) => awards)))]
}

function sayAverage(selection: Selection): Statement[] {
  const amounts = selection.rows.flatMap(({ federalAmount }) => federalAmount ?? [])
  const average = formatDollars(Math.round(((getSum(amounts) ?? 0) / amounts.length) * 100) / 100)
  const text = `The average of ${formatCount(amounts.length, 'award')} with a published amount is ${average}, and the median ${formatDollars(getMedian(amounts))}`
  return amounts.length === 0 ? [] : [say(text, getSources(selection.rows)), ...saySums(selection)]
}

function rankRecipients({ question, rows, what }: Selection): Statement[] {
  const valued = getRecipients(rows).flatMap(({ own: awards, name, total }) => {
    const label = `${formatCount(awards.length, 'award')}, ${formatWorth(awards)}`
    const where = question.states.length === 1 ? '' : `, ${awards[0]?.stateName}`
    return total === null ? [] : { name: `${name}${where}`, value: total, label, sources: getSources(awards) }
  })
  const of = `${formatRecipients(question, valued.length)} with published awards${what}`
  return sayRanked(valued, question, { of, verbs: ['has', 'have'], extremes: ['the most money', 'the least money'] })
}

function rankAwards({ question, rows, what }: Selection): Statement[] {
  const valued = rows.flatMap((row) => {
    if (row.federalAmount === null) return []
    const name = `${row.awardeeName}${question.states.length === 1 ? '' : `, ${row.stateName}`}`
    return { name, value: row.federalAmount, label: formatWhat(row), sources: getSources([row]), row }
  })
  const recipients = formatRecipients(question, getRecipients(valued.map(({ row }) => row)).length)
  const of = `${formatCount(valued.length, 'published award')}${what} to ${recipients} with known amounts`
  const extremes = ['the largest', 'the smallest'] as const
  return sayRanked(valued, question, { of, verbs: ['received', 'received'], extremes })
}

function rankGroups(
  { question, rows, what }: Selection,
  [one, many]: readonly [string, string],
  getNames: (row: Award) => readonly string[],
): Statement[] {
  const { text, isHeld, recipientKinds } = question
  const isRanked = asksExtreme(question)
  const countsRecipients = one === 'county' && isRanked && recipientKinds.length > 0 && !COUNTS_MONEY.test(text)
  const hasAmounts = rows.some(({ federalAmount }) => federalAmount !== null)
  const countsMoney = !countsRecipients && hasAmounts && !COUNTS_ROWS.test(text)
  const named = rows.flatMap((row) => getNames(row).map((name) => ({ name, row })))
  const groups = [...Map.groupBy(named, ({ name }) => name)].flatMap(([name, all]) => {
    const awards = all.map(({ row }) => row)
    const recipients = groupRecipients(awards).length
    const value = countsMoney ? getTotal(awards) : countsRecipients ? recipients : awards.length
    const kind = countsRecipients ? `${formatRecipients(question, recipients)}, ` : ''
    const label = `${kind}${formatCount(awards.length, 'award')}, ${formatWorth(awards)}`
    if (value === null && isRanked) return []
    return { name, value: value ?? 0, label, count: awards.length, sources: getSources(awards) }
  })
  const to = recipientKinds.length > 0 ? ` to ${formatRecipients(question, 2).replace(/^\S+ /, '')}` : ''
  const kind = isHeld ? 'awards on file that are held back' : 'published awards'
  const of = `${formatCount(groups.length, one, many)} with ${kind}${to}${what}`
  if (one === 'state' && !isRanked) {
    const all = groups.sort((a, b) => b.count - a.count || compare(a.name, b.name))
    const names = formatList(all.map(({ name, count }) => `${name} (${formatNumber(count)})`))
    return [say(`${of}: ${names}`, all[0]?.sources ?? [])]
  }
  const noun = countsMoney ? 'money' : countsRecipients ? 'recipients of this kind' : isHeld ? 'rows' : 'awards'
  const extremes = [`the most ${noun}`, `the ${countsMoney ? 'least' : 'fewest'} ${noun}`] as const
  const most = isRanked ? 1 : LISTED_MAX
  const statements = sayRanked(groups, question, { of, verbs: ['has', 'have'], extremes, most })
  const placed = new Set(named.map(({ row }) => row)).size
  if (placed === rows.length && !countsRecipients) return statements
  const notAll = countsRecipients ? '; how many there are without an award is not in the data' : ''
  const partly = `Only ${formatNumber(placed)} of ${formatCount(rows.length, 'row')} name a ${one}${notAll}`
  return [...statements, say(partly, getSources(rows).slice(0, 1))]
}

const formatStates = ({ stateNames }: Question): string => (stateNames === '' ? '' : `${stateNames}: `)

function sayHeld({ question, rows, held, what }: Selection): Statement {
  const none = `no award${what} is published; ${formatCount(held.length, 'row')}`
  const count = rows.length === 0 ? none : `${formatCount(held.length, 'more row')}${what}`
  const waits = `held back and not counted, ${formatWorth(held)}, waiting for ${formatLacks(held)}`
  return say(`${formatStates(question)}${count} on file ${held.length === 1 ? 'is' : 'are'} ${waits}`, getSources(held))
}

const formatLacks = (rows: readonly Award[]): string =>
  [...new Set(rows.map(({ verificationLacks }) => verificationLacks))].join('; ')

function sayAwards(rows: readonly Award[]): Statement {
  const [largest] = rows.toSorted((a, b) => (b.federalAmount ?? -1) - (a.federalAmount ?? -1)) as [Award]
  const { awardeeName, stateName, federalAmount, awardDate } = largest
  const when = awardDate === null ? '' : `, announced on ${dateText(awardDate)}`
  const most = federalAmount === null ? '' : `; the largest is ${formatWhat(largest)}`
  const received =
    rows.length === 1
      ? `was awarded ${formatWhat(largest)}${when}`
      : `received ${formatCount(rows.length, 'award')}, ${formatWorth(rows)}${most}`
  return say(`${awardeeName} (${stateName}) ${received}${formatStage(rows)}`, getSources(rows))
}

const MONTH = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })

function formatFilters({ county, recipientKinds, bound, month }: Question, topic: string, leastKinds = 2): string {
  const kinds = recipientKinds.flatMap((kind) => (kind === 'OTHER' ? [] : RECIPIENT_WORDS[kind][1]))
  const amount = bound && ` of ${bound.side === 'more' ? 'at least' : 'at most'} ${formatDollars(bound.amount)}`
  const days = month && ` announced in ${MONTH.format(new Date(month.first))}`
  const parts = [
    amount,
    topic,
    days,
    county && ` in ${county}`,
    kinds.length >= leastKinds && ` to ${formatList(kinds)}`,
  ]
  return parts.filter(Boolean).join('')
}

function formatKnown({ county, stateNames, isCriticalAccess, month }: Question, all: readonly Award[]): string {
  const of = isCriticalAccess ? all.filter(({ recipientKind }) => recipientKind === 'HOSPITAL') : all
  const stated = of.filter((row) =>
    month ? row.awardDate : county ? getCounties(row).length > 0 : isCriticalAccess ? row.ccn : row.recipientKind,
  )
  const what = month
    ? 'day'
    : county
      ? 'county'
      : isCriticalAccess
        ? 'certification number that tells'
        : 'kind of recipient'
  const count = `${formatCount(of.length, 'published award')}${isCriticalAccess ? ' to hospitals' : ''}`
  return `The ${what} is known for ${formatNumber(stated.length)} of the ${count}${stateNames && ` of ${stateNames}`}`
}

function formatRecipients({ recipientKinds: [kind, ...more], isCriticalAccess }: Question, count: number): string {
  if (isCriticalAccess) return formatCount(count, 'critical access hospital')
  const isOneKind = kind !== undefined && kind !== 'OTHER' && more.length === 0
  const [one, many] = isOneKind ? RECIPIENT_WORDS[kind] : ['organization']
  return formatCount(count, one, many)
}

const getRecipients = (rows: readonly Award[]) =>
  groupRecipients(rows)
    .map((awards) => ({ own: awards, total: getTotal(awards), name: awards[0]?.awardeeName ?? '' }))
    .sort((a, b) => (b.total ?? -1) - (a.total ?? -1) || compare(a.name, b.name))

const getTotal = (rows: readonly Award[]): number | null => getSum(rows.map(({ federalAmount }) => federalAmount))

const formatAmount = (amount: number | null): string =>
  amount === null ? 'amount not published' : formatDollars(amount)

const getTitle = ({ projectTitle, initiative }: Award): string | null => projectTitle ?? initiative
const formatWhat = (row: Award): string =>
  `${formatAmount(row.federalAmount)}${getTitle(row) === null ? '' : ` for “${getTitle(row)}”`}`

function formatWorth(rows: readonly Award[]): string {
  const priced = rows.filter(({ federalAmount }) => federalAmount !== null).length
  const total = getTotal(rows)
  if (total === null) return rows.length === 1 ? 'its amount is not published' : 'none with a published amount'
  const worth = `worth ${formatDollars(total)}${rows.length === 1 ? '' : ' in total'}`
  return priced === rows.length ? worth : `of which ${formatNumber(priced)} have a published amount, ${worth}`
}

function formatStage(rows: readonly Award[]): string {
  const intents = rows.filter(({ awardStage }) => awardStage === 'INTENT').length
  const some = intents === rows.length ? '' : `${formatNumber(intents)} of them `
  return intents === 0 ? '' : `, ${some}announced as intents to award`
}

const getSources = (rows: readonly Award[]) =>
  [...Map.groupBy(rows, ({ sourceDocument }) => sourceDocument.id).values()]
    .sort((a, b) => b.length - a.length)
    .slice(0, SOURCES_MAX)
    .flatMap(([row]) => (row ? toSource(row.sourceDocument) : []))
