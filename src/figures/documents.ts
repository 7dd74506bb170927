import type { ActivityDetail } from '../resources/activities.ts'
import type { Commitment } from '../resources/commitments.ts'
import type { FilterValues } from '../resources/define.ts'
import { PROGRAM_NAME } from '../rules/program.ts'
import { toKeyword } from '../rules/text/keyword.ts'
import { IS_PLAN, isOfKind } from '../rules/text/question-words.ts'
import { createMatcher } from '../rules/text/widen.ts'
import { formatCount, formatList } from '../rules/text/wording.ts'
import { compare, parseSentences, parseWords, toStem } from '../rules/text/words.ts'
import type { Document } from '../schema/wire/records.ts'
import { IS_ELIGIBILITY, type Question, type Token } from './question.ts'
import {
  type CitedRecord,
  dateText,
  formatPath,
  getFilters,
  type Lists,
  type Statement,
  say,
  sayRanked,
  toSource,
} from './statement.ts'

const LISTED_MAX = 4
const SENTENCES_MAX = 3

/** The document of a state, or of national scope, with this title as a source; none if there is none. */
export async function findDocument(lists: Lists, state: string, title: RegExp): Promise<CitedRecord[]> {
  const documents = await lists.find('documents', { state: [state] })
  return documents
    .filter((one) => title.test(one.title))
    .slice(0, 1)
    .map((one) => toSource(one))
}

export const PROGRAM_PAGE = /Transformation Program page/

/** Who runs the program of a state, from the first sentence of its summary. */
export async function whoLeads({ states }: Question, lists: Lists): Promise<Statement[]> {
  const pages = await Promise.all(states.map((code) => findDocument(lists, code, PROGRAM_PAGE)))
  return states.flatMap((code, at) => {
    const { name, summary } = lists.read('states', code)
    const [page = [], [first]] = [pages[at], parseSentences(summary ?? '')]
    return page.length > 0 && first ? [say(`${name}: ${first}`, page)] : []
  })
}

const IS_DEFINED =
  /^(?:The|This) program (?:gives|pays|provides|funds|is|supports)\b|^The Rural Health Transformation Program (?:gives|pays|provides|is)\b/

/** The definition of the program, from the first federal page that has one. */
export async function definition(_: Question, lists: Lists): Promise<Statement[]> {
  const pages = (await lists.find('documents', { state: ['NONE'] })).filter(isOfGovernment)
  for (const page of pages.sort((a, b) => getRank(a) - getRank(b) || compare(a.id, b.id))) {
    const sentences = parseSentences(lists.read('documents', page.id).description ?? '')
    const place = sentences.findIndex((sentence) => IS_DEFINED.test(sentence))
    if (place < 0) continue
    return sentences
      .slice(place, place + SENTENCES_MAX)
      .map((text) =>
        say(text.replace(/^(?:The|This) program\b/, 'The Rural Health Transformation Program'), [toSource(page)]),
      )
  }
  return []
}

const isOfGovernment = ({ url }: Document): boolean => new URL(url).hostname.endsWith('.gov')
// Reference pages are lasting; a press release is about one day.
const getRank = ({ category }: Document): number => (category === 'REFERENCE' ? 0 : category === 'ANNOUNCEMENT' ? 1 : 2)

/** What a sentence of the rules must say to answer a question of a form that the words left of it do not tell. */
const RULES: readonly (readonly [question: RegExp, rule: RegExp])[] = [
  [IS_ELIGIBILITY, /\bmay apply\b|\bcould apply\b|\bwere eligible\b/],
  [/ (?:not|cannot|cant|prohibited|forbidden) /, /\bnot (?:pay|allowed|be)\b/],
  [/ how much | (?:what|which) (?:share|part|portion|percent|percentage) | (?:cap|limit|maximum) /, /\bpercent\b|\$\d/],
  [/ (?:when|how long|deadline) /, /\bthrough the end\b|\b20\d\d\b/],
]

/** What the statute, the federal notice and its answers say about the words that are left; null if they say nothing. */
export async function rules({ text, words: all }: Question, lists: Lists, left: Token[]): Promise<Statement[] | null> {
  // Who may apply does not depend on who asks.
  const isOfApplicants = IS_ELIGIBILITY.test(text)
  const telling = left.filter(({ names }) => !names || !isOfApplicants).map(({ word }) => word)
  const words = telling.length > 0 || isOfApplicants ? telling : all.filter((word) => isOfKind(word, ['rule']))
  const shown = RULES.filter(([asks]) => asks.test(text)).map(([, rule]) => rule)
  if (words.length === 0 && shown.length === 0) return null
  const isAbout = createMatcher(words)
  const pages = await lists.find('documents', { state: ['NONE'], category: ['GUIDANCE', 'REFERENCE'] })
  const statements = pages
    .filter((page) => isOfGovernment(page) && PROGRAM_NAME.test(page.title))
    .flatMap((page) => {
      const { programHighlights, description } = lists.read('documents', page.id)
      return parseSentences(`${programHighlights ?? ''}\n\n${description ?? ''}`)
        .filter((sentence) => isAbout(sentence) && shown.every((rule) => rule.test(sentence)))
        .map((sentence) => say(sentence, [toSource(page)]))
    })
  return statements.length > 0 ? statements.sort((a, b) => a.text.length - b.text.length).slice(0, 2) : null
}

const IS_DUE = /\b(?:due|deadline|closes?|by|until|end|letter of intent)\b/i

/** The due dates of documents that match words, by their label and the document's title; those of governments first. */
export async function dueDatesOfDocuments(
  { states }: Question,
  lists: Lists,
  sought: readonly string[],
): Promise<Statement[]> {
  if (sought.length === 0) return []
  const stems = new Set(sought.map(toStem))
  const documents = await lists.find('documents', { state: states.length === 0 ? ['NONE'] : states })
  const dates = documents
    .toSorted((a, b) => Number(isOfGovernment(b)) - Number(isOfGovernment(a)) || compare(a.id, b.id))
    .flatMap((document) =>
      document.keyDates.filter(({ label }) => IS_DUE.test(label)).map(({ label, date }) => ({ document, label, date })),
    )
  const hasAll = (text: string): boolean => stems.isSubsetOf(new Set(parseWords(text).map(toStem)))
  const labelled = dates.filter(({ label }) => hasAll(label))
  const matching =
    labelled.length > 0 ? labelled : dates.filter(({ label, document }) => hasAll(`${label} ${document.title}`))
  return [...Map.groupBy(matching, ({ label, date }) => `${label} ${date}`).values()]
    .flatMap(([first]) => first ?? [])
    .slice(0, SENTENCES_MAX)
    .map(({ document, label, date }) => say(`${document.title}: ${label}, ${dateText(date)}`, [toSource(document)]))
}

/** The policies that states committed to, and what they mean if that is asked; null if none is about the words that are left. */
export async function commitments(question: Question, lists: Lists, left: Token[]): Promise<Statement[] | null> {
  const { states, mentions, text } = question
  const words = left.map(({ word }) => (word.startsWith('licenc') ? 'license' : word))
  const q = words.length > 0 ? { q: toKeyword(words) } : {}
  const filters = { ...getFilters('commitments', question), ...q }
  const rows = await lists.find('commitments', filters)
  const [first] = rows
  // The filter finds the beginnings of words, and physicians are not physical.
  const isAbout = createMatcher(words)
  if (!rows.every((row) => isAbout(`${row.policy}. ${row.factorLabel}. ${row.meaning}`))) return null
  const list = await findDocument(lists, 'NONE', /policy commitments/i)
  const form = 'the federal form of state policy commitments'
  if (!first) {
    if (states.length === 0 || (words.length > 0 && (await lists.find('commitments', q)).length === 0)) return null
    const subject = words.length > 0 ? ` on “${words.join(' ')}”` : ''
    return [say(`${form} lists none of ${question.stateNames}${subject}, which says nothing about its laws`, list)]
  }
  const promise = `A commitment is a promise in the application of a state, according to ${form} of ${dateText(first.sourceDate)}; whether it was kept is not in the data`
  const note = say(`${promise}. The rows are at ${formatPath('commitments', filters)}`, list)
  const byState = [...Map.groupBy(rows, ({ stateName }) => stateName)].sort(([a], [b]) => compare(a, b))
  const of = formatCount(byState.length, 'state')
  if (states.length > 0) {
    const what = words.length > 0 ? ' of this kind' : ''
    return [
      ...byState.map(([name, stateRows]) => {
        const policies = stateRows.map((row) => `${row.policy} (${row.factor}, ${row.factorLabel.toLowerCase()})`)
        const count = `${name} made ${formatCount(stateRows.length, 'policy commitment')}${what}`
        return say(`${count}: ${formatList(policies)}`, [...list, ...toSources(stateRows)])
      }),
      note,
    ]
  }
  if (mentions('largest', 'smallest')) {
    const all = byState.map(([name, { length }]) => ({ name, value: length, label: `${length}`, sources: list }))
    const extremes = ['the most policy commitments', 'the fewest policy commitments'] as const
    return [...sayRanked(all, question, { of, verbs: ['made', 'made'], extremes }), note]
  }
  const policies = [...Map.groupBy(rows, ({ policy }) => policy)].sort(([, a], [, b]) => b.length - a.length)
  const asksMeaning = / (?:what is|what are|whats|what s|explain|define|meaning|mean) /.test(text)
  const meanings = (asksMeaning ? policies.slice(0, LISTED_MAX) : []).flatMap(([policy, policyRows]) =>
    parseSentences(`“${policy}” (factor ${policyRows[0]?.factor}): ${policyRows[0]?.meaning}`).map((one) =>
      say(one, toSources(policyRows.slice(0, 1))),
    ),
  )
  const what =
    policies.length === 1 ? `the policy “${first.policy}”` : formatCount(policies.length, 'policy', 'policies')
  const head = `${of} made ${formatCount(rows.length, 'commitment')} to ${what}: ${formatList(byState.map(([name]) => name))}`
  return [...meanings, say(head, [...list, ...toSources(rows)]), note]
}

const toSources = (rows: readonly Commitment[]) =>
  (rows.length <= LISTED_MAX ? rows : []).map((row) =>
    toSource({ ...row, title: `${row.stateName}: ${row.policy}` }, 'commitments'),
  )

/** What initiatives measure or plan: those that a question names, else the passages with the words that are left. Null: none. */
export async function plans(question: Question, lists: Lists, left: Token[]): Promise<Statement[] | null> {
  const { states, mentions, text } = question
  const asksMetrics = mentions('metric')
  const all = await readInitiatives(lists, states.length > 0 ? { state: states } : {})
  const titled = / which | states /.test(text) ? [] : findTitled(all, text)
  const titles = new Set(titled.flatMap(({ title }) => parseWords(title)))
  const words = left.map(({ word }) => word).filter((word) => !titles.has(word))
  const isAbout = createMatcher(words)
  const isNamed = words.length === 0 && titled.length > 0
  const named = isNamed ? titled : words.length > 0 ? all.filter(({ title }) => isAbout(title)) : []
  if (named.length > 0 && named.length <= SENTENCES_MAX) {
    if (asksMetrics) return named.map(sayMetrics)
    if (isNamed || (mentions('initiative') && / (?:what|explain|describe|tell) /.test(text)))
      return named
        .slice(0, 2)
        .flatMap((one) =>
          parseSentences(one.description).map((sentence, at) =>
            sayInitiative(one, at === 0 ? `: ${sentence}` : sentence, at > 0),
          ),
        )
  }
  const isAsked = asksMetrics || mentions('initiative') || IS_PLAN.test(text)
  if (!isAsked || (words.length === 0 && !(asksMetrics && states.length > 0))) return null
  const planned = findPassages(all, isAbout, asksMetrics)
  if (planned.length === 0) return asksMetrics ? null : sayNotPlanned(question, lists, all.length, words, isAbout)
  const shown = planned.slice(0, LISTED_MAX)
  if (states.length > 0 && planned.length === shown.length) return shown
  const names = [...new Set(planned.map(({ stateName }) => stateName))].sort()
  const have = `${planned.length === 1 ? 'has' : 'have'} ${asksMetrics ? 'measures' : 'plans'}`
  const about = words.length > 0 ? ` with “${words.join(' ')}”` : ''
  const head = `${formatCount(planned.length, 'initiative')} of ${formatCount(names.length, 'state')} ${have}${about}: ${formatList(names)}`
  const sources = shown.flatMap((one) => one.sources)
  return [say(head, sources), ...shown]
}

const readInitiatives = async (lists: Lists, filters: FilterValues): Promise<ActivityDetail[]> =>
  (await lists.find('activities', filters)).map(({ id }) => lists.read('activities', id))

function findTitled(all: readonly ActivityDetail[], text: string): ActivityDetail[] {
  const titled = all
    .map((one) => ({ one, title: ` ${parseWords(one.title).join(' ')} ` }))
    .filter(({ title }) => title.trim().includes(' ') && text.includes(title))
  return titled
    .filter(({ title }) => !titled.some((other) => other.title !== title && other.title.includes(title)))
    .map(({ one }) => one)
}

const findPassages = (all: readonly ActivityDetail[], isAbout: (text: string) => boolean, asksMetrics: boolean) =>
  all.flatMap((one) => {
    const passages = asksMetrics ? one.metrics : parseSentences(one.description)
    const about = passages.filter(isAbout)
    const quoted = about.length === 0 && !asksMetrics && isAbout(one.title) ? passages : about
    return quoted.length > 0 ? [sayInitiative(one, `: ${asksMetrics ? formatList(quoted) : quoted[0]}`)] : []
  })

async function sayNotPlanned(
  { states, stateNames }: Question,
  lists: Lists,
  count: number,
  words: readonly string[],
  isAbout: (text: string) => boolean,
): Promise<Statement[] | null> {
  if (states.length === 0 || count === 0) return null
  const others = findPassages(await readInitiatives(lists, {}), isAbout, false)
  if (others.length === 0) return null
  const list = await findDocument(lists, 'NONE', /initiatives and metrics/i)
  const names = formatList([...new Set(others.map(({ stateName }) => stateName))].sort())
  const none = `None of the ${formatCount(count, 'initiative')} of ${stateNames} in the federal list mentions “${words.join(' ')}”, which says nothing about the rest of the plan; those of ${names} do`
  return [{ ...say(none, list), isLast: true }]
}

function sayMetrics(one: ActivityDetail): Statement {
  const metrics = one.metrics.map((metric) => metric.replace(/[.*\s]{1,9}$/, ''))
  return sayInitiative(one, ` is measured by ${formatCount(metrics.length, 'measure')}: ${formatList(metrics)}`)
}

function sayInitiative(one: ActivityDetail, text: string, isNamed = false) {
  const { stateName, title } = one
  const sources = [toSource({ ...one, title: `${stateName}: ${title}` }, 'activities')]
  return { stateName, ...say(isNamed ? text : `${stateName}, “${title}”${text}`, sources) }
}
