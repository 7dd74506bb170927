import type { PublishedEvent } from '../../resources/events.ts'
import {
  abbreviationOf,
  deadlineInstant,
  eventZone,
  isoOf,
  startInstant,
  startOfLocalDay,
  startOfNextLocalDay,
} from '../../rules/moments.ts'
import { phasesOf } from '../../rules/phases.ts'
import { eventStatus, eventTurns } from '../../rules/status.ts'
import type { EventRecord } from '../../schema/records.ts'
import type { Context } from './context.ts'

export function publishEvent(record: EventRecord, context: Context): PublishedEvent {
  const zone = eventZone(record.startAt, record.timezone, context.zoneOf(record.state))
  const start = startInstant(record.startAt, zone)
  const end = record.endAt === null ? null : deadlineInstant(record.endAt, zone)
  const times = {
    dayStart: startOfLocalDay(start, zone),
    last: end ?? startOfNextLocalDay(start, zone) - 1,
    cancelled: record.cancelled,
    recorded: record.recordingUrl !== null,
  }
  return {
    item: {
      id: record.id,
      title: record.title,
      state: record.state,
      stateName: context.nameOf(record.state),
      eventType: record.eventType,
      status: 'UPCOMING',
      startAt: isoOf(start),
      endAt: isoOf(end),
      timezone: abbreviationOf(zone, start),
      hostAgency: record.hostAgency,
      description: record.description,
      registrationUrl: record.registrationUrl,
      recordingUrl: record.recordingUrl,
      slidesUrl: record.slidesUrl,
      sourceUrl: record.sourceUrl,
      topics: record.topics,
      audience: record.audience,
      confidence: record.confidence,
      isActive: record.isActive,
      createdAt: isoOf(startInstant(record.firstSeen, zone)),
      updatedAt: isoOf(startInstant(record.lastChanged, zone)),
    },
    phases: phasesOf(eventTurns(times), (now) => eventStatus(times, now)),
  }
}
