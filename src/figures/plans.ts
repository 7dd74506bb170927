import { createAnswerCheck } from '../rules/text/answer-check.ts'
import { PATTERNS } from '../rules/text/question-words.ts'
import { FUNCTION_WORDS } from '../rules/text/synonyms.ts'
import { createMatcher } from '../rules/text/widen.ts'
import { formatCount, formatList } from '../rules/text/wording.ts'
import { hasPhrase, parseSentences, parseWords, toStem } from '../rules/text/words.ts'
import { findDocument } from './documents.ts'
import type { Question, Token } from './question.ts'
import { type CitedRecord, type Lists, type Statement, say, toSource } from './statement.ts'

const LISTED_MAX = 4
const NAMED_MAX = 3

/** What is said about a plan in one place: an initiative of the federal list, or the abstract, which has no title. */
interface Part {
  stateName: string
  title: string
  sentences: readonly string[]
  metrics: readonly string[]
  source: CitedRecord
}

/** What plans say about the words that are left or the initiatives that a question names, or what these measure; null: nothing. */
export async function plans(question: Question, lists: Lists, left: Token[]): Promise<Statement[] | null> {
  const { states, mentions, text, county } = question
  const initiatives = await readInitiatives(lists, states)
  const phrase = [...findPhrase(question, left), ...(ASKS_RECIPIENTS.exec(text) ?? [])]
  const titled = / which | states /.test(text) ? [] : initiatives.filter(({ title }) => isTitled(title, text, phrase))
  if (mentions('metric')) return measures(question, initiatives, titled, phrase)
  const words = phrase.length > 0 ? phrase : parseWords(titled[0]?.title ?? '')
  const asksPlan = PATTERNS.plan.test(text)
  const asksPart = mentions('initiative') || titled.length > 0 || (mentions('money') && states.length > 0 && !county)
  if ((asksPlan || asksPart) && words.some((word) => !PATTERNS.vague.test(word)))
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
  const own = ` ${parseWords(title).join(' ')} `
  if (phrase.length > 0 && own.includes(` ${phrase.join(' ')} `)) return true
  return own.trim().includes(' ') && text.includes(own)
}

async function passages(
  { states, stateNames, text }: Question,
  lists: Lists,
  initiatives: readonly Part[],
  words: readonly string[],
): Promise<Statement[] | null> {
  const [year = ''] = YEAR.exec(text) ?? []
  const isAnswer = / how many states /.test(text) ? () => true : createAnswerCheck(text)
  const parts = [...initiatives, ...(await readAbstracts(lists, states))]
  const { all, subject } = quote(parts, words, (one) => isAnswer(one) && one.includes(year))
  if (all.length === 0)
    return PATTERNS.plan.test(text) ? sayNotPlanned(lists, stateNames, initiatives.length, words) : null
  const answers = all.filter((one) => isAnswer(one.text))
  const ofYear = answers.filter((one) => one.text.includes(year))
  const byState = Map.groupBy(ofYear.length > 0 ? ofYear : answers, ({ stateName }) => stateName)
  const groups = [...byState.values()]
  const shown = (groups.length > 1 ? groups.flatMap(([first]) => first ?? []) : groups.flat()).slice(0, LISTED_MAX)
  const names = formatList([...byState.keys()].sort())
  const head = `The plans of ${formatCount(byState.size, 'state')} mention ${subject} in an abstract or an initiative: ${names}`
  const undated = `For ${year}, the abstract and the initiatives of ${stateNames} say nothing about ${subject}; without this year they do`
  const heads = states.length === 0 ? [head] : ofYear.length === 0 ? [undated] : []
  const sources = shown.map(({ source }) => source)
  const quoted = shown.map(({ stateName, title, text: sentence, source }) =>
    say(`${stateName}, ${title === '' ? 'abstract of the plan' : `“${title}”`}: ${sentence}`, [source]),
  )
  return quoted.length > 0 ? [...heads.map((one) => say(one, sources)), ...quoted] : null
}

const SAME_THING = 65

/** The sentences with all of the words, near each other, or if none of them answers with all that tell much; those under such a title first. */
function quote(parts: readonly Part[], words: readonly string[], isAnswer: (text: string) => boolean) {
  const isAct = PATTERNS.does.test(words[0] ?? '') && !FUNCTION_WORDS.has(words[1] ?? 'of')
  const things = words
    .slice(isAct ? 1 : 0)
    .filter((word, at) => !PATTERNS.buys.test(word) && !(at > 0 && PATTERNS.skipped.test(word)))
  const telling = things.filter((word) => !PATTERNS.vague.test(word))
  const found = [things, telling].map((as) => {
    const isAbout = createMatcher(as, SAME_THING)
    const matching = (as.length > 0 ? parts : []).flatMap((part) => {
      const about = part.sentences.filter(isAbout)
      const quoted = about.length === 0 && isAbout(part.title) ? part.sentences.slice(0, 1) : about
      const getRank = (text: string): number => (isAbout(part.title) ? 0 : hasPhrase(text, as) ? 1 : 2)
      return quoted.map((text) => ({ ...part, text, rank: getRank(text) }))
    })
    const bought = words.some((word) => PATTERNS.buys.test(word))
      ? matching.filter(({ text }) => isBought(text, as))
      : []
    const all = bought.length > 0 ? bought : matching
    const subject = `“${as.join(' ')}”${bought.length > 0 ? ' as new or to be bought' : ''}`
    return { all: all.sort((a, b) => a.rank - b.rank), subject }
  })
  const [first = { all: [], subject: '' }, ...others] = found.filter(({ all }) => all.length > 0)
  return [first, ...others].find(({ all }) => all.some(({ text }) => isAnswer(text))) ?? first
}

const isBought = (text: string, [thing = '']: readonly string[]): boolean =>
  new RegExp(`\\b(?:buy|purchas|acquir|replac|new)\\w*(?: \\w+){0,2} ${toStem(thing)}`).test(parseWords(text).join(' '))

/** What the abstract of a plan says first, and its goals. */
async function overview({ states, text }: Question, lists: Lists): Promise<Statement[] | null> {
  const [abstract] = await readAbstracts(lists, states)
  if (!abstract?.sentences.some((one) => one.includes(YEAR.exec(text)?.[0] ?? ''))) return null
  const { stateName, sentences, source } = abstract
  const goals = sentences.filter((one) => one.startsWith(GOAL)).map((one) => one.slice(GOAL.length))
  const first = / (?:goal|target|objective)s? /.test(text) ? [] : sentences.slice(0, NAMED_MAX)
  const named = `The goals in the abstract of ${stateName}’s plan are: ${goals.join('; ')}`
  return [...first, ...(goals.length > 0 ? [named] : [])].map((one) => say(one, [source]))
}

const GOAL = 'Goal: '

const toStateFilter = (states: readonly string[]) => (states.length > 0 ? { state: [...states] } : {})

async function readAbstracts(lists: Lists, states: readonly string[]): Promise<Part[]> {
  const documents = await lists.find('documents', { category: ['SUMMARY'], ...toStateFilter(states) })
  const abstracts = documents.filter(({ title }) => / plan: abstract /.test(title))
  return abstracts.map(({ id }) => {
    const one = lists.read('documents', id)
    const { approachSummary } = one.transformationStrategy
    const texts = [one.description, one.programHighlights, approachSummary].filter((text) => text !== null)
    const goals = one.strategicGoals.map((goal) => `${GOAL}${goal}`)
    const sentences = [...parseSentences(texts.join('\n\n')), ...goals]
    return { stateName: one.stateName ?? '', title: '', sentences, metrics: [], source: toSource(one) }
  })
}

const readInitiatives = async (lists: Lists, states: readonly string[]): Promise<Part[]> =>
  (await lists.find('activities', toStateFilter(states))).map(({ id }) => {
    const one = lists.read('activities', id)
    const { stateName, title, description, metrics } = one
    const source = toSource({ ...one, title: `${stateName}: ${title}` }, 'activities')
    return { stateName, title, sentences: parseSentences(description), metrics, source }
  })

/** Says that the plan of a state does not mention a thing that others do; null for what need not be a thing. */
async function sayNotPlanned(lists: Lists, stateNames: string, count: number, words: readonly string[]) {
  const telling = words.filter((word) => !FUNCTION_WORDS.has(word) && !PATTERNS.vague.test(word))
  const thing = !words.some((word) => FUNCTION_WORDS.has(word)) ? words : telling.length === 1 ? telling : []
  if (stateNames === '' || quote(await readInitiatives(lists, []), thing, () => true).all.length === 0) return null
  const list = await findDocument(lists, 'NONE', /initiatives and metrics/i)
  const none = `None of the ${formatCount(count, 'initiative')} of ${stateNames} in the federal list mentions “${thing.join(' ')}”, nor does the abstract of the plan, which says nothing about the rest of it`
  return [{ ...say(none, list), isLast: true as const }]
}

/** What initiatives measure: those that are named, else those with the words in a measure, else those about them. */
function measures(
  { states }: Question,
  initiatives: readonly Part[],
  titled: readonly Part[],
  words: readonly string[],
): Statement[] | null {
  if (words.length + titled.length + states.length === 0) return null
  const isAbout = createMatcher(words)
  const about = words.length > 0 ? initiatives.filter(({ title }) => isAbout(title)) : []
  const named = titled.length > 0 ? titled : about.length <= NAMED_MAX ? about : []
  const measuring = initiatives.filter(({ metrics }) => metrics.some(isAbout))
  const described = states.length > 0 ? initiatives.filter(({ sentences }) => sentences.some(isAbout)) : []
  const all = [named, measuring, described.slice(0, NAMED_MAX)].find(({ length }) => length > 0) ?? []
  const shown = all
    .slice(0, LISTED_MAX)
    .map((one) => sayMetrics(one, all === measuring ? one.metrics.filter(isAbout) : one.metrics))
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
  const count = `is measured by ${formatCount(metrics.length, 'measure')}${some.length < metrics.length ? ', among them' : ''}`
  return say(`${stateName}, “${title}” ${count}: ${formatList(names)}`, [source])
}
