import { createAnswerCheck } from '../rules/text/answer-check.ts'
import { SAYS, splitAlternatives } from '../rules/text/question-words.ts'
import { FUNCTION_WORDS } from '../rules/text/synonyms.ts'
import { createMatcher } from '../rules/text/widen.ts'
import { formatCount, formatList } from '../rules/text/wording.ts'
import { hasPhrase, parseSentences, parseWords, toStem } from '../rules/text/words.ts'
import { findDocument } from './documents.ts'
import type { Question, Token } from './question.ts'
import { type Answered, type CitedRecord, type Lists, type Statement, say, toSource } from './statement.ts'

const LISTED_MAX = 4
const NAMED_MAX = 3

const ABSTRACT = 'abstract of the plan'
const FEDERAL_LIST = 'federal list of initiatives'

/** What is said about a plan in one place: an initiative, the abstract, or the federal list. */
interface Part {
  stateName: string
  title: string
  sentences: readonly string[]
  metrics: readonly string[]
  source: CitedRecord
}

/** What plans say about the words that are left or the initiatives that a question names, or what these measure; null: nothing. */
export async function plans(question: Question, lists: Lists, left: Token[]): Answered {
  const { states, mentions, text, county, recipientKinds: kinds } = question
  const initiatives = await readInitiatives(lists, states)
  const phrase = [...findPhrase(question, left), ...(ASKS_RECIPIENTS.exec(text) ?? [])]
  const asksWhich = / which (?!ones? )| states /.test(text)
  const titled = asksWhich ? [] : initiatives.filter(({ title }) => isTitled(title, text, phrase))
  if (mentions('metric') || (/ targets? /.test(text) && (titled.length === 1 || mentions('initiative'))))
    return measures(question, initiatives, titled, phrase)
  const words = phrase.length > 0 ? phrase : parseWords(titled[0]?.title ?? '')
  const asksPlan = SAYS.plan(text)
  if (asksPlan && question.aside !== '' && SAYS.pronoun(text) && phrase.every(SAYS.act)) {
    // `We make AI scribes. Does the plan mention them?`
    const things = parseWords(question.aside).filter((word) => !FUNCTION_WORDS.has(word) && !SAYS.vague(word))
    const about = [3, 2, 1].map((number) => passages(question, lists, initiatives, things.slice(-number)))
    return (await Promise.all(about)).find((one) => one !== null) ?? []
  }
  const isOfMoney = mentions('money') && states.length > 0 && !county && kinds.length === 0
  const isBare = states.length === 1 && words.length > 1 && !SAYS.asks(text)
  const asksPart = asksPlan || mentions('initiative') || titled.length > 0 || isOfMoney || isBare
  if (asksPart && (words.length > 1 || words.some((word) => !SAYS.vague(word))))
    return passages(question, lists, initiatives, words)
  return asksPlan && states.length === 1 ? overview(question, lists) : null
}

const YEAR = /(?<= )20\d\d(?= )/
const ASKS_RECIPIENTS = /(?<= )(?:subrecipient|subawardee|partner)s?(?= )/

/** The words that are left, with the function words among them if they are a phrase: `hospital at home`. */
function findPhrase({ words }: Question, left: readonly Token[]): string[] {
  const span = words.slice(left[0]?.at, (left.at(-1)?.at ?? -1) + 1)
  const isPhrase = span.filter((word) => !FUNCTION_WORDS.has(word)).length === left.length
  return isPhrase && left.length > 0 ? span : left.map(({ word }) => word)
}

function isTitled(title: string, text: string, phrase: readonly string[]): boolean {
  const titleWords = ` ${parseWords(title).join(' ')} `
  if (phrase.length > 0 && titleWords.includes(` ${phrase.join(' ')} `)) return true
  return titleWords.trim().includes(' ') && text.includes(titleWords)
}

async function passages(question: Question, lists: Lists, initiatives: Part[], words: string[]): Answered {
  const { states, stateNames, text } = question
  const [year = ''] = YEAR.exec(text) ?? []
  const isAnswer = / how many states /.test(text) ? () => true : createAnswerCheck(text)
  const parts = [...initiatives, ...(await readPlans(lists, states))]
  const { all, subject } = quote(parts, words, (one) => isAnswer(one) && one.includes(year))
  if (all.length === 0) {
    const each = splitAlternatives(text, words)
    if (each.length < 2 || each.some(({ length }) => length === words.length))
      return SAYS.plan(text) ? sayNotPlanned(question, lists, initiatives, words) : null
    const answers = await Promise.all(each.map((some) => passages(question, lists, initiatives, some)))
    const said = answers.flatMap((one) => one ?? [])
    const quoted = said.filter(({ unless }) => unless === undefined)
    return quoted.length > 0 ? quoted : said.length > 0 ? said : null
  }
  // What a plan measures is also in it, but tells no amount.
  const measured = / how (?:much|many) /.test(text) ? METRIC : MEASURE
  const answers = all
    .map((one) => ({ ...one, text: one.text.replace(METRIC, measured) }))
    .filter((one) => isAnswer(one.text))
  const ofYear = answers.filter((one) => one.text.includes(year))
  const byState = Map.groupBy(ofYear.length > 0 ? ofYear : answers, ({ stateName }) => stateName)
  // The descriptions of initiatives say the same in fewer words, unless only the list has these words.
  const isListed = ({ title }: (typeof all)[number]): boolean => title === FEDERAL_LIST
  const getRank = (one: (typeof all)[number]) => (one.text.startsWith(MEASURE) ? 2 : Number(isListed(one)))
  const groups = [...byState.values()].map((ofState) => {
    const exact = ofState.filter((one) => hasPhrase(one.text, words))
    if (exact.length > 0 && exact.every(isListed)) return exact
    const best = Math.min(...ofState.map(getRank))
    return ofState.filter((one) => getRank(one) === best)
  })
  const shown = (groups.length > 1 ? groups.flatMap(([first]) => first ?? []) : groups.flat()).slice(0, LISTED_MAX)
  const names = formatList([...byState.keys()].sort())
  const head = `The plans of ${formatCount(byState.size, 'state')} mention ${subject} in an abstract or an initiative: ${names}`
  const undated = `For ${year}, the abstract and the initiatives of ${stateNames} say nothing about ${subject}; without this year they do`
  const heads = states.length === 0 ? [head] : ofYear.length === 0 ? [undated] : []
  const sources = shown.map(({ source }) => source)
  const quoted = shown.map(({ stateName, title, text: sentence, source }) =>
    say(`${stateName}, ${title === ABSTRACT || title === FEDERAL_LIST ? title : `“${title}”`}: ${sentence}`, [source]),
  )
  return quoted.length > 0 ? [...heads.map((one) => say(one, sources)), ...quoted] : null
}

const SAME_THING = 65

/** The sentences with all of the words, near each other, or if none of them answers with all that tell much; those under such a title first. */
function quote(parts: readonly Part[], words: readonly string[], isAnswer: (text: string) => boolean) {
  const [first = '', second = 'of'] = words
  const isLinked = /^(?:the|its|their|with|to|for)$/.test(second)
  const start = SAYS.act(first) && (isLinked || !FUNCTION_WORDS.has(second)) ? 1 + Number(isLinked) : 0
  const things = words.slice(start).filter((word, at) => !SAYS.buying(word) && !(at > 0 && SAYS.skipped(word)))
  const telling = things.filter((word) => !SAYS.vague(word))
  const results = [things, telling.length > 0 || things.length > 2 ? telling : things.slice(0, 1)].map((as) => {
    const isAbout = createMatcher(as, SAME_THING)
    const isTitle = telling.length > 0 ? createMatcher(telling, SAME_THING) : isAbout
    const matching = (as.length > 0 ? parts : []).flatMap((part) => {
      const about = part.sentences.filter(isAbout)
      const quoted = new Set([...(isTitle(part.title) ? part.sentences.slice(0, 1) : []), ...about])
      return [...quoted].map((text) => ({ ...part, text, rank: isTitle(part.title) ? 0 : hasPhrase(text, as) ? 1 : 2 }))
    })
    const bought = words.some((word) => SAYS.buying(word)) ? matching.filter(({ text }) => isBought(text, as)) : []
    const all = bought.length > 0 ? bought : matching
    const subject = `“${as.join(' ')}”${bought.length > 0 ? ' as new or to be bought' : ''}`
    return { all: all.sort((a, b) => a.rank - b.rank), subject }
  })
  const hits = results.filter(({ all }) => all.length > 0)
  return hits.find(({ all }) => all.some(({ text }) => isAnswer(text))) ?? hits[0] ?? { all: [], subject: '' }
}

const isBought = (text: string, [thing = '']: readonly string[]): boolean =>
  new RegExp(`\\b(?:buy|purchas|acquir|replac|new)\\w*(?: \\w+){0,2} ${toStem(thing)}`).test(parseWords(text).join(' '))

/** What the abstract of a plan says first, and its goals. */
async function overview({ states, text }: Question, lists: Lists): Answered {
  const abstract = (await readPlans(lists, states)).find(({ title }) => title === ABSTRACT)
  if (!abstract?.sentences.some((one) => one.includes(YEAR.exec(text)?.[0] ?? ''))) return null
  const { stateName, sentences, source } = abstract
  const goals = sentences.filter((one) => one.startsWith(GOAL)).map((one) => one.slice(GOAL.length))
  const first = / (?:goal|target|objective)s? /.test(text) ? [] : sentences.slice(0, NAMED_MAX)
  const named = say(`The goals in the abstract of ${stateName}’s plan are:`, [source], goals)
  return [...first.map((one) => say(one, [source])), ...(goals.length > 0 ? [named] : [])]
}

const toStateFilter = (states: readonly string[]) => (states.length > 0 ? { state: [...states] } : {})

const GOAL = 'Goal: '
const METRIC = 'Metrics of it: '
const MEASURE = 'It is measured by: '

/** The plans of states: the abstracts, and what the federal list says of the initiatives in full. */
async function readPlans(lists: Lists, states: readonly string[]): Promise<Part[]> {
  const documents = await lists.find('documents', { category: ['SUMMARY', 'DATA'], ...toStateFilter(states) })
  const plans = documents.filter(({ title }) => / plan: (?:abstract|initiatives)/.test(title))
  return plans.map(({ id }) => {
    const one = lists.read('documents', id)
    const stateName = one.stateName ?? ''
    const place = { stateName, metrics: [], source: toSource(one) }
    if (one.category === 'DATA') return { ...place, title: FEDERAL_LIST, sentences: readList(lists, id) }
    const texts = [one.description, one.programHighlights, one.transformationStrategy.approachSummary]
    const goals = one.strategicGoals.map((goal) => `${GOAL}${goal}`)
    const sentences = parseSentences(texts.filter((text) => text !== null).join('\n\n'))
    return { ...place, title: ABSTRACT, sentences: [...sentences, ...goals] }
  })
}

/** The sentences of the federal list without the metrics and commitments, which other lists have one by one. */
const readList = (lists: Lists, id: string): string[] => {
  const parts = `\n${lists.readText(id).join('\n')}`.split(/\n(?:Initiative \d+, |(?=Policy commitment |Metrics of ))/)
  return parts.filter((part) => !/^(?:Metrics|Policy commitment) of /.test(part)).flatMap((part) => part.split('\n'))
}

const readInitiatives = async (lists: Lists, states: readonly string[]): Promise<Part[]> =>
  (await lists.find('activities', toStateFilter(states))).map(({ id }) => {
    const one = lists.read('activities', id)
    const { stateName, title, description, metrics } = one
    const source = toSource({ ...one, title: `${stateName}: ${title}` }, 'activities')
    const sentences = [...parseSentences(description), ...metrics.map((metric) => `${METRIC}${metric}`)]
    return { stateName, title, sentences, metrics, source }
  })

/** Says that the plan of a state does not mention a thing that others do; null for what need not be a thing. */
async function sayNotPlanned({ stateNames, text }: Question, lists: Lists, parts: Part[], words: readonly string[]) {
  const telling = words.filter((word) => !FUNCTION_WORDS.has(word) && !SAYS.vague(word))
  const thing = !words.some((word) => FUNCTION_WORDS.has(word)) ? words : telling.length === 1 ? telling : []
  if (stateNames === '' || !text.includes(` ${thing.join(' ')} `)) return null
  if (quote(await readInitiatives(lists, []), thing, () => true).all.length === 0) return null
  const list = await findDocument(lists, 'NONE', /initiatives and metrics/i)
  const none = `None of the ${formatCount(parts.length, 'initiative')} of ${stateNames} in the federal list mentions “${thing.join(' ')}”, nor does the abstract of the plan, which says nothing about the rest of it`
  const near = parts.filter(({ title }) => thing.length > 1 && telling.some((word) => createMatcher([word])(title)))
  const sayNear = (one: Part) => say(`The closest is “${one.title}”: ${one.sentences[0]}`, [one.source])
  return [{ ...say(none, list), unless: telling }, ...near.slice(0, NAMED_MAX).map(sayNear)]
}

/** What initiatives measure: those that are named, also beside the question, else those with the words in a measure, else those about them. */
function measures(question: Question, parts: Part[], titled: Part[], words: string[]): Statement[] | null {
  const { states, aside, mentions } = question
  if (words.length + titled.length + states.length === 0) return null
  const isAbout = createMatcher(words)
  const about = words.length > 0 ? parts.filter(({ title }) => isAbout(title)) : []
  const beside = words.length === 0 && states.length === 1 ? findClosest(parts, parseWords(aside), 2) : []
  const named = [...titled, ...beside, ...(titled.length === 0 && about.length <= NAMED_MAX ? about : [])]
  const measuring = parts.filter(({ metrics }) => metrics.some(isAbout))
  const described = states.length > 0 ? parts.filter(({ sentences }) => sentences.some(isAbout)) : []
  const closest = states.length === 1 ? findClosest(parts, words) : []
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

/** The initiative whose title has the most of some words, and at least half of those that tell something or another number. */
function findClosest(initiatives: readonly Part[], words: readonly string[], least?: number): Part[] {
  const isTelling = (word: string) => !FUNCTION_WORDS.has(word) && !SAYS.skipped(word) && !(least && SAYS.vague(word))
  const telling = words.filter(isTelling).map((word) => createMatcher([word]))
  const counted = initiatives.map((one) => ({ one, hits: telling.filter((isAbout) => isAbout(one.title)).length }))
  const most = Math.max(1, least ?? telling.length / 2, ...counted.map(({ hits }) => hits))
  const best = counted.filter(({ hits }) => hits === most)
  return best.length === 1 ? best.map(({ one }) => one) : []
}

function sayMetrics({ stateName, title, source, metrics }: Part, some: readonly string[]): Statement {
  const names = [...new Set(some.map((metric) => metric.replace(/\.$/, '')))]
  const count = `is measured by ${formatCount(new Set(metrics).size, 'measure')}${names.length < new Set(metrics).size ? ', among them' : ''}`
  return say(`${stateName}, “${title}” ${count}:`, [source], names)
}
