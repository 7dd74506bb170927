import type { NoticeRecord } from '../../../src/schema/records.ts'
import { notice as completeNotice, uuid } from '../../ingest/records.ts'

/** A notice of which only an id, state and title are known. */
export const notice = (number: number, more: Partial<NoticeRecord> = {}): NoticeRecord =>
  completeNotice({
    id: uuid(number),
    state: 'NC',
    scope: 'STATE',
    title: 'Rural Dental Access Grants',
    opportunityType: 'RFA',
    noticeNumber: null,
    issuingAgency: null,
    summary: null,
    budgetMax: null,
    postedDate: null,
    firstSeen: '2026-01-01',
    lastChanged: '2026-01-01',
    sourceUrl: 'https://example.org/notice',
    ...more,
  })
