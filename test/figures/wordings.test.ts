import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { getCounties } from '../../src/rules/awards/counties.ts'
import { STATE_NAMES } from '../../src/schema/vocabularies.ts'
import { openService } from '../../src/store/service.ts'
import { baked, STARTER } from '../api.ts'

const { publication, folder } = await baked(STARTER)
const figures = await openService(folder).figures()
const NOW = Date.parse('2026-11-21T18:00:00Z')
const ask = async (question: string): Promise<string> => {
  const statements = await figures.answer(question, { states: [], fiscalYear: null }, NOW)
  return (statements ?? []).map(({ text }) => text).join(' ')
}

/** Each thing with each way to ask about it in the long run, otherwise every `step`th with one of the ways in turn. */
function pair<Thing>(
  things: readonly Thing[],
  step: number,
  ways: readonly ((thing: Thing) => string)[],
): [string, Thing][] {
  const all = things.flatMap((thing, place) =>
    ways.map((way, turn) => ({
      question: way(thing),
      thing,
      isNow: place % step === 0 && (place / step) % ways.length === turn,
    })),
  )
  return all.filter(({ isNow }) => process.env.LONG || isNow).map(({ question, thing }) => [question, thing])
}

interface Initiative {
  title: string
  state: keyof typeof STATE_NAMES
  initiativeNumber: string
  metrics: string[]
}
const initiatives = readFileSync(path.join(STARTER, 'records', 'activities.ndjson'), 'utf8')
  .trim()
  .split('\n')
  .map((line): Initiative => JSON.parse(line))

describe('each initiative', () => {
  const questions = pair(initiatives, 24, [
    ({ title, state }) => `What does the ${title} initiative of ${STATE_NAMES[state]} measure?`,
    ({ title, state }) => `How is the success of "${title}" measured in ${STATE_NAMES[state]}?`,
    ({ initiativeNumber, state }) => `What does ${STATE_NAMES[state]}'s initiative ${initiativeNumber} track?`,
    ({ title, state }) => `How will we know whether ${title} in ${STATE_NAMES[state]} made a difference?`,
    ({ title, state }) => `How is ${title} of ${STATE_NAMES[state]} being scored?`,
    ({ initiativeNumber, state }) => `What is initiative number ${initiativeNumber} of the ${STATE_NAMES[state]} plan?`,
  ])

  it.each(questions)('is told with its measures: %s', async (question, { title, metrics }) => {
    const text = await ask(question)
    expect(text).toContain(title)
    expect(metrics.filter((metric) => !text.includes(metric.replace(/\.$/, '')))).toEqual([])
  })
})

describe('each county with awards', () => {
  const awards = publication.awards.map(({ item }) => item).filter(({ verification }) => verification === 'VERIFIED')
  const placed = awards.flatMap((row) => getCounties(row).map((county) => ({ county, state: row.stateName })))
  const counties = [...Map.groupBy(placed, ({ county, state }) => `${county}, ${state}`)].map(
    ([place, { length }]) => ({
      place,
      length,
    }),
  )
  const questions = pair(counties, 24, [
    ({ place }) => `Who got money in ${place}?`,
    ({ place }) => `which organizations were funded in ${place.toLowerCase().replace(',', '')}`,
    ({ place }) => `Where did the money in ${place} go?`,
    ({ place }) => `How many awards were made in ${place}, and what is the total?`,
    ({ place }) => `Has anyone in ${place} received rural health transformation money?`,
    ({ place }) => `Did anything go to ${place}?`,
    ({ place }) => `what about ${place}`,
    ({ place }) => `How did ${place} fare in the awards?`,
    ({ place }) => `Give me a rundown of the grants in ${place}.`,
    ({ place }) => `How much money is coming to ${place}?`,
    ({ place }) => `Can you break down the money in ${place} by recipient?`,
    ({ place }) => `List the recipients whose projects cover ${place}`,
    ({ place }) => `Which awards benefit residents of ${place}?`,
  ])

  it.each(questions)('is told with all of its awards: %s', async (question, { length }) => {
    expect(await ask(question)).toContain(`: ${length} award${length === 1 ? '' : 's'} in `)
  })
})

describe('each policy', () => {
  const rows = publication.commitments.map(({ item }) => item)
  const policies = [...Map.groupBy(rows, ({ policy }) => policy)].map(([policy, all]) => ({
    policy,
    states: all.map(({ stateName }) => stateName),
  }))
  const questions = pair(policies, 1, [
    ({ policy }) => `Which states committed to ${policy}?`,
    ({ policy }) => `How many states promised ${policy.toLowerCase()}, and which ones?`,
    ({ policy }) => `Which of the 50 states took on a commitment about ${policy}?`,
    ({ policy }) => `Name the states that pledged ${policy} in their applications.`,
    ({ policy, states }) => `Which states besides ${states[0]} committed to ${policy}?`,
    ({ policy, states }) => `Is ${states.at(-1)} the only state that committed to ${policy}?`,
  ])

  it.each(questions)('is told with its states alone: %s', async (question, { policy, states }) => {
    const text = (await ask(question)).replaceAll(policy, '')
    const others = Object.values(STATE_NAMES).filter((name) => !states.includes(name))
    expect(states.filter((name) => !text.includes(name))).toEqual([])
    expect(others.filter((name) => new RegExp(`(?<!West )\\b${name}\\b`).test(text))).toEqual([])
  })
})

it('tells which states made no commitment, without a word on their laws', async () => {
  const text = await ask("Which states haven't committed to PSYPACT?")
  expect(text).toContain('lists none of 45 states on “psypact”: Alabama, Arizona, ')
  expect(text).toContain('which says nothing about their laws')
  expect(text).not.toContain('Alaska')
  expect(await ask('How many states have yet to promise any policy?')).toContain(
    'lists none of 10 states: California, ',
  )
  expect(await ask("Didn't Iowa commit to PSYPACT?")).toContain('Yes: Iowa')
})

it('tells the states of each of two policies', async () => {
  const text = await ask('Which states committed to the Presidential Fitness Test and the SNAP waiver?')
  expect(text).toContain('“Presidential Fitness Test”: 25 states')
  expect(text).toContain('“SNAP Food Restriction Waiver Policy”: 19 states')
})

it('tells the awards for a program in a county', async () => {
  expect(await ask('Did school-based health centers in Sussex County, Delaware get money?')).toContain(
    '4 awards with “school based health centers” in the text in Sussex County to 3 organizations',
  )
})

it('tells the measures of the initiatives of each state that a question compares', async () => {
  const text = await ask("How do the metrics of Montana's workforce initiative compare with North Dakota's?")
  expect(text).toContain('Montana, “Develop Workforce Through Recruitment, Training, and Retention” is measured by 3')
  expect(text).toContain('North Dakota, “Strengthen and Stabilize Rural Health Workforce” is measured by 4')
  expect(await ask('Compare what Kansas and Nebraska measure for food as medicine')).toContain(
    'No initiative of Kansas in the federal list has a measure of “food as medicine”',
  )
})

it('tells which of two subjects a plan does not mention', async () => {
  const text = await ask("What does Alaska's plan say about drones and zeppelins?")
  expect(text).toContain('Also tests new ways of delivering care, such as drones and kiosks')
  expect(text).toContain('None of the 6 initiatives of Alaska in the federal list mentions “zeppelins”')
})

it('tells what follows about a subject of a plan', async () => {
  expect(await ask("What does Delaware's plan say about homeless people?")).toContain(
    'state-owned buildings. They offer temporary housing',
  )
})

it('takes no word with other consonants for a misspelling', async () => {
  expect(await ask('Which states plan cloning?')).toBe('')
})

it('tells the compact that lets people work across state lines', async () => {
  expect(await ask('How many states pledged that nurses may work across state lines?')).toContain(
    '“Nurse - Nurse Licensure Compact”: 4 states',
  )
  expect(await ask('Which states will allow physician assistants to practice in other states?')).toContain(
    '“Physician Assistant - PA Compact”: 15 states',
  )
})

it('finds the words of a term of a plan apart', async () => {
  expect(await ask("What does Alabama's plan say about school clinics?")).toContain('school-based dental and health')
  expect(await ask("What does Ohio's plan say about nursing homes?")).toContain('mentions “nursing homes”')
})
