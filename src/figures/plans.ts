import { createAnswerCheck } from '../rules/text/answer-check.ts'
import { arrange, findPart, findPassages, MEASURE, type PlanPart, withoutLists } from '../rules/text/plan-passages.ts'
import { findByTitle, findPhrase, isTitled } from '../rules/text/plan-titles.ts'
import { isNumber, readInitiativeNumber, SAYS, splitAlternatives } from '../rules/text/question-words.ts'
import { FUNCTION_WORDS } from '../rules/text/synonyms.ts'
import { createMatcher } from '../rules/text/widen.ts'
import { formatCount, formatList } from '../rules/text/wording.ts'
import { hasPhrase, parseAbout, parseWords } from '../rules/text/words.ts'
import { findDocument } from './documents.ts'
import type { Question, Token } from './question.ts'
import { type Answered, type CitedRecord, type Lists, type Statement, say, toSource } from './statement.ts'

const LISTED_MAX = 4
const NAMED_MAX = 3

const ABSTRACT = 'abstract of the plan'
const FEDERAL_LIST = 'federal list of initiatives'
const IS_LIST = /initiatives and metrics/i

/** What is said about a plan in one place: an initiative, the abstract, or the federal list. */
interface Part extends PlanPart {
  stateName: string
  metrics: readonly string[]
  source: CitedRecord
}

/** What plans say about the words that are left or the initiatives that a question names, or what these measure; null: nothing. */
export async function plans(question: Question, lists: Lists, left: Token[]): Answered {
  const { states, mentions, text, county, recipientKinds: kinds } = question
  const initiatives = await readInitiatives(lists, states)
  const number = readInitiativeNumber(text)
  if (number !== null) return numbered(question, initiatives, number, left)
  const phrase = [...findPhrase(question.words, left), ...(ASKS_RECIPIENTS.exec(text) ?? [])]
  const asksWhich = / which (?!ones? )| states /.test(text)
  const titled = asksWhich ? [] : initiatives.filter(({ title }) => isTitled(title, text, phrase))
  const things = phrase.filter((word, at) => !SAYS.buying(word) && (at === 0 || !SAYS.skipped(word)))
  const asksTarget = / targets? /.test(text) && (mentions('initiative') || findByTitle(initiatives, things).length > 0)
  if (mentions('metric') || asksTarget) return measuresOfEach(question, initiatives, titled, things)
  const words = phrase.length > 0 ? phrase : parseWords(titled[0]?.title ?? '')
  const asksPlan = SAYS.plan(text)
  if (asksPlan && question.aside !== '' && SAYS.pronoun(text) && phrase.every(SAYS.act)) {
    // `We make AI scribes. Does the plan mention them?`
    const named = parseWords(question.aside).filter((word) => !FUNCTION_WORDS.has(word) && !SAYS.vague(word))
    const about = [3, 2, 1].map((count) => passages(question, lists, initiatives, named.slice(-count)))
    return (await Promise.all(about)).find((one) => one !== null) ?? []
  }
  const isOfMoney = mentions('money') && states.length > 0 && !county && kinds.length === 0
  const isBare = states.length === 1 && !county && (words.length > 1 || question.namesProgram) && !SAYS.asks(text)
  const asksPart = asksPlan || mentions('initiative') || titled.length > 0 || isOfMoney || isBare
  if (asksPart && (words.length > 1 || words.some((word) => !SAYS.vague(word))))
    return passages(question, lists, initiatives, words)
  return asksPlan && states.length === 1 ? overview(question, lists) : null
}

/** What the federal list has under a number, in one state: its measures, what it says about the words that are left, or what it is. */
function numbered(
  { states, stateNames, mentions, text }: Question,
  all: readonly Part[],
  number: number,
  left: Token[],
) {
  const one = states.length === 1 && all.find((part) => part.number === number)
  const [first] = all
  if (states.length !== 1 || !first) return []
  const numbers = all.flatMap((part) => part.number ?? []).sort((a, b) => a - b)
  const count = `The federal list has ${formatCount(all.length, 'initiative')} of ${stateNames}, numbered ${numbers[0]} to ${numbers.at(-1)}`
  if (!one) return [say(`${count}; none has the number ${number}`, [first.source])]
  if (mentions('metric')) return [sayMetrics(one, one.metrics)]
  const name = `initiative ${number} of ${stateNames}`
  const words = left.map(({ word }) => word).filter((word) => !isNumber(word) && !hasPhrase(one.title, [word]))
  const about = one.sentences.filter(createMatcher(words)).filter(createAnswerCheck(text))
  const lacks = `Nothing on file about ${name}, “${one.title}”, mentions “${words.join(' ')}”`
  if (about.length === 0) return words.length > 0 ? [say(lacks, [one.source])] : []
  const told = words.length > 0 ? about : one.sentences.slice(0, 1)
  const said = told.map((sentence) => sentence.replace(/\.$/, ''))
  return [
    say(`${name} is “${one.title}”: ${said.join('. ')}`, [one.source]),
    ...(words.length > 0 ? [] : [sayMetrics(one, one.metrics)]),
  ]
}

const YEAR = /(?<= )20\d\d(?= )/
const ASKS_RECIPIENTS = /(?<= )(?:subrecipient|subawardee|partner)s?(?= )/

async function passages(question: Question, lists: Lists, initiatives: Part[], words: string[]): Answered {
  const { states, stateNames, text } = question
  const [year = ''] = YEAR.exec(text) ?? []
  const isAnswer = / how many states /.test(text) ? () => true : createAnswerCheck(text)
  const parts = [...initiatives, ...(await readPlans(lists, states))]
  const isMeant = (one: string): boolean => isAnswer(one) && one.includes(year)
  const { all, subject, isScattered } = findPassages(parts, words, isMeant, states.length === 1)
  const each = splitAlternatives(text, words)
  const isSplit = each.length > 1 && each.every(({ length }) => length < words.length)
  if (all.length === 0 && !isSplit)
    return !SAYS.plan(text) ? null : / states /.test(text) ? [] : sayNotPlanned(question, lists, parts, words)
  if (isSplit && (isScattered || all.length === 0 || text.includes(' or '))) {
    const list = await findDocument(lists, 'NONE', IS_LIST)
    const answers = await Promise.all(each.map((some) => passages(question, lists, initiatives, some)))
    const known = answers.flatMap((one) => one ?? [])
    const sayLacking = (at: number) => (states.length === 1 ? [sayNone(question, parts, each[at] ?? [], list)] : [])
    if (known.some(({ unless }) => !unless)) return answers.flatMap((one, at) => one ?? sayLacking(at))
    if (all.length === 0) return known.length > 0 ? known : null
  }
  const answers = all.filter((one) => isAnswer(one.text))
  const ofYear = answers.filter((one) => one.text.includes(year))
  const byState = Map.groupBy(ofYear.length > 0 ? ofYear : answers, ({ stateName }) => stateName)
  const groups = [...byState.values()].map((ofState) => arrange(ofState, words, FEDERAL_LIST))
  const shown = (groups.length > 1 ? groups.flatMap(([first]) => first ?? []) : groups.flat()).slice(0, LISTED_MAX)
  const names = formatList([...byState.keys()].sort())
  const mention = byState.size === 1 ? 'The plan of 1 state mentions' : `The plans of ${byState.size} states mention`
  const some = shown.length < byState.size ? `; ${shown.length} of them are quoted here` : ''
  const head = `${mention} ${subject}, in these or similar words, in an abstract or an initiative: ${names}${some}`
  const undated = `For ${year}, the abstract and the initiatives of ${stateNames} say nothing about ${subject}; without this year they do`
  const heads = states.length === 0 ? [head] : ofYear.length === 0 ? [undated] : []
  const sources = shown.map(({ source }) => source)
  const quoted = shown.map(({ stateName, title, text: sentence, source }) =>
    say(`${stateName}, ${title === ABSTRACT || title === FEDERAL_LIST ? title : `“${title}”`}: ${sentence}`, [source]),
  )
  return quoted.length > 0 ? [...heads.map((one) => say(one, sources)), ...quoted] : null
}

/** What the abstract of a plan says first, and its goals. */
async function overview({ states, text }: Question, lists: Lists): Answered {
  const abstract = (await readPlans(lists, states)).find(({ title }) => title === ABSTRACT)
  const sentences = abstract?.sentences.filter((one) => one.includes(YEAR.exec(text)?.[0] ?? '')) ?? []
  if (!abstract || sentences.length === 0) return null
  const { stateName, source } = abstract
  const goals = sentences.filter((one) => one.startsWith(GOAL)).map((one) => one.slice(GOAL.length))
  const first = / (?:goal|target|objective)s? /.test(text) ? [] : sentences.slice(0, NAMED_MAX)
  const named = say(`The goals in the abstract of ${stateName}’s plan are:`, [source], goals)
  return [...first.map((one) => say(one, [source])), ...(goals.length > 0 ? [named] : [])]
}

const toStateFilter = (states: readonly string[]) => (states.length > 0 ? { state: [...states] } : {})

const GOAL = 'Goal: '

/** The plans of states: the abstracts, and what the federal list says of the initiatives in full. */
async function readPlans(lists: Lists, states: readonly string[]): Promise<Part[]> {
  const documents = await lists.find('documents', { category: ['SUMMARY', 'DATA'], ...toStateFilter(states) })
  const plans = documents.filter(({ title }) => / plan: (?:abstract|initiatives)/.test(title))
  return plans.map(({ id }) => {
    const one = lists.read('documents', id)
    const stateName = one.stateName ?? ''
    const place = { stateName, metrics: [], source: toSource(one) }
    if (one.category === 'DATA') return { ...place, title: FEDERAL_LIST, sentences: withoutLists(lists.readText(id)) }
    const texts = [one.description, one.programHighlights, one.transformationStrategy.approachSummary]
    const goals = one.strategicGoals.map((goal) => `${GOAL}${goal}`)
    const sentences = parseAbout(texts.filter((text) => text !== null).join('\n\n'))
    return { ...place, title: ABSTRACT, sentences: [...sentences, ...goals] }
  })
}

const readInitiatives = async (lists: Lists, states: readonly string[]): Promise<Part[]> =>
  (await lists.find('activities', toStateFilter(states))).map(({ id }) => {
    const one = lists.read('activities', id)
    const { stateName, title, description, metrics } = one
    const number = Number(one.initiativeNumber)
    const source = toSource({ ...one, title: `${stateName}: ${title}` }, 'activities')
    const sentences = [...parseAbout(description), ...metrics.map((metric) => `${MEASURE}${metric}`)]
    return { stateName, title, number, sentences, metrics, source }
  })

/** Says that the plan of a state does not mention a thing that others do, or else what it says about a part of a subject. */
async function sayNotPlanned(question: Question, lists: Lists, parts: Part[], words: readonly string[]): Answered {
  const { stateNames, text } = question
  const telling = words.filter((word) => !FUNCTION_WORDS.has(word) && !SAYS.vague(word))
  const thing = !words.some((word) => FUNCTION_WORDS.has(word)) ? words : telling.length === 1 ? telling : []
  const isThing = stateNames !== '' && text.includes(` ${thing.join(' ')} `)
  const elsewhere = isThing ? findPassages(await readInitiatives(lists, []), thing, () => true, false).all : []
  if (elsewhere.length === 0) return sayPart(question, parts, words)
  const list = await findDocument(lists, 'NONE', IS_LIST)
  return [{ ...sayNone(question, parts, thing, list), unless: telling }, ...(sayPart(question, parts, words) ?? [])]
}

function sayNone({ stateNames }: Question, parts: Part[], words: readonly string[], list: CitedRecord[]): Statement {
  const initiatives = formatCount(parts.filter(({ number }) => number !== undefined).length, 'initiative')
  const none = `None of the ${initiatives} of ${stateNames} in the federal list mentions “${words.join(' ')}”`
  return say(`${none}, nor does the abstract of the plan; this does not cover the rest of it`, list)
}

/** What a plan says about a part of a subject, and that nothing was found on the whole; null if it says neither. */
function sayPart({ states, stateNames }: Question, parts: Part[], words: readonly string[]): Statement[] | null {
  const part = states.length === 1 ? findPart(parts, words) : null
  if (!part) return null
  const sources = part.all.slice(0, LISTED_MAX).map(({ source }) => source)
  const none = `On “${part.subject}”, the plan of ${stateNames} says (nothing found has all of the words “${words.join(' ')}”):`
  const texts = part.all.slice(0, LISTED_MAX).map(({ text }) => text.replace(/\.$/, ''))
  return [say(none, sources, texts)]
}

/** What initiatives measure in each state that a question names. */
function measuresOfEach(question: Question, all: Part[], titled: Part[], words: string[]): Statement[] | null {
  const parts = question.states.length > 1 ? Object.values(Object.groupBy(all, (one) => one.stateName)) : [all]
  const one = { ...question, states: question.states.slice(0, 1) }
  const each = parts.map((some = []) => measures(one, some, titled, words))
  const none = `in the federal list has a measure of “${words.join(' ')}”`
  const sayNone = ([first]: Part[]) => (first ? say(`No initiative of ${first.stateName} ${none}`, [first.source]) : [])
  return each.every((one) => one === null) ? null : each.flatMap((one, at) => one ?? sayNone(parts[at] ?? []))
}

/** What initiatives measure: those that are named, also beside the question, else those with the words in a measure, else those about them. */
function measures(question: Question, parts: Part[], allTitled: Part[], words: string[]): Statement[] | null {
  const { states, aside, mentions } = question
  const titled = allTitled.filter((one) => parts.includes(one))
  if (words.length + titled.length + states.length === 0) return null
  const isAbout = createMatcher(words)
  const like = words.length > 0 ? parts.filter(({ title }) => isAbout(title)) : []
  const exact = like.filter(({ title }) => hasPhrase(title, words))
  const about = exact.length > 0 ? exact : like
  const beside = words.length === 0 && states.length === 1 ? findByTitle(parts, parseWords(aside), 2) : []
  const named = [...titled, ...beside, ...(titled.length === 0 && about.length <= NAMED_MAX ? about : [])]
  const measuring = parts.filter(({ metrics }) => metrics.some(isAbout))
  const described = states.length > 0 ? parts.filter(({ sentences }) => sentences.some(isAbout)) : []
  const closest = states.length === 1 ? findByTitle(parts, words) : []
  const all = [named, measuring, described.slice(0, NAMED_MAX), closest].find(({ length }) => length > 0) ?? []
  const isPart = all === measuring && !(states.length > 0 && mentions('initiative'))
  const tell = (one: Part) => sayMetrics(one, isPart ? one.metrics.filter(isAbout) : one.metrics)
  const shown = all.slice(0, LISTED_MAX).map(tell)
  if (shown.length === 0) return null
  if (all !== measuring || (states.length > 0 && all.length === shown.length)) return shown
  const names = [...new Set(all.map(({ stateName }) => stateName))].sort()
  const have = `${all.length === 1 ? 'has' : 'have'} measures${words.length > 0 ? ` with “${words.join(' ')}”` : ''}`
  const head = `${formatCount(all.length, 'initiative')} of ${formatCount(names.length, 'state')} ${have}: ${formatList(names)}`
  const sources = shown.flatMap((one) => one.sources)
  return [say(head, sources), ...shown]
}

function sayMetrics({ stateName, title, source, metrics }: Part, some: readonly string[]): Statement {
  const names = [...new Set(some.map((metric) => metric.replace(/\.$/, '')))]
  const different = new Set(metrics).size
  const repeated = different < metrics.length ? ` (${metrics.length} in the federal list, which repeats some)` : ''
  const count = `is measured by ${formatCount(different, 'measure')}${repeated}${names.length < different ? ', among them' : ''}`
  return say(`${stateName}, “${title}” ${count}:`, [source], names)
}
