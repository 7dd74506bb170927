import { RESOURCE_NAMES, resource } from '../../resources/index.ts'
import { CALLING } from './calling.ts'
import { DATA, GROUPS } from './data.ts'

/** The promises of the service by topic, from which the OpenAPI description and the guides are built. */
export const TOPICS = { ...CALLING, ...DATA }
export type TopicName = keyof typeof TOPICS

/** The promises that apply to every endpoint, as Markdown. */
export const promisesText = (): string =>
  Object.values(TOPICS)
    .map(({ title, sentences }) => `## ${title}\n\n${sentences.map((sentence) => `- ${sentence}`).join('\n')}`)
    .join('\n\n')

const LISTS = Object.fromEntries(RESOURCE_NAMES.map((name) => [name, resource(name).promises]))
const OWN: { [tag: string]: readonly string[] } = { ...LISTS, ...GROUPS }

/** The promises about a group of endpoints; empty if it has none. */
export const groupPromises = (tag: string): readonly string[] => OWN[tag] ?? []
