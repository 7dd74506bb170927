import { activities } from './activities.ts'
import { activity } from './activity.ts'
import { allotments } from './allotments.ts'
import { awards } from './awards.ts'
import { commitments } from './commitments.ts'
import { coverage } from './coverage.ts'
import type { Resource } from './define.ts'
import { documents } from './documents.ts'
import { events } from './events.ts'
import { opportunities } from './opportunities.ts'
import { states } from './states.ts'

/** The lists of the API in the order of the specification. The function only evaluates those that it serves. */
export const RESOURCES = {
  states: () => states,
  awards: () => awards,
  documents: () => documents,
  opportunities: () => opportunities,
  events: () => events,
  activities: () => activities,
  commitments: () => commitments,
  activity: () => activity,
  coverage: () => coverage,
  allotments: () => allotments,
}

export type ResourceName = keyof typeof RESOURCES
export const RESOURCE_NAMES = Object.keys(RESOURCES) as ResourceName[]

/** A list without its row types, for code that handles all lists. */
export const getResource = (name: ResourceName): Resource => RESOURCES[name]() as unknown as Resource
