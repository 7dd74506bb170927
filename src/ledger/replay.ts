import { formatKey } from './compare.ts'
import type { Content, Facts } from './content.ts'
import type { Change } from './shapes.ts'

/** The content of a record after a change; null when it is gone. */
function contentAfter(before: Content | null, change: Change): Content | null {
  switch (change.type) {
    case 'CREATED':
      return toContent(change.after ?? {}, change.phasesAfter)
    case 'UPDATED': {
      const gone = Object.keys(change.before ?? {}).filter((name) => !Object.hasOwn(change.after ?? {}, name))
      const kept = Object.entries(before?.facts ?? {}).filter(([name]) => !gone.includes(name))
      const phases = change.phasesAfter ?? before?.phases
      return toContent({ ...Object.fromEntries(kept), ...change.after }, phases)
    }
    case 'REMOVED':
    case 'MERGED':
      return null
    default:
      return change.type satisfies never
  }
}

const toContent = (facts: Facts, phases: Content['phases']): Content =>
  phases && phases.length > 0 ? { facts, phases } : { facts }

/** Applies a change to the contents of records by their keys. */
export function replay(contents: Map<string, Content>, change: Change): void {
  const key = formatKey(change.list, change.id)
  const after = contentAfter(contents.get(key) ?? null, change)
  if (after) contents.set(key, after)
  else contents.delete(key)
}
