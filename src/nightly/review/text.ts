import type { Edit } from '../../ingest/source.ts'
import type { Item } from './items.ts'

type Of<Kind extends Item['kind']> = Extract<Item, { kind: Kind }>

/** The texts of an item: what one line says of its subject, and the item in full, with both sides. */
const TEXTS: { [Kind in Item['kind']]: { line: (item: Of<Kind>) => string; detail: (item: Of<Kind>) => string[] } } = {
  quarantine: {
    line: ({ quarantined: { source, since, findings } }) =>
      `${source}, since ${since}: ${findings.map(({ reason }) => reason).join('; ')}`,
    detail: ({ quarantined: { source, since, readAt, findings, part }, edits }) => [
      `${source} has been in quarantine since ${since}; its data was read at ${readAt}.`,
      ...findings.map(({ check, reason }) => `  ${check}: ${reason}`),
      '',
      `It would change ${new Set(edits.map(({ id }) => id)).size} records and add ${part.changes?.length ?? 0} page events:`,
      ...edits.map((edit) => `  ${editText(edit)}`),
      ...(part.changes ?? []).map(({ summary }) => `  ${summary}`),
      '',
      'Decide with release (the next nightly run publishes it) or drop (it is discarded until the source repeats it).',
    ],
  },
  conflict: {
    line: ({ conflict: { source, ref, field, recorded, offered } }) =>
      `${ref}, ${field}: recorded ${shown(recorded)}, ${source} says ${shown(offered)}`,
    detail: ({ conflict: { source, kind, id, ref, field, recorded, offered, since }, record }) => [
      `${field} of ${kind} ${id} (${ref}), since ${since}:`,
      `  the record says  ${shown(recorded)}`,
      `  ${source} says  ${shown(offered)}`,
      '',
      JSON.stringify(record, null, 2),
      '',
      "Decide with take (use the source's value) or keep (keep the record's value).",
    ],
  },
  candidate: {
    line: ({ candidate: { kind, title, url } }) => `${kind} "${title}" ${url}`,
    detail: ({ candidate: { kind, title, url, pageUrl, dates, amounts, found, evidence, noticeId } }) => [
      `${kind} "${title}"`,
      `  address  ${url}`,
      `  found at  ${pageUrl}, ${found}`,
      ...dates.map(({ label, date }) => `  ${label}  ${date}`),
      ...amounts.map((amount) => `  amount  ${shown(amount)}`),
      ...(evidence ? [`  the page says  ${shown(evidence)}`] : []),
      '',
      noticeId
        ? `Decide with accept (notice ${noticeId} gets this due date; correct it with --field dueDate=VALUE) or reject.`
        : 'Decide with accept (it becomes a record; set or correct fields with --field NAME=VALUE) or reject.',
    ],
  },
  gap: {
    line: ({ gap }) => gap,
    detail: ({ state, gap }) => [
      `${state ?? 'National'}: ${gap}`,
      '',
      'A gap closes when a record is added; there is nothing to decide.',
    ],
  },
}

/** One line that identifies an item and its subject. */
export const formatLine = (item: Item): string =>
  `${item.handle}  ${item.state ?? '--'}  ${TEXTS[item.kind].line(item as never)}`

/** An item in full. */
export const formatDetail = (item: Item): string => TEXTS[item.kind].detail(item as never).join('\n')

/** One changed field, or a new or removed record. */
export const editText = ({ kind, ref, field, before, after }: Edit): string => {
  if (field !== null) return `${kind} ${ref}, ${field}: ${shown(before)} becomes ${shown(after)}`
  return before === null ? `${kind} ${ref} is new: ${shown(after)}` : `${kind} ${ref} is removed`
}

/** A value as text. */
export const shown = (value: unknown): string =>
  value === null || value === undefined ? 'nothing' : typeof value === 'string' ? `"${value}"` : JSON.stringify(value)
