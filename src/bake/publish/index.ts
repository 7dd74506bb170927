import type { PublishedActivity } from '../../resources/activities.ts'
import type { PublishedChange } from '../../resources/activity.ts'
import type { PublishedAward } from '../../resources/awards.ts'
import type { PublishedEvent } from '../../resources/events.ts'
import type { PublishedOpportunity } from '../../resources/opportunities.ts'
import type { PublishedState } from '../../resources/states.ts'
import { mergeNotices } from '../../rules/families.ts'
import { publishableAwards } from '../../rules/identity.ts'
import { END } from '../../rules/phases.ts'
import type { Records } from '../../schema/records.ts'
import type { StateCode } from '../../schema/vocabularies.ts'
import type { ChangeEvent, Document, Stats } from '../../schema/wire.ts'
import { publishActivity } from './activities.ts'
import { publishAward } from './awards.ts'
import { changesOfNight } from './changes.ts'
import { contextOf } from './context.ts'
import { publishDocument, type SearchableDocument } from './documents.ts'
import { publishEvent } from './events.ts'
import { publishOpportunity } from './opportunities.ts'
import { publishState, sumOf } from './states.ts'

/** Everything that a bake publishes, before it is written: the records of each resource, and the stats. */
export interface Publication {
  states: PublishedState[]
  awards: PublishedAward[]
  documents: SearchableDocument[]
  opportunities: PublishedOpportunity[]
  events: PublishedEvent[]
  activities: PublishedActivity[]
  activity: PublishedChange[]
  stats: Stats
}

/** Turns records into what is published. @param feed the published change events; null before the first night */
export function publish(records: Records, feed: readonly ChangeEvent[] | null): Publication {
  const context = contextOf(records.states)
  const sources = new Map(records.documents.map((document) => [document.id, document]))
  const documents = records.documents.map((record) => publishDocument(record, context))
  const awards = publishableAwards(records.awards).flatMap((record) => {
    const source = sources.get(record.sourceDocumentId)
    return source ? [publishAward(record, source)] : []
  })
  const opportunities = mergeNotices(records.notices).map((family) => publishOpportunity(family, context))
  const activities = records.activities.map(publishActivity)
  const changes = feed ?? changesOfNight({ documents, opportunities }, context, null, [], END)
  const allotments = records.allotments.filter(({ verified }) => verified)

  const awardsOf = byState(awards.map(({ item }) => item))
  const documentsOf = byState(documents.map(({ item }) => item).sort(newestDiscovery))
  const activitiesOf = byState(activities.map(({ item }) => item))
  const allotmentsOf = byState(allotments)
  const opportunitiesOf = byState(opportunities.map(({ item }) => item))
  const changesOf = byState(changes)
  const states = records.states.map((record) =>
    publishState(record, {
      awards: awardsOf(record.code),
      documents: documentsOf(record.code),
      activities: activitiesOf(record.code).length,
      allotments: allotmentsOf(record.code),
      touched: [
        ...opportunitiesOf(record.code).map(({ updatedAt }) => updatedAt),
        ...changesOf(record.code).map(({ occurredAt }) => occurredAt),
      ],
    }),
  )
  const national = [...records.documents, ...records.notices, ...records.events].some(({ state }) => state === null)
  return {
    states,
    awards,
    documents,
    opportunities,
    events: records.events.map((record) => publishEvent(record, context)),
    activities,
    activity: changes.map((item): PublishedChange => ({ item })),
    stats: {
      states: states.length,
      documents: documents.length,
      activities: activities.length,
      totalStateAward: sumOf(allotments.map(({ amount }) => amount)),
      fundingCount: awards.length,
      federalTracked: national,
    },
  }
}

function byState<Row extends { state: StateCode | null }>(rows: readonly Row[]): (state: StateCode) => Row[] {
  const groups = Map.groupBy(rows, ({ state }) => state)
  return (state) => groups.get(state) ?? []
}

const newestDiscovery = (a: Document, b: Document): number =>
  a.discovered === b.discovered ? (a.id < b.id ? -1 : 1) : a.discovered < b.discovered ? 1 : -1
