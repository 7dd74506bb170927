import { parseSentences } from '../rules/text/sentences.ts'
import { formatDollars } from '../rules/text/wording.ts'
import { compare } from '../rules/text/words.ts'
import type { Document } from '../schema/wire/documents.ts'
import type { Lists } from './lists.ts'
import type { Question } from './question.ts'
import { counted, type FigureSource, joined, type Statement, toSource } from './statement.ts'

/** The program page of a state among the documents. */
export async function findProgramPage(state: string, lists: Lists): Promise<FigureSource | null> {
  const documents = await lists.find('documents', { state: [state] })
  const page = documents.find(({ title }) => title.includes('Transformation Program page'))
  return page ? toSource(page) : null
}

/** The document of national scope with this title. */
export async function findNational(title: RegExp, lists: Lists): Promise<FigureSource[]> {
  const document = (await lists.find('documents', { state: ['NONE'] })).find((one) => title.test(one.title))
  return document ? [toSource(document)] : []
}

/** Who runs the program of a state, from the sentence in its summary. */
export async function whoLeads(question: Question, lists: Lists): Promise<Statement[]> {
  const statements = question.states.map(async (code) => {
    const { name, summary } = lists.read('states', code)
    const page = await findProgramPage(code, lists)
    const [first] = parseSentences(summary ?? '')
    return page && first ? [{ text: `${name}: ${first}`, sources: [page] }] : []
  })
  return (await Promise.all(statements)).flat()
}

/** Critical access hospitals of the states in a question, or of the states with the most or fewest. */
export async function criticalAccessHospitals(question: Question, lists: Lists): Promise<Statement[]> {
  const sources = await findNational(/hospital general information/i, lists)
  const all = await lists.find('states')
  const known = all.flatMap(({ code, name, cahCount }) => (cahCount === null ? [] : [{ code, name, count: cahCount }]))
  if (question.states.length > 0) {
    return known
      .filter(({ code }) => question.states.includes(code))
      .map(({ name, count }) => ({ text: `${name} has ${counted(count, 'critical access hospital')}`, sources }))
  }
  if (!question.mentions('largest', 'smallest')) {
    const total = known.reduce((sum, { count }) => sum + count, 0)
    return [
      {
        text: `${counted(known.length, 'state')} have ${counted(total, 'critical access hospital')} in total`,
        sources,
      },
    ]
  }
  const { names, side } = rank(known, question)
  const text = `${joined(names)} ${names.length === 1 ? 'has' : 'have'} the ${side} critical access hospitals of ${counted(known.length, 'state')}`
  return [{ text, sources }]
}

/** Rural residents of the states in a question, or of the states with the most or fewest. */
export async function ruralResidents(question: Question, lists: Lists): Promise<Statement[]> {
  const sources = await findNational(/urban and rural population/i, lists)
  const allotments = await lists.find('allotments')
  const known = [...new Map(allotments.map((row) => [row.state, row])).values()].flatMap(
    ({ state, stateName, ruralResidents }) =>
      ruralResidents === null ? [] : [{ code: state, name: stateName, count: ruralResidents }],
  )
  const numberText = (count: number): string => count.toLocaleString('en-US')
  if (question.states.length > 0) {
    return question.states.flatMap((code) => {
      const { name, population, ruralPercent } = lists.read('states', code)
      const rural = known.find((one) => one.code === code)?.count
      if (population === null || ruralPercent === null || rural === undefined) return []
      const text = `${name} had ${numberText(population)} residents in the 2020 census, ${numberText(rural)} (${ruralPercent.toFixed(1)}%) of them in rural areas`
      return [{ text, sources }]
    })
  }
  const { names, side } = rank(known, question)
  const text = `${joined(names)} had the ${side} residents in rural areas of ${counted(known.length, 'state')} in the 2020 census`
  return [{ text, sources }]
}

/** The states with the most or fewest of something, those that are equal together. */
function rank(known: readonly { code: string; name: string; count: number }[], question: Question) {
  const direction = question.mentions('smallest') ? -1 : 1
  const ranked = known.toSorted((a, b) => (b.count - a.count) * direction || compare(a.code, b.code))
  const last = ranked[(question.number ?? 1) - 1]
  const shown = ranked.filter(({ count }) => last !== undefined && (count - last.count) * direction >= 0)
  return {
    names: shown.map(({ name, count }) => `${name} (${count.toLocaleString('en-US')})`),
    side: direction === 1 ? 'most' : 'fewest',
  }
}

const PERCENT = 100

/** How much of the allotment of states has a published recipient and amount. */
export async function sharesNamed(question: Question, lists: Lists): Promise<Statement[]> {
  const rows = await lists.find('coverage', question.states.length > 0 ? { state: question.states } : {})
  const known = rows.flatMap(({ state, stateName, awards }) =>
    state && awards.allotment !== null ? [{ state, stateName, ...awards, allotment: awards.allotment }] : [],
  )
  const statements = known
    .toSorted((a, b) => ((b.shareNamed ?? 0) - (a.shareNamed ?? 0)) * (question.mentions('smallest') ? -1 : 1))
    .slice(0, question.states.length > 0 ? question.states.length : (question.number ?? 1))
    .map(async ({ state, stateName, published, sumPublished, shareNamed, allotment }) => {
      const documents = await lists.find('documents', { state: [state], category: ['AWARD_ANNOUNCEMENT'] })
      const page = await findProgramPage(state, lists)
      const sources = [...documents.slice(0, 2).map(toSource), ...(documents.length === 0 && page ? [page] : [])]
      const text =
        sumPublished === null || shareNamed === null
          ? `${stateName}: no published award has a recipient and an amount, of an allotment of ${formatDollars(allotment)}`
          : `${stateName}: ${counted(published, 'published award')} ${published === 1 ? 'names' : 'name'} the recipients of ${formatDollars(sumPublished)}, ${((sumPublished / allotment) * PERCENT).toFixed(1)}% of the allotment of ${formatDollars(allotment)}`
      return sources.length > 0 ? [{ text, sources }] : []
    })
  return (await Promise.all(statements)).flat()
}

const SENTENCES_MAX = 3

/** Matches a sentence that defines the program: one with the program as its subject. */
const IS_DEFINED =
  /^(?:The|This) program (?:gives|pays|provides|funds|is|supports)\b|^The Rural Health Transformation Program (?:gives|pays|provides|is)\b/

/** The definition of the program, from the first federal page that has one. */
export async function definition(lists: Lists): Promise<Statement[]> {
  const pages = (await lists.find('documents', { state: ['NONE'] })).filter(({ url }) =>
    new URL(url).hostname.endsWith('.gov'),
  )
  for (const page of pages.sort((a, b) => getRank(a) - getRank(b) || compare(a.id, b.id))) {
    const sentences = parseSentences(lists.read('documents', page.id).description ?? '')
    const place = sentences.findIndex((sentence) => IS_DEFINED.test(sentence))
    if (place < 0) continue
    return sentences.slice(place, place + SENTENCES_MAX).map((text) => ({
      text: text.replace(/^(?:The|This) program\b/, 'The Rural Health Transformation Program'),
      sources: [toSource(page)],
    }))
  }
  return []
}

// Reference pages are lasting; a press release is about one day.
const getRank = ({ category }: Document): number => (category === 'REFERENCE' ? 0 : category === 'ANNOUNCEMENT' ? 1 : 2)
