import type { ActivityDetail } from '../resources/activities.ts'
import type { Commitment } from '../resources/commitments.ts'
import { toKeyword } from '../rules/text/keyword.ts'
import { parseSentences } from '../rules/text/sentences.ts'
import { compare } from '../rules/text/words.ts'
import { STATE_NAMES } from '../schema/vocabularies.ts'
import { findNational } from './documents.ts'
import { formatPath, getFilters, type Lists } from './lists.ts'
import type { Question, Token } from './question.ts'
import { counted, dateText, type FigureSource, joined, type Statement, say, toSource } from './statement.ts'
import { createMatcher } from './topic.ts'

const POLICIES_MAX = 4
const LISTED_MAX = 4

/** The policies that states committed to, and what they mean if that is asked; null if none is about the words that are left. */
export async function commitments(
  question: Question,
  lists: Lists,
  left: readonly Token[],
): Promise<Statement[] | null> {
  const { states, mentions, number, text } = question
  const words = left.map(({ word }) => (word.startsWith('licenc') ? 'license' : word))
  const q = toKeyword(words)
  const filters = { ...getFilters('commitments', question), ...(words.length > 0 && { q }) }
  const rows = await lists.find('commitments', filters)
  const [first] = rows
  const list = await findNational(/policy commitments/i, lists)
  if (!first) {
    if (states.length === 0 || (words.length > 0 && (await lists.find('commitments', { q })).length === 0)) return null
    const names = joined(states.map((code) => STATE_NAMES[code]))
    const subject = words.length > 0 ? ` on “${words.join(' ')}”` : ''
    return [
      say(
        `The federal form of state policy commitments lists none of ${names}${subject}, which says nothing about its laws`,
        list,
      ),
    ]
  }
  const day = `according to the federal form of ${dateText(first.sourceDate)}`
  const promise = 'A commitment is a promise in the application of a state; whether it was kept is not in the data'
  const note = say(`${promise}. The rows are at ${formatPath('commitments', filters)}`, list.slice(0, 1))
  if (states.length > 0) {
    const byState = [...Map.groupBy(rows, ({ stateName }) => stateName)].map(([name, own]) => {
      const count = `${counted(own.length, 'policy commitment')}${words.length > 0 ? ' of this kind' : ''}`
      return say(`${name} made ${count} ${day}: ${joined(own.map(formatPolicy))}`, [
        ...list,
        ...toCommitmentSources(own),
      ])
    })
    return [...byState, note]
  }
  const policies = [...Map.groupBy(rows, ({ policy }) => policy)].sort(([, a], [, b]) => b.length - a.length)
  const all = [...Map.groupBy(rows, ({ stateName }) => stateName)].sort(([a], [b]) => compare(a, b))
  if (mentions('largest', 'smallest')) {
    const side = mentions('smallest') ? 'fewest' : 'most'
    const ranked = all.toSorted(([, a], [, b]) => (b.length - a.length) * (side === 'most' ? 1 : -1))
    const last = ranked[(number ?? 1) - 1]?.[1].length
    const shown = ranked.filter(([, own], place) => place < (number ?? 1) || own.length === last)
    const names = joined(shown.map(([name, own]) => `${name} (${own.length})`))
    return [say(`Of ${counted(all.length, 'state')}, ${names} made the ${side} policy commitments ${day}`, list), note]
  }
  const asksMeaning = / (?:what is|what are|whats|what s|explain|define|meaning|mean) /.test(text)
  const meanings = policies
    .slice(0, asksMeaning ? POLICIES_MAX : 0)
    .flatMap(([policy, own]) =>
      parseSentences(`“${policy}” (factor ${own[0]?.factor}): ${own[0]?.meaning}`).map((one) =>
        say(one, toCommitmentSources(own.slice(0, 1))),
      ),
    )
  const what =
    policies.length === 1 ? `to the policy “${first.policy}”` : `to ${counted(policies.length, 'policy', 'policies')}`
  const head = `${counted(all.length, 'state')} made ${counted(rows.length, 'commitment')} ${what} ${day}: ${joined(all.map(([name]) => name))}`
  const each = policies.map(([policy, own]) =>
    say(`“${policy}”: ${joined(own.map(({ stateName }) => stateName).sort())}`, [...list, ...toCommitmentSources(own)]),
  )
  return [
    ...meanings,
    say(head, [...list, ...toCommitmentSources(rows)]),
    ...(policies.length > 1 && policies.length <= POLICIES_MAX ? each : []),
    note,
  ]
}

const formatPolicy = ({ policy, factor, factorLabel }: Commitment): string =>
  `${policy} (${factor}, ${factorLabel.toLowerCase()})`

/** The commitments themselves where they are few. */
const toCommitmentSources = (rows: readonly Commitment[]): FigureSource[] =>
  (rows.length <= LISTED_MAX ? rows : []).map((row) =>
    toSource({ ...row, title: '' }, 'commitments', `${row.stateName}: ${row.policy}`),
  )

/**
 * The measures of the initiatives whose title has the words that are left; otherwise the initiatives with a measure about
 * them. Null if there are none.
 */
export async function measures(question: Question, lists: Lists, left: readonly Token[]): Promise<Statement[] | null> {
  const words = left.map(({ word }) => word)
  if (words.length === 0) return null
  const isAbout = createMatcher(words)
  const all = await findActivities(question, lists)
  const titled = all.filter(({ title }) => isAbout(title))
  if (titled.length > 0 && titled.length <= TITLED_MAX) {
    return titled.map((one) => {
      const metrics = joined(one.metrics.map((metric) => metric.replace(/\*{1,9}$/, '')))
      return sayOf(
        one,
        `${one.stateName} measures the initiative “${one.title}” by ${counted(one.metrics.length, 'measure')}: ${metrics}`,
      )
    })
  }
  const found = all
    .map((one) => ({ one, metrics: one.metrics.filter(isAbout) }))
    .filter(({ metrics }) => metrics.length > 0)
  const quotes = found.map(({ one, metrics }) => sayOf(one, `${one.stateName}, “${one.title}”: ${joined(metrics)}`))
  return found.length === 0
    ? null
    : withHead(
        question,
        words,
        quotes,
        found.map(({ one }) => one),
        ['has a measure about', 'have a measure about'],
      )
}

/** What the initiatives are whose title has the words that are left; null if there are none. */
export async function explained(question: Question, lists: Lists, left: readonly Token[]): Promise<Statement[] | null> {
  const isAbout = createMatcher(left.map(({ word }) => word))
  const titled = left.length > 0 ? (await findActivities(question, lists)).filter(({ title }) => isAbout(title)) : []
  if (titled.length === 0 || titled.length > TITLED_MAX) return null
  return titled
    .slice(0, 2)
    .flatMap((one) =>
      parseSentences(one.description).map((sentence, place) =>
        sayOf(one, place === 0 ? `${one.stateName}, “${one.title}”: ${sentence}` : sentence),
      ),
    )
}

/** What the initiatives plan about the words that are left, by their description or title; null if none has them. */
export async function planned(question: Question, lists: Lists, left: readonly Token[]): Promise<Statement[] | null> {
  const words = left.map(({ word }) => word)
  if (words.length === 0) return null
  const isAbout = createMatcher(words)
  const found = (await findActivities(question, lists)).flatMap((one) => {
    const sentence = parseSentences(one.description).find(isAbout) ?? (isAbout(one.title) ? one.description : null)
    return sentence === null ? [] : [{ one, quote: sayOf(one, `${one.stateName}, “${one.title}”: ${sentence}`) }]
  })
  const quotes = found.map(({ quote }) => quote)
  return withHead(
    question,
    words,
    quotes,
    found.map(({ one }) => one),
    ['mentions', 'mention'],
  )
}

const TITLED_MAX = 3

/** The first quotes, after a sentence that tells how many initiatives of which states there are. */
function withHead(
  { states }: Question,
  words: readonly string[],
  quotes: readonly Statement[],
  found: readonly ActivityDetail[],
  [one, many]: readonly [string, string],
): Statement[] {
  const shown = quotes.slice(0, LISTED_MAX)
  if (found.length === 0 || (states.length > 0 && found.length <= LISTED_MAX)) return shown
  const names = [...new Set(found.map(({ stateName }) => stateName))].sort()
  const head = `${counted(found.length, 'initiative')} of ${counted(names.length, 'state')} ${found.length === 1 ? one : many} “${words.join(' ')}”: ${joined(names)}`
  return [
    say(
      head,
      shown.flatMap(({ sources }) => sources),
    ),
    ...shown,
  ]
}

const findActivities = async (question: Question, lists: Lists): Promise<ActivityDetail[]> =>
  (await lists.find('activities', getFilters('activities', question))).map(({ id }) => lists.read('activities', id))

const sayOf = (one: ActivityDetail, text: string): Statement =>
  say(text, [toSource(one, 'activities', `${one.stateName}: ${one.title}`)])
