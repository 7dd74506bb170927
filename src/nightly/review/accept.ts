import { getBlank, getId } from '../../ingest/kinds.ts'
import type { Candidate } from '../../ingest/pages/candidates.ts'
import { RECORDS } from '../../schema/records.ts'

const TYPES = {
  RFP: /\brfp|proposals?\b/i,
  RFA: /\brfa|applications?\b/i,
  IFB: /\bifb\b/i,
  RFI: /\brfi|information\b/i,
} as const

/**
 * The record of an accepted candidate: what the page says about the link, and the fields that the person sets. Fields
 * that can only be known from the document itself stay unknown.
 * @throws Error with the first field that is missing or invalid
 */
export function toRecord(
  candidate: Candidate,
  fields: Readonly<Record<string, unknown>>,
  now: Date,
): { kind: 'documents' | 'notices'; record: { id: string } } {
  const kind = candidate.kind === 'notice' ? 'notices' : 'documents'
  const id = getId(kind, ['review', candidate.url])
  const known = kind === 'notices' ? toNotice(candidate, now) : toDocument(candidate, now)
  const parsed = RECORDS[kind].safeParse({ ...getBlank(kind), ...known, ...fields, id })
  if (parsed.success) return { kind, record: parsed.data }
  const [issue] = parsed.error.issues
  throw new Error(
    `${issue?.path.join('.')}: ${issue?.message}; set it with --field ${issue?.path[0]?.toString()}=VALUE`,
  )
}

const toDocument = ({ title, state, fileType, url, pageUrl }: Candidate, now: Date) => ({
  title,
  state,
  fileType,
  documentCategory: 'OTHER',
  url,
  discovered: now.toISOString(),
  sourceUrl: url,
  retrievedFrom: pageUrl === url ? null : pageUrl,
})

function toNotice({ title, state, url, pageUrl, dates, amounts, evidence }: Candidate, now: Date) {
  const findDate = (label: string) => dates.find((date) => date.label === label)?.date ?? null
  const type = Object.entries(TYPES).find(([, named]) => named.test(title))?.[0] ?? 'GRANT'
  return {
    state,
    scope: state === null ? 'NATIONAL' : 'STATE',
    title,
    opportunityType: type,
    // With several amounts near a link, the right one is unknown.
    budgetMax: amounts.length === 1 ? amounts[0] : null,
    postedDate: findDate('Posted'),
    dueDate: findDate('Due'),
    loiDate: findDate('Letter of intent'),
    questionDeadline: findDate('Questions'),
    confirmedAt: now.toISOString().slice(0, 10),
    firstSeen: now.toISOString(),
    lastChanged: now.toISOString(),
    // A deadline in text has no address of its own.
    sourceUrl: evidence ? pageUrl : url,
    retrievedFrom: evidence || pageUrl === url ? null : pageUrl,
  }
}
