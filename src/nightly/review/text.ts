import type { Edit } from '../../ingest/source.ts'
import type { Item } from './items.ts'

/** One line that identifies an item and its subject. */
export function lineOf(item: Item): string {
  const head = `${item.handle}  ${item.state ?? '--'}  `
  switch (item.kind) {
    case 'quarantine': {
      const { source, since, findings } = item.quarantined
      return `${head}${source}, since ${since}: ${findings.map(({ reason }) => reason).join('; ')}`
    }
    case 'conflict': {
      const { source, ref, field, recorded, offered } = item.conflict
      return `${head}${ref}, ${field}: recorded ${shown(recorded)}, ${source} says ${shown(offered)}`
    }
    case 'candidate': {
      const { kind, title, url } = item.candidate
      return `${head}${kind} "${title}" ${url}`
    }
    case 'gap':
      return `${head}${item.gap}`
    default:
      return item satisfies never
  }
}

/** An item in full, with both sides. */
export function detailOf(item: Item): string {
  switch (item.kind) {
    case 'quarantine': {
      const { source, since, readAt, findings, part } = item.quarantined
      return [
        `${source} has been in quarantine since ${since}; its data was read at ${readAt}.`,
        ...findings.map(({ check, reason }) => `  ${check}: ${reason}`),
        '',
        `It would change ${new Set(item.edits.map(({ id }) => id)).size} records and add ${part.changes?.length ?? 0} page events:`,
        ...item.edits.map((edit) => `  ${editText(edit)}`),
        ...(part.changes ?? []).map(({ summary }) => `  ${summary}`),
        '',
        'Decide with release (the next nightly run publishes it) or drop (it is discarded until the source repeats it).',
      ].join('\n')
    }
    case 'conflict': {
      const { source, kind, id, ref, field, recorded, offered, since } = item.conflict
      return [
        `${field} of ${kind} ${id} (${ref}), since ${since}:`,
        `  the record says  ${shown(recorded)}`,
        `  ${source} says  ${shown(offered)}`,
        '',
        JSON.stringify(item.record, null, 2),
        '',
        "Decide with take (use the source's value) or keep (keep the record's value).",
      ].join('\n')
    }
    case 'candidate': {
      const { kind, title, url, pageUrl, dates, amounts, found } = item.candidate
      return [
        `${kind} "${title}"`,
        `  address  ${url}`,
        `  found at  ${pageUrl}, ${found}`,
        ...dates.map(({ label, date }) => `  ${label}  ${date}`),
        ...amounts.map((amount) => `  amount  ${shown(amount)}`),
        '',
        'Decide with accept (it becomes a record; set or correct fields with --field NAME=VALUE) or reject.',
      ].join('\n')
    }
    case 'gap':
      return `${item.state ?? 'National'}: ${item.gap}\n\nA gap closes when a record is added; there is nothing to decide.`
    default:
      return item satisfies never
  }
}

const editText = ({ kind, ref, field, before, after }: Edit): string => {
  if (field !== null) return `${kind} ${ref}, ${field}: ${shown(before)} becomes ${shown(after)}`
  return before === null ? `${kind} ${ref} is new: ${shown(after)}` : `${kind} ${ref} is removed`
}

const shown = (value: unknown): string =>
  value === null || value === undefined ? 'nothing' : typeof value === 'string' ? `"${value}"` : JSON.stringify(value)
