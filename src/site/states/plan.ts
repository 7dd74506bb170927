import type { ActivityDetail } from '../../resources/activities.ts'
import type { Commitment } from '../../resources/commitments.ts'
import type { Instant } from '../../rules/time/moments.ts'
import type { Service } from '../../store/service.ts'
import { ALL, parseItems, readAll } from '../kept.ts'

/** What a state plans: its activities, and its policy commitments by the name of their scoring factor. */
export interface StatePlan {
  activities: ActivityDetail[]
  commitments: [factorLabel: string, commitments: Commitment[]][]
}

export function readPlan(service: Service, now: Instant, state: string): StatePlan {
  const filters = { state: [state] }
  const rows = parseItems<{ detail: ActivityDetail }>(
    service.readers.activities.list({ filters, limit: ALL, isDetailed: true }, now),
  )
  const commitments = readAll<Commitment>(service, 'commitments', now).filter((each) => each.state === state)
  return {
    activities: rows.map(({ detail }) => detail),
    commitments: [...Map.groupBy(commitments, ({ factorLabel }) => factorLabel)],
  }
}
