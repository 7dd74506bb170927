import type { ActivityDetail } from '../resources/activities.ts'
import type { Commitment } from '../resources/commitments.ts'
import { toKeyword } from '../rules/text/keyword.ts'
import { parseSentences } from '../rules/text/sentences.ts'
import { compare } from '../rules/text/words.ts'
import { STATE_NAMES } from '../schema/vocabularies.ts'
import { formatPath, type Lists } from './lists.ts'
import type { Question, Token } from './question.ts'
import { counted, dateText, type FigureSource, joined, type Statement } from './statement.ts'
import { findNational } from './states.ts'
import { createMatcher } from './topic.ts'

const POLICIES_MAX = 4
const LISTED_MAX = 4

/** The policies that states committed to; null if none is about the words that are left. */
export async function commitments(
  question: Question,
  lists: Lists,
  left: readonly Token[],
): Promise<Statement[] | null> {
  const { states } = question
  const filters = {
    ...(states.length > 0 && { state: states }),
    ...(left.length > 0 && { q: toKeyword(left.map(({ word }) => (word.startsWith('licenc') ? 'license' : word))) }),
  }
  const rows = await lists.find('commitments', filters)
  const [first] = rows
  const sources = await findNational(/policy commitments/i, lists)
  if (!first) {
    const isKnown = left.length === 0 || (await lists.find('commitments', { q: filters.q })).length > 0
    if (!isKnown || states.length === 0) return null
    const text = `The federal form of state policy commitments lists none of ${joined(states.map((code) => STATE_NAMES[code]))}${left.length > 0 ? ` on “${left.map(({ word }) => word).join(' ')}”` : ''}, which says nothing about its laws`
    return [{ text, sources }]
  }
  const day = `according to the federal form of ${dateText(first.sourceDate)}`
  const note = {
    text: `A commitment is a promise in the application of a state; whether it was kept is not in the data. The rows are at ${formatPath('commitments', filters)}`,
    sources: sources.slice(0, 1),
  }
  if (states.length > 0) {
    const byState = [...Map.groupBy(rows, ({ stateName }) => stateName)].map(([name, own]) => ({
      text: `${name} made ${counted(own.length, 'policy commitment')}${left.length > 0 ? ' of this kind' : ''} ${day}: ${joined(own.map(formatPolicy))}`,
      sources: getSources(own, sources),
    }))
    return [...byState, note]
  }
  const policies = [...Map.groupBy(rows, ({ policy }) => policy)]
  const all = [...Map.groupBy(rows, ({ stateName }) => stateName)].sort(([a], [b]) => compare(a, b))
  if (question.mentions('largest', 'smallest')) {
    const side = question.mentions('smallest') ? 'fewest' : 'most'
    const ranked = all.toSorted(([, a], [, b]) => (b.length - a.length) * (side === 'most' ? 1 : -1))
    const shown = ranked.slice(0, question.number ?? 1).map(([name, own]) => `${name} (${own.length})`)
    return [
      {
        text: `Of ${counted(all.length, 'state')}, ${joined(shown)} made the ${side} policy commitments ${day}`,
        sources,
      },
      note,
    ]
  }
  const what =
    policies.length === 1 ? `to the policy “${first.policy}”` : `to ${counted(policies.length, 'policy', 'policies')}`
  const head = {
    text: `${counted(all.length, 'state')} made ${counted(rows.length, 'commitment')} ${what} ${day}: ${joined(all.map(([name]) => name))}`,
    sources: getSources(rows, sources),
  }
  const each = policies.map(([policy, own]) => ({
    text: `“${policy}”: ${joined(own.map(({ stateName }) => stateName).sort())}`,
    sources: getSources(own, sources),
  }))
  return [capitalized(head), ...(policies.length > 1 && policies.length <= POLICIES_MAX ? each : []), note]
}

const formatPolicy = ({ policy, factor, factorLabel }: Commitment): string =>
  `${policy} (${factor}, ${factorLabel.toLowerCase()})`

/** The federal list, and the commitments themselves where they are few. */
const getSources = (rows: readonly Commitment[], list: readonly FigureSource[]): FigureSource[] => [
  ...list,
  ...(rows.length <= LISTED_MAX ? rows : []).map(({ id, stateName, policy, sourceUrl }) => ({
    id,
    list: 'commitments' as const,
    title: `${stateName}: ${policy}`,
    url: sourceUrl,
  })),
]

/** The initiatives of a state's plan. */
export async function initiatives({ states }: Question, lists: Lists): Promise<Statement[]> {
  const rows = await lists.find('activities', states.length > 0 ? { state: states } : {})
  const sources = await findNational(/initiatives and metrics/i, lists)
  if (states.length === 0) {
    const all = new Set(rows.map(({ state }) => state)).size
    return [{ text: `The plans of ${counted(all, 'state')} have ${counted(rows.length, 'initiative')}`, sources }]
  }
  return [...Map.groupBy(rows, ({ stateName }) => stateName)].map(([name, own]) => ({
    text: `${name} has ${counted(own.length, 'initiative')}: ${joined(own.map(({ title }) => title))}`,
    sources,
  }))
}

/**
 * The measures of the initiatives whose title has the words that are left; otherwise the initiatives with a measure about
 * them. Null if there are none.
 */
export async function measures(question: Question, lists: Lists, left: readonly Token[]): Promise<Statement[] | null> {
  const words = left.map(({ word }) => word)
  const titled = await findTitled(question, words, lists)
  if (titled.length > 0) {
    return titled.map((one) => ({
      text: `${one.stateName} measures the initiative “${one.title}” by ${counted(one.metrics.length, 'measure')}: ${joined(one.metrics.map((metric) => metric.replace(/\*{1,9}$/, '')))}`,
      sources: [toActivitySource(one)],
    }))
  }
  if (words.length === 0) return null
  const isAbout = createMatcher(words)
  const found = (await findActivities(question, { q: toKeyword(words) }, lists)).flatMap((one) => {
    const metrics = one.metrics.filter(isAbout)
    return metrics.length > 0 ? [{ one, metrics }] : []
  })
  if (found.length === 0) return null
  const states = new Set(found.map(({ one }) => one.stateName))
  const head = `${counted(found.length, 'initiative')} of ${counted(states.size, 'state')} ${found.length === 1 ? 'has' : 'have'} a measure about “${words.join(' ')}”: ${joined([...states])}`
  const shown = found.slice(0, LISTED_MAX)
  return [
    capitalized({ text: head, sources: shown.map(({ one }) => toActivitySource(one)) }),
    ...shown.map(({ one, metrics }) => ({
      text: `${one.stateName}, “${one.title}”: ${joined(metrics)}`,
      sources: [toActivitySource(one)],
    })),
  ]
}

/** What the initiatives are whose title has the words that are left; null if there are none. */
export async function explained(question: Question, lists: Lists, left: readonly Token[]): Promise<Statement[] | null> {
  const words = left.map(({ word }) => word)
  const titled = words.length > 0 ? await findTitled(question, words, lists) : []
  if (titled.length === 0) return null
  return titled.slice(0, 2).flatMap((one) =>
    parseSentences(one.description).map((sentence, place) => ({
      text: place === 0 ? `${one.stateName}, “${one.title}”: ${sentence}` : sentence,
      sources: [toActivitySource(one)],
    })),
  )
}

/** What the initiatives plan about the words that are left; null if none has them. */
export async function planned(question: Question, lists: Lists, left: readonly Token[]): Promise<Statement[] | null> {
  const words = left.map(({ word }) => word)
  if (words.length === 0) return null
  const isAbout = createMatcher(words)
  const found = (await findActivities(question, {}, lists)).flatMap((one) => {
    const sentence = parseSentences(one.description).find(isAbout) ?? (isAbout(one.title) ? one.description : null)
    return sentence === null ? [] : [{ one, sentence }]
  })
  const states = [...new Set(found.map(({ one }) => one.stateName))].sort()
  const shown = found.slice(0, LISTED_MAX)
  const quotes = shown.map(({ one, sentence }) => ({
    text: `${one.stateName}, “${one.title}”: ${sentence}`,
    sources: [toActivitySource(one)],
  }))
  const head = `${counted(found.length, 'initiative')} of ${counted(states.length, 'state')} ${found.length === 1 ? 'speaks' : 'speak'} of “${words.join(' ')}”: ${joined(states)}`
  return question.states.length > 0 || found.length === 0
    ? quotes
    : [capitalized({ text: head, sources: shown.map(({ one }) => toActivitySource(one)) }), ...quotes]
}

const TITLED_MAX = 3

/** The few initiatives whose title has these words. */
async function findTitled(question: Question, words: readonly string[], lists: Lists): Promise<ActivityDetail[]> {
  const isAbout = createMatcher(words)
  const found = words.length > 0 ? await lists.find('activities', toFilters(question)) : []
  const titled = found.filter(({ title }) => isAbout(title))
  return titled.length <= TITLED_MAX ? titled.map(({ id }) => lists.read('activities', id)) : []
}

const findActivities = async (question: Question, filters: object, lists: Lists): Promise<ActivityDetail[]> =>
  (await lists.find('activities', { ...toFilters(question), ...filters })).map(({ id }) => lists.read('activities', id))

const toFilters = ({ states }: Question) => (states.length > 0 ? { state: states } : {})

const toActivitySource = ({ id, title, stateName, sourceUrl }: ActivityDetail): FigureSource => ({
  id,
  list: 'activities',
  title: `${stateName}: ${title}`,
  url: sourceUrl,
})

const capitalized = ({ text, sources }: Statement): Statement => ({
  text: text.charAt(0).toUpperCase() + text.slice(1),
  sources,
})
