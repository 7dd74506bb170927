import type { NoticeRecord } from '../../../schema/records.ts'
import { cleanDate, cleanMoney, cleanText, cleanTexts, cleanUrl } from '../../read/clean.ts'
import type { DraftOf } from '../../source.ts'
import type { Detail, Hit } from './shapes.ts'

/**
 * The notice of a row, or why there is none. A forecast has its own block of fields with estimated dates; once the
 * notice is posted, that block is ignored.
 */
export function noticeOf(hit: Hit, detail: Detail, ref: string, origin: string): DraftOf<'notices'> | string {
  const isForecast =
    detail.forecast !== null &&
    (detail.synopsis === null || (detail.docType === 'forecast' && hit.oppStatus !== 'posted'))
  const block = (isForecast ? detail.forecast : detail.synopsis) ?? {}
  const title = cleanText(detail.opportunityTitle ?? hit.title, 300)
  if (!title) return 'title: is missing'
  const amended = !isForecast && Number(block.version ?? 1) > 1
  return {
    kind: 'notices',
    ref,
    key: ['grants-gov', hit.id],
    like: [{ sourceUrl: noticePage(hit.id) }],
    given: {
      title,
      noticeNumber: cleanText(detail.opportunityNumber ?? hit.number, 100),
      issuingAgency: cleanText(detail.agencyDetails?.agencyName ?? hit.agency ?? block.agencyName, 200),
      summary: cleanText(block.synopsisDesc ?? block.forecastDesc, 1_000),
      // An amount of 0 means no amount.
      budgetMax: cleanMoney(block.estimatedFunding) || null,
      budgetPerAward: cleanMoney(block.awardCeiling) || null,
      applicantTypes: cleanTexts(
        block.applicantTypes?.map(({ description }) => description),
        200,
        50,
      ),
      postedDate: cleanDate(block.postingDate) ?? cleanDate(hit.openDate),
      dueDate: dueDateOf(block, hit),
      amended,
      amendedAt: amended ? cleanDate(block.lastUpdatedDate) : null,
      sourceStatus: STATUS[hit.oppStatus ?? ''] ?? null,
      documentUrls: documentsOf(detail),
    },
    start: {
      scope: 'NATIONAL',
      opportunityType: 'NOFO',
      sourceUrl: noticePage(hit.id),
      retrievedFrom: origin,
    },
  }
}

const dueDateOf = (block: NonNullable<Detail['synopsis']>, hit: Hit): string | null =>
  cleanDate(block.responseDate) ?? cleanDate(block.estApplicationResponseDate) ?? cleanDate(hit.closeDate)

const STATUS: Readonly<Record<string, NoticeRecord['sourceStatus']>> = {
  posted: 'OPEN',
  forecasted: 'FORECAST',
  closed: 'CLOSED',
  archived: 'ARCHIVED',
}

/** The public page of a notice. */
export const noticePage = (id: string): string =>
  /^\d+$/.test(id)
    ? `https://www.grants.gov/search-results-detail/${id}`
    : `https://simpler.grants.gov/opportunity/${id}`
const ATTACHMENTS = 'https://apply07.grants.gov/grantsws/rest/opportunity/att/download/'
const attachmentOf = (id: string): string => `${ATTACHMENTS}${id}`
export const isClassicAttachment = (url: string): boolean => url.startsWith(ATTACHMENTS)

function documentsOf({ synopsisAttachmentFolders, synopsisDocumentURLs, synopsis }: Detail): string[] {
  const attached = synopsisAttachmentFolders.flatMap(({ synopsisAttachments }) =>
    synopsisAttachments.map(({ id }) => attachmentOf(id)),
  )
  const linked = [...synopsisDocumentURLs.map(({ docUrl }) => docUrl), synopsis?.fundingDescLinkUrl]
  return [...new Set([...attached, ...linked.flatMap((link) => cleanUrl(link) ?? [])])].slice(0, 50)
}
