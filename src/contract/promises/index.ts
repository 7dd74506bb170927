import { RESOURCE_NAMES, resource } from '../../resources/index.ts'
import { CALLING } from './calling.ts'
import { DATA, GROUPS } from './data.ts'

/** What the service promises, by subject; the OpenAPI description and the guides are made of it. */
export const TOPICS = { ...CALLING, ...DATA }
export type TopicName = keyof typeof TOPICS

/** All promises that hold for every endpoint, as Markdown. */
export const promisesText = (): string =>
  Object.values(TOPICS)
    .map(({ title, sentences }) => `## ${title}\n\n${sentences.map((sentence) => `- ${sentence}`).join('\n')}`)
    .join('\n\n')

const LISTS = Object.fromEntries(RESOURCE_NAMES.map((name) => [name, resource(name).promises]))
const OWN: { [tag: string]: readonly string[] } = { ...LISTS, ...GROUPS }

/** What is promised about a group of endpoints; empty for a group that has nothing of its own. */
export const groupPromises = (tag: string): readonly string[] => OWN[tag] ?? []
