import {
  type Comparing,
  type Content,
  type Difference,
  type Facts,
  formatKey,
  getDifference,
} from '../../ledger/content.ts'
import type { Past } from '../../ledger/files.ts'
import { type ResourceName, resource } from '../../resources/index.ts'
import type { NewsOf } from '../../resources/publishing.ts'
import type { RecordNews } from '../../rules/notices/changes.ts'
import type { Instant } from '../../rules/time/moments.ts'
import { listedRecords } from './listed.ts'

/** The changes to the records of lists since the last publication; empty if there was none. */
export function newsSince({ ledger, readContents }: Past, now: Instant | null, { compare }: Comparing): NewsOf {
  if (ledger === null || now === null) return () => []
  return (name, rows) => {
    const { differences } = compare(name, () => listedRecords(resource(name as ResourceName), rows))
    const before = readContents(
      new Set(differences.flatMap((difference) => getLast(difference) ?? []).map(({ id }) => formatKey(name, id))),
    )
    return differences.flatMap((difference) =>
      getNews(difference, (id) => factsAt(before.get(formatKey(name, id)), now), now),
    )
  }
}

const getLast = (difference: Difference) => ('last' in difference ? difference.last : null)

function getNews(difference: Difference, getBefore: (id: string) => Facts, now: Instant): RecordNews[] {
  switch (difference.type) {
    case 'CREATED':
      return [{ type: difference.type, id: difference.record.id, after: factsAt(difference.record.content, now) }]
    case 'UPDATED': {
      const { id, content } = difference.record
      const [before, after] = [getBefore(id), factsAt(content, now)]
      const changed = getDifference(before, after)
      // A field that is missing on one side was added to, or removed from, all records.
      const fields = Object.keys(changed.after).filter((field) => Object.hasOwn(changed.before, field))
      return [{ type: difference.type, id, before, after, fields }]
    }
    case 'REMOVED':
    case 'MERGED': {
      if (difference.last === null) return []
      const { id } = difference.last
      return [
        {
          type: difference.type,
          id,
          before: getBefore(id),
          mergedInto: difference.type === 'MERGED' ? difference.mergedInto : null,
        },
      ]
    }
    default:
      return difference satisfies never
  }
}

/** The facts of a content, with its timed fields as of an instant. */
function factsAt(content: Content | undefined, now: Instant): Facts {
  const phase = content?.phases?.find(({ from, until }) => from <= now && now < until)
  return { ...content?.facts, ...phase?.fields }
}
