import type { Commitment } from '../resources/commitments.ts'
import { PROGRAM_NAME } from '../rules/program.ts'
import { findNamedPolicies, findPolicies } from '../rules/text/policy-words.ts'
import { isOfKind, RULES, SAYS, splitAlternatives } from '../rules/text/question-words.ts'
import { FUNCTION_WORDS } from '../rules/text/synonyms.ts'
import { createMatcher } from '../rules/text/widen.ts'
import { dateText, formatCount, formatList } from '../rules/text/wording.ts'
import { compare, hasStems, parseSentences, parseWords } from '../rules/text/words.ts'
import { STATE_CODES, STATE_NAMES } from '../schema/vocabularies.ts'
import type { Question, Token } from './question.ts'
import { formatPath, getFilters, type Lists, type Statement, say, sayRanked, toSource } from './statement.ts'

const LISTED_MAX = 4

/** The document of a state, or of national scope, with this title as a source; none if there is none. */
export async function findDocument(lists: Lists, state: string, title: RegExp) {
  const document = (await lists.find('documents', { state: [state] })).find((one) => title.test(one.title))
  return document ? [toSource(document)] : []
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

/** The shortest sentences of the federal pages about the program, or also of the statute itself, that pass a filter. */
export async function readFederal(lists: Lists, isSought: (text: string) => boolean, isInFull = false) {
  const pages = await lists.find('documents', { state: ['NONE'], category: ['GUIDANCE', 'REFERENCE'] })
  const sentences = pages
    .filter(({ title, url }) => SAYS.federal(url) && (PROGRAM_NAME.test(title) || title.startsWith('RHT Program')))
    .flatMap((page) => {
      const { programHighlights, description } = lists.read('documents', page.id)
      const told = parseSentences(`${programHighlights ?? ''}\n\n${description ?? ''}`)
      const all = isInFull && page.title.startsWith('Statute') ? [...told, ...lists.readText(page.id)] : told
      return all.filter(isSought).map((one) => say(one, [toSource(page)]))
    })
  return sentences.sort((a, b) => a.text.length - b.text.length).slice(0, 2)
}

/** Whether a question has the form of one that a single rule of the program answers. */
export const asksRule = (question: Question): boolean => findWholeRules(question).length > 0

const findWholeRules = ({ states, text }: Pick<Question, 'states' | 'text'>) =>
  RULES.filter(({ asks, reach }) => asks(text) && (reach === 'always' || (reach === 'alone' && states.length === 0)))

/** What the statute, the federal notice and its answers say about the words that are left, or what the money is for; null: nothing. */
export async function rules({ states, text, words: all }: Question, lists: Lists, left: Token[]) {
  const alone = left.length === 0 ? findWholeRules({ states, text }) : []
  const asked = alone.length > 0 ? alone : RULES.filter(({ asks }) => asks(text))
  // Who may apply does not depend on who asks.
  const isOfApplicants = SAYS.eligibility(text) || SAYS.receiving(text)
  const telling = left.filter(
    ({ word, names }) => !(isOfApplicants && (names || SAYS.placeOutside(text))) && !/^(?:not|other)$/.test(word),
  )
  const isMeant = telling.length > 0 || asked.some(({ reach }) => reach)
  const words = isMeant ? telling.map(({ word }) => word) : all.filter((word) => isOfKind(word, ['rule']))
  if (words.length === 0 && asked.length === 0) return null
  const isAbout = createMatcher(words)
  const statements = await readFederal(lists, (one) => isAbout(one) && asked.every(({ said }) => said.test(one)))
  const isOfOtherMoney = left.some(({ at }) => isOfKind(all[at + 1] ?? '', ['money']))
  if (statements.length > 0 || isOfOtherMoney || !SAYS.spending(text)) return statements.length > 0 ? statements : null
  const parts = words.filter((word) => !SAYS.vague(word) && !SAYS.act(word)).map((word) => createMatcher([word]))
  const near = await readFederal(lists, (one) => parts.some((isNear) => isNear(one)), true)
  const uses = await readFederal(lists, SAYS.tellsUses)
  const none = `The statute and what is on file of the other federal rules say nothing about “${words.join(' ')}”`
  return [...(near.length > 0 ? near.slice(0, 1) : uses.map(({ sources }) => say(none, sources))), ...uses]
}

/** The due dates of documents that match words, by their label and the document's title. */
export async function findDueDates({ states }: Question, lists: Lists, sought: string[]): Promise<Statement[]> {
  if (sought.length === 0) return []
  const documents = await lists.find('documents', { state: states.length === 0 ? ['NONE'] : states })
  const dates = documents
    .flatMap((document) => document.keyDates.map((one) => ({ ...one, document })))
    .filter(({ label, document }) => SAYS.isDue(label.toLowerCase()) && hasStems(`${label} ${document.title}`, sought))
  const unique = new Map(dates.map((one) => [`${one.label} ${one.date}`, one]))
  return [...unique.values()].map(({ document, label, date }) =>
    say(`${document.title}: ${label}, ${dateText(date)}`, [toSource(document)]),
  )
}

/** Whether a question asks what states would change, and the words that are left are a policy. */
export const namesPolicy = ({ states, text, mentions }: Question, left: readonly Token[]): boolean =>
  mentions('adopt') &&
  (states.length > 0 || / states? | who /.test(text)) &&
  left.length > 0 &&
  findPolicies(left.map(({ word }) => word)).length > 0

/** The policies that states committed to. No statements if none is about the words that are left, null if these need not be one. */
export async function commitments(question: Question, lists: Lists, left: Token[]): Promise<Statement[] | null> {
  const { states, mentions, text } = question
  const asked = left.map(({ word }) => word)
  // `I am a pharmacist. What did my state promise about my work?`
  const ofAsker = parseWords(question.aside).filter((one) => !FUNCTION_WORDS.has(one) && findPolicies([one]).length > 0)
  const words = asked.length > 0 && asked.every(SAYS.ownWork) ? ofAsker : asked
  const whole = findPolicies(words)
  // `EMS compact and nurse compact` are two policies.
  const each = splitAlternatives(text, words).map(findPolicies)
  const isOfEach = each.every(({ length }) => length > 0) && (whole.length === 0 || text.includes(' or '))
  const exact = findNamedPolicies(text)
  const ofWords = isOfEach && words.length > 0 ? each.flat() : exact.length > 0 ? exact : whole
  const named = exact.length > 1 ? exact : ofWords
  if (named.length === 0) return SAYS.policy(text) || SAYS.statesCommit(text) ? [] : null
  const ofStates = await lists.find('commitments', getFilters('commitments', question))
  const rows = ofStates.filter(({ policy }) => named.some((one) => one === policy))
  const [first] = rows
  const list = await findDocument(lists, 'NONE', /policy commitments/i)
  const form = 'the federal form of state policy commitments'
  const sought = states.length === 0 && SAYS.lacksPolicy(text) ? STATE_CODES : states
  const lacking = sought.filter((code) => rows.every(({ state }) => state !== code)).map((code) => STATE_NAMES[code])
  const isYesOrNo = SAYS.yesOrNo(text) && !SAYS.negation(text) && states.length === 1 && words.length > 0
  const on = words.length > 0 ? ` on “${words.join(' ')}”` : ''
  const those =
    lacking.length === 1 ? `${lacking[0]}${on}` : `${lacking.length} states${on}: ${formatList(lacking.sort())}`
  const none = `${isYesOrNo ? 'No: ' : ''}${form} lists none of ${those}, which says nothing about ${lacking.length > 1 ? 'their' : 'its'} laws`
  const nones = lacking.length > 0 ? [say(none, list)] : []
  if (!first || sought !== states) return sought.length > 0 ? nones : null
  const factor = words.length > 0 ? { factor: [...new Set(rows.map((row) => row.factor))] } : {}
  const promise = `A commitment is a promise in the application of a state, according to ${form} of ${dateText(first.sourceDate)}; whether it was kept is not in the data`
  const path = formatPath('commitments', { ...getFilters('commitments', question), ...factor })
  const note = say(`${promise}. The form's rows are at ${path}`, list)
  const byState = [...Map.groupBy(rows, ({ stateName }) => stateName)].sort(([a], [b]) => compare(a, b))
  const of = formatCount(byState.length, 'state')
  if (states.length > 0) {
    const what = words.length > 0 ? ' of this kind' : ''
    const made = byState.map(([name, group]) => {
      const policies = group.map(
        (row) =>
          `${row.policy} (${row.factor}, ${row.factorLabel.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase())})`,
      )
      const count = `${name} made ${formatCount(group.length, 'policy commitment')}${what}`
      return say(`${isYesOrNo ? 'Yes: ' : ''}${count}:`, [...list, ...toSources(group)], policies)
    })
    if (!SAYS.others(text)) return [...made, ...nones, note]
    const { state: _, ...filters } = question.filters
    const ofAll = { ...question, text: '', states: [], filters }
    return [...made, ...nones, ...((await commitments(ofAll, lists, left)) ?? [])]
  }
  const asksMeaning = / (?:what is|what are|whats|what s|explain|define|meaning|mean|which polic\w+) /.test(text)
  if (mentions('largest', 'smallest') && !asksMeaning) {
    const ranked = byState.map(([name, { length }]) => ({ name, value: length, label: `${length}`, sources: list }))
    const extremes = ['the most policy commitments', 'the fewest policy commitments'] as const
    return [...sayRanked(ranked, question, { of, verbs: ['made', 'made'], extremes }), note]
  }
  const policies = [...Map.groupBy(rows, ({ policy }) => policy).values()].sort((a, b) => b.length - a.length)
  const statements = (asksMeaning || policies.length <= LISTED_MAX ? policies.slice(0, LISTED_MAX) : []).map((rows) => {
    const [one = first] = rows
    const defined = asksMeaning ? ` (factor ${one.factor}): ${one.meaning.replace(/\.$/, '')}. ` : ': '
    const names = formatList(rows.map(({ stateName }) => stateName).sort())
    const count = `${formatCount(rows.length, 'state')} committed to it, ${names}`
    return say(`“${one.policy}”${defined}${count}`, [...list, ...toSources(rows)])
  })
  const toName = ([name, group]: [string, Commitment[]]): string =>
    statements.length > 0 ? name : `${name} (${group.map(({ policy }) => policy).join(', ')})`
  const head = `${of} made ${formatCount(rows.length, 'commitment')} to ${formatCount(policies.length, 'policy', 'policies')}: ${formatList(byState.map(toName))}`
  const ofAll = byState.flatMap(([name, group]) => (group.length === policies.length ? name : []))
  const toAll = `To all of these, ${formatCount(ofAll.length, 'state')} committed: ${formatList(ofAll)}`
  const both = / both /.test(text) ? [say(toAll, list)] : []
  return [...statements, ...(policies.length > 1 ? [...both, say(head, list)] : []), note]
}

const toSources = (rows: readonly Commitment[]) =>
  rows.length > LISTED_MAX
    ? []
    : rows.map((row) => toSource({ ...row, title: `${row.stateName}: ${row.policy}` }, 'commitments'))
