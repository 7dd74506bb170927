import { rewrite } from '../nightly/folders.ts'
import { EVENTS } from './events.ts'
import { FAULTS } from './faults.ts'
import { LIES } from './lies.ts'
import { MORE_BAD, MORE_EVENTS } from './more-cases.ts'
import type { Night, Plan } from './plan.ts'
import { noticeOf } from './world.ts'

const quiet: Night = { name: 'nothing changes' }

const HOUR_MS = 3_600_000

/** What happens to the machine, and what people do. */
const PEOPLE: readonly Night[] = [
  { name: "the machine's clock is a day ahead of the sources", clockMs: -24 * HOUR_MS, outcome: 'refused' },
  { name: "the machine's clock is hours behind the sources", clockMs: 5 * HOUR_MS, outcome: 'refused' },
  {
    name: 'a person leaves an invalid line in the records',
    person: (data) => rewrite(data, 'events', ([first, ...others]) => [{ ...first, title: 7 }, ...others]),
    outcome: 'refused',
  },
  {
    name: 'the person fixes the line',
    person: (data) => rewrite(data, 'events', ([first, ...others]) => [{ ...first, title: 'Corrected' }, ...others]),
  },
  {
    name: 'a source really doubles',
    truth: ({ notices }, n) => {
      const count = notices.length + 40
      for (let more = 0; more < count; more += 1) notices.push(noticeOf(n * 100 + more))
    },
    held: { 'grants-gov': 'fetched' },
  },
  { name: 'a person releases the doubled source', release: ['grants-gov'] },
]

/** Several cases in one night. */
const together =
  (...plans: readonly Plan[]): Plan =>
  (world) => {
    const nights = plans.map((plan) => plan(world))
    const truths = nights.flatMap(({ truth }) => truth ?? [])
    return {
      ...Object.assign({}, ...nights),
      name: nights.map(({ name }) => name).join('; '),
      truth: (changed, number) => truths.forEach((truth, index) => void truth(changed, number + 1_000 * index)),
      lies: Object.assign({}, ...nights.map(({ lies }) => lies)),
      held: Object.assign({}, ...nights.map(({ held }) => held)),
    }
  }

const plansOf = (nights: readonly Night[]): Plan[] => nights.map((night) => () => night)
const BAD: readonly Plan[] = [...plansOf(FAULTS), ...LIES, ...MORE_BAD]
const GOOD = plansOf([...EVENTS, ...MORE_EVENTS])
const nth = <T>(items: readonly T[], index: number): T => items[index % items.length] as T

/** A season in which one run of three is bad, and each case recurs. */
export const longSeason = (nights: number): Plan[] =>
  Array.from({ length: nights }, (_, number) => {
    if (number % 60 >= 60 - PEOPLE.length) return () => nth(PEOPLE, (number % 60) - 60 + PEOPLE.length)
    const good = nth(GOOD, number)
    return number % 3 === 2 ? together(good, nth(BAD, (number - 2) / 3)) : good
  })

const EACH = 7
/** The bad cases of the short season, one of each kind; those of a run concern different sources. */
const SHORT_BAD = [[20, 22], [16, 10], [24, 25], [13], [8]]

/** Every event once, several per run, each run with bad data or a failure; then what people do. */
export const shortSeason = (): Plan[] => [
  ...Array.from({ length: Math.ceil(GOOD.length / EACH) }, (_, number) =>
    together(
      ...GOOD.slice(number * EACH, (number + 1) * EACH),
      ...nth(SHORT_BAD, number).map((place) => nth(BAD, place)),
    ),
  ),
  () => quiet,
  ...plansOf(PEOPLE.slice(-2)),
]
