import type { History } from '../../records/dataset.ts'
import type { PublishedActivity } from '../../resources/activities.ts'
import type { PublishedChange } from '../../resources/activity.ts'
import type { PublishedAward } from '../../resources/awards.ts'
import type { PublishedCoverage } from '../../resources/coverage.ts'
import type { PublishedEvent } from '../../resources/events.ts'
import type { PublishedOpportunity } from '../../resources/opportunities.ts'
import type { PublishedState } from '../../resources/states.ts'
import type { Stats } from '../../resources/stats.ts'
import { mergeNotices } from '../../rules/families.ts'
import { publishableAwards } from '../../rules/identity.ts'
import { END } from '../../rules/phases.ts'
import type { Records } from '../../schema/records.ts'
import type { StateCode } from '../../schema/vocabularies.ts'
import type { Document } from '../../schema/wire/documents.ts'
import { publishActivity } from './activities.ts'
import { publishAward } from './awards.ts'
import { changesOfNight } from './changes.ts'
import { contextOf } from './context.ts'
import { publishCoverage } from './coverage.ts'
import { publishDocument, type SearchableDocument } from './documents.ts'
import { publishEvent } from './events.ts'
import { publishOpportunities } from './opportunities.ts'
import { newestOf, publishState, sumOf } from './states.ts'

/** Everything that a bake publishes, before it is written: the records of each resource, and the stats. */
export interface Publication {
  states: PublishedState[]
  awards: PublishedAward[]
  documents: SearchableDocument[]
  opportunities: PublishedOpportunity[]
  events: PublishedEvent[]
  activities: PublishedActivity[]
  activity: PublishedChange[]
  coverage: PublishedCoverage[]
  stats: Stats
}

/** Turns records, and what the nights before have left, into what is published. */
export function publish(records: Records, { feed, pages, sources: asked }: History): Publication {
  const context = contextOf(records.states)
  const sources = new Map(records.documents.map((document) => [document.id, document]))
  const documents = records.documents.map((record) => publishDocument(record, context))
  const awards = publishableAwards(records.awards).flatMap((record) => {
    const source = sources.get(record.sourceDocumentId)
    return source ? [publishAward(record, source)] : []
  })
  const opportunities = publishOpportunities(mergeNotices(records.notices), context)
  const activities = records.activities.map(publishActivity)
  const changes = feed ?? changesOfNight({ documents, opportunities }, context, null, [], END)
  const allotments = records.allotments.filter(({ verified }) => verified)

  const events = records.events.map((record) => publishEvent(record, context))

  const awardsOf = byState(awards.map(({ item }) => item))
  const documentsOf = byState(documents.map(({ item }) => item).sort(newestDiscovery))
  const activitiesOf = byState(activities.map(({ item }) => item))
  const allotmentsOf = byState(allotments)
  const opportunitiesOf = byState(opportunities.map(({ item }) => item))
  const changesOf = byState(changes)
  const touchedOf = (state: StateCode | null) => [
    ...opportunitiesOf(state).map(({ updatedAt }) => updatedAt),
    ...changesOf(state).map(({ occurredAt }) => occurredAt),
  ]
  const states = records.states.map((record) =>
    publishState(record, {
      awards: awardsOf(record.code),
      documents: documentsOf(record.code),
      activities: activitiesOf(record.code).length,
      allotments: allotmentsOf(record.code),
      touched: touchedOf(record.code),
    }),
  )
  const eventsOf = byState(events.map(({ item }) => item))
  const unverifiedOf = byState(records.awards.filter(({ verification }) => verification === 'UNVERIFIED'))
  const summaries = new Map(states.map(({ item }) => [item.code, item]))
  const coverage = [...records.states, null].map((record) => {
    const code = record?.code ?? null
    const counts = {
      awards: awardsOf(code).length,
      documents: documentsOf(code).length,
      opportunities: opportunitiesOf(code).length,
      events: eventsOf(code).length,
      activities: activitiesOf(code).length,
      unverifiedAwards: unverifiedOf(code).length,
    }
    const lastChanged = record
      ? (summaries.get(record.code)?.lastActivity ?? null)
      : newestOf([...documentsOf(null).map(({ discovered }) => discovered), ...touchedOf(null)])
    return publishCoverage(record, { ...counts, lastChanged }, { pages, sources: asked })
  })
  const national = [...records.documents, ...records.notices, ...records.events].some(({ state }) => state === null)
  return {
    states,
    awards,
    documents,
    opportunities,
    events,
    activities,
    activity: changes.map((item): PublishedChange => ({ item })),
    coverage,
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

function byState<Row extends { state: StateCode | null }>(rows: readonly Row[]): (state: StateCode | null) => Row[] {
  const groups = Map.groupBy(rows, ({ state }) => state)
  return (state) => groups.get(state) ?? []
}

const newestDiscovery = (a: Document, b: Document): number =>
  a.discovered === b.discovered ? (a.id < b.id ? -1 : 1) : a.discovered < b.discovered ? 1 : -1
