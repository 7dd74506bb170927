import promises from '../../content/promises.json' with { type: 'json' }
import { FORMAT_NAMES, FORMATS } from '../formats/formats.ts'
import { ANSWER_STATUSES, QUERY_LENGTH } from '../http/endpoints/search.ts'
import { QUOTA_HEADER_NAMES } from '../http/response/headers.ts'
import { LIMITS } from '../metering/limits.ts'
import { PLAN_NAMES, PLANS, THRESHOLDS } from '../metering/plans.ts'
import { INFERRED_CAP } from '../rules/classify/classify.ts'
import { AMENDED_DAYS, CLOSING_SOON_DAYS, CONFIRMED_DAYS } from '../rules/time/status.ts'
import { TAXONOMY_VERSION } from '../schema/taxonomy.ts'

const number = (value: number) => value.toLocaleString('en-US')

/** What the names in double braces stand for in the sentences; a list takes the place of the whole sentence. */
const VALUES: { [name: string]: string | number | readonly string[] } = {
  keylessTries: LIMITS.keyless.tries,
  demoHour: LIMITS.demoHour.tries,
  demoDay: LIMITS.demoDay.tries,
  thresholds: THRESHOLDS.map((percent) => `${percent}%`).join(' and '),
  quotaHeaders: QUOTA_HEADER_NAMES.map((name) => `\`${name}\``).join(', '),
  queryLength: QUERY_LENGTH.max,
  taxonomyVersion: TAXONOMY_VERSION,
  inferredCap: INFERRED_CAP,
  undatedDays: CONFIRMED_DAYS.UNDATED,
  rollingDays: CONFIRMED_DAYS.ROLLING,
  forecastDays: CONFIRMED_DAYS.FORECAST,
  closingSoonDays: CLOSING_SOON_DAYS,
  amendedDays: AMENDED_DAYS,
  answerStatuses: ANSWER_STATUSES.join(', '),
  plans: PLAN_NAMES.map((name) => {
    const { label, perMinute, perMonth, answersPerMonth, keys, subscriptions } = PLANS[name]
    if (keys === 0) return `\`${name}\` (${label}): no key.`
    const keyText = keys === 1 ? 'one key' : `up to ${keys} keys`
    return `\`${name}\` (${label}): ${number(perMinute)} requests a minute, ${number(perMonth)} requests and ${number(answersPerMonth)} AI answers a month, ${keyText}, up to ${subscriptions} signed addresses.`
  }),
  formats: FORMAT_NAMES.map((name) => {
    const { title, mediaTypes, description } = FORMATS[name]
    return `\`.${name}\` (${title}, \`${mediaTypes[0]}\`): ${description}`
  }),
}

function fillIn(sentence: string): readonly string[] {
  const [, only = ''] = /^\{\{(\w+)\}\}$/.exec(sentence) ?? []
  const list = VALUES[only]
  if (Array.isArray(list)) return list
  return [sentence.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(VALUES[name]))]
}

export type TopicName = keyof typeof promises.topics

/** The promises of the service by topic, from which the OpenAPI description and the guides are built. */
export const TOPICS = Object.fromEntries(
  Object.entries(promises.topics).map(([name, { title, sentences }]) => [
    name,
    { title, sentences: sentences.flatMap(fillIn) },
  ]),
) as { [Name in TopicName]: { title: string; sentences: string[] } }

const GROUPS: { [tag: string]: readonly string[] } = promises.groups

/** The promises about a group of endpoints; empty if it has none. */
export const getGroupPromises = (tag: string): readonly string[] => (GROUPS[tag] ?? []).flatMap(fillIn)

/** The promises that apply to every endpoint, as Markdown. */
export const formatPromises = (): string =>
  Object.values(TOPICS)
    .map(({ title, sentences }) => `## ${title}\n\n${sentences.map((sentence) => `- ${sentence}`).join('\n')}`)
    .join('\n\n')
