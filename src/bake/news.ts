import { compareLists, keyOf, type Turn } from '../ledger/compare.ts'
import { type Content, differenceOf, type Facts } from '../ledger/content.ts'
import type { Past } from '../ledger/files.ts'
import { type ResourceName, resource } from '../resources/index.ts'
import type { NewsOf } from '../resources/publishing.ts'
import type { Instant } from '../rules/moments.ts'
import type { RecordNews } from '../rules/updates.ts'
import { listedRecords } from './listed.ts'

/** The changes to the records of lists since the last publication; empty if there was none. */
export function newsSince({ ledger, contentsOf }: Past, now: Instant | null): NewsOf {
  if (ledger === null || now === null) return () => []
  return (name, rows) => {
    const own = new Map([...ledger.entries].filter(([, entry]) => entry.list === name))
    const records = listedRecords(resource(name as ResourceName), rows)
    const turns = compareLists(own, new Map([[name, records]])).turns
    const before = contentsOf(new Set(turns.flatMap((turn) => lastOf(turn) ?? []).map(({ id }) => keyOf(name, id))))
    return turns.flatMap((turn) => newsOf(turn, (id) => factsAt(before.get(keyOf(name, id)), now), now))
  }
}

const lastOf = (turn: Turn) => ('last' in turn ? turn.last : null)

function newsOf(turn: Turn, beforeOf: (id: string) => Facts, now: Instant): RecordNews[] {
  switch (turn.type) {
    case 'CREATED':
      return [{ type: turn.type, id: turn.record.id, after: factsAt(turn.record.content, now) }]
    case 'UPDATED': {
      const { id, content } = turn.record
      const [before, after] = [beforeOf(id), factsAt(content, now)]
      const changed = differenceOf(before, after)
      // A field that is missing on one side was added to, or removed from, all records.
      const fields = Object.keys(changed.after).filter((field) => Object.hasOwn(changed.before, field))
      return [{ type: turn.type, id, before, after, fields }]
    }
    case 'REMOVED':
    case 'MERGED': {
      if (turn.last === null) return []
      const { id } = turn.last
      return [
        { type: turn.type, id, before: beforeOf(id), mergedInto: turn.type === 'MERGED' ? turn.mergedInto : null },
      ]
    }
    default:
      return turn satisfies never
  }
}

/** The facts of a content, with its timed fields as of an instant. */
function factsAt(content: Content | undefined, now: Instant): Facts {
  const phase = content?.phases?.find(({ from, until }) => from <= now && now < until)
  return { ...content?.facts, ...phase?.fields }
}
