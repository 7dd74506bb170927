import type { StateRecord } from '../../../schema/records.ts'
import type { DraftOf, Run } from '../../source.ts'

/** What a portal says about an open solicitation. */
export interface Posting {
  /** Identifies the solicitation: the source, and its key there. */
  key: readonly string[]
  state: StateRecord
  title: string
  noticeNumber: string | null
  agency: string | null
  summary: string | null
  postedDate: string | null
  dueDate: string | null
  sourceUrl: string
  /** The list it was read from. */
  retrievedFrom: string
}

const ABOUT = /\brural\b|\bRHTP?\b/i

/** Whether a solicitation is relevant: portals list everything that their agencies buy. */
export const isAboutRuralHealth = (text: string): boolean => ABOUT.test(text)

const TYPES = /(?<![a-z])(RFP|RFA|RFQ|RFI|NOFO|IFB)(?![a-z])/i

/** The notice of a posting. */
export function postingDraft(posting: Posting): DraftOf<'notices'> {
  const { key, state, title, noticeNumber, agency, summary, postedDate, dueDate, sourceUrl, retrievedFrom } = posting
  return {
    kind: 'notices',
    ref: noticeNumber ?? title,
    key,
    like: [{ sourceUrl }, ...(noticeNumber ? [{ state: state.code, noticeNumber }] : [])],
    given: { title, noticeNumber, summary, postedDate, dueDate, sourceStatus: 'OPEN' },
    start: {
      state: state.code,
      scope: 'STATE',
      opportunityType: TYPES.exec(`${noticeNumber} ${title}`)?.[1]?.toUpperCase() ?? 'SOLICITATION',
      issuingAgency: agency,
      sourceUrl,
      retrievedFrom,
    },
  }
}

/** The known notices that a portal no longer lists; it lists only open ones. */
export function closedSince(
  listed: readonly DraftOf<'notices'>[],
  run: Run,
  isOfPortal: (key: readonly (string | null)[]) => boolean = () => true,
): DraftOf<'notices'>[] {
  const open = new Set(listed.map(({ key }) => JSON.stringify(key)))
  return run.known('notices').flatMap(({ key, record }) =>
    !isOfPortal(key) || open.has(JSON.stringify(key)) || record.sourceStatus === 'CLOSED'
      ? []
      : [
          {
            kind: 'notices',
            ref: key.at(-1) ?? '',
            key,
            given: { sourceStatus: 'CLOSED' },
            isListed: false,
          } as const,
        ],
  )
}
