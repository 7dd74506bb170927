import * as z from 'zod'
import words from '../../../../vocabulary/solicitations.json' with { type: 'json' }
import { isStandInDate } from '../../../rules/notices/dates.ts'
import { NATIONAL_ZONE } from '../../../rules/program.ts'
import { toPattern } from '../../../rules/text/words.ts'
import type { NoticeRecord } from '../../../schema/records.ts'
import { findAt, findEach, type Row } from '../../net/exchange.ts'
import { cleanDate, cleanMoney, cleanText, cleanTexts, cleanUrl, readMomentInText } from '../../read/clean.ts'
import type { DraftOf } from '../../source.ts'

/**
 * The notice of a row, or why there is none. A forecast has its own block of fields with estimated dates; once the
 * notice is posted, that block is ignored.
 */
export function toNotice(
  hit: Hit,
  detail: Detail,
  ref: string,
  origin: string,
  now: Date,
): DraftOf<'notices'> | string {
  const isForecast =
    detail.forecast !== null &&
    (detail.synopsis === null || (detail.docType === 'forecast' && hit.oppStatus !== 'posted'))
  const block = (isForecast ? detail.forecast : detail.synopsis) ?? {}
  const title = findFirstText(300, detail.opportunityTitle, hit.title)
  if (!title) return 'title: is missing'
  const agency = findAt(detail.agencyDetails, 'agencyName')
  const amended = !isForecast && Number(block.version ?? 1) > 1
  return {
    kind: 'notices',
    ref,
    key: ['grants-gov', hit.id],
    like: [{ sourceUrl: toNoticePage(hit.id) }],
    given: {
      title,
      noticeNumber: findFirstText(100, detail.opportunityNumber, hit.number),
      issuingAgency: findFirstText(200, agency, hit.agency, hit.agencyName, block.agencyName),
      summary: findFirstText(1_000, block.synopsisDesc, block.forecastDesc),
      // An amount of 0 means no amount.
      budgetMax: cleanMoney(block.estimatedFunding) || null,
      budgetPerAward: cleanMoney(block.awardCeiling) || null,
      applicantTypes: cleanTexts(findEach(block.applicantTypes, 'description'), 200, 50),
      postedDate: findFirstDate(block.postingDateStr, block.postingDate, hit.openDate),
      ...getDue(block, hit, now),
      amended,
      amendedAt: amended ? cleanDate(block.lastUpdatedDate) : null,
      sourceStatus: isWithdrawn(title, block.modComments) ? 'WITHDRAWN' : (STATUS[String(hit.oppStatus)] ?? null),
      documentUrls: getDocuments(detail),
    },
    start: { scope: 'NATIONAL', opportunityType: 'NOFO', sourceUrl: toNoticePage(hit.id), retrievedFrom: origin },
  }
}

function findFirstText(max: number, ...values: unknown[]): string | null {
  const text = values.find((value) => typeof value === 'string')
  return cleanText(text, max)
}

export const findFirstDate = (...values: unknown[]): string | null =>
  values.reduce<string | null>((earlier, value) => earlier ?? cleanDate(value), null)

/** The day on which applications are due. Some dates have a twin (`…Str`) that does not depend on the reader's zone. */
export const findDueDay = (block: Row, closeDate: unknown): string | null =>
  findFirstDate(
    block.responseDateStr,
    block.responseDate,
    block.estApplicationResponseDateStr,
    block.estApplicationResponseDate,
    closeDate,
  )

/**
 * When applications are due: to the minute if the description of the date names an hour. A date far ahead, such as
 * 2099-01-01, stands in for none.
 */
function getDue(block: Row, { closeDate }: Hit, now: Date): { dueDate: string | null; rolling: boolean } {
  const description = findFirstText(500, block.responseDateDesc, block.estApplicationResponseDateDesc) ?? ''
  const day = findDueDay(block, closeDate)
  const isStandIn = day !== null && isStandInDate(day, now)
  if (day === null || isStandIn) return { dueDate: null, rolling: isStandIn || ROLLING.test(description) }
  // Whose local time it is, the date does not say.
  return { dueDate: LOCAL.test(description) ? day : readMomentInText(day, description, NATIONAL_ZONE), rolling: false }
}

const LOCAL = toPattern(words.localTime)
const ROLLING = toPattern(words.rolling)
/** `Withdrawn: …`, `WITHDRAWN …`, `… (cancelled)`; not a program about canceled debts. */
const TITLE_SAYS_WITHDRAWN = toPattern(words.withdrawnTitles)
/** That it was withdrawn, not the webinar for it. */
const COMMENT_SAYS_WITHDRAWN = toPattern(words.withdrawnComments)

const isWithdrawn = (title: string, comment: unknown): boolean =>
  TITLE_SAYS_WITHDRAWN.test(title) || COMMENT_SAYS_WITHDRAWN.test(cleanText(comment, 1_000) ?? '')

const STATUS: Readonly<Record<string, NoticeRecord['sourceStatus']>> = {
  posted: 'OPEN',
  forecasted: 'FORECAST',
  closed: 'CLOSED',
  archived: 'ARCHIVED',
}

export const toNoticePage = (id: string): string =>
  /^\d+$/.test(id)
    ? `https://www.grants.gov/search-results-detail/${id}`
    : `https://simpler.grants.gov/opportunity/${id}`
const ATTACHMENTS = 'https://apply07.grants.gov/grantsws/rest/opportunity/att/download/'
export const isClassicAttachment = (url: string): boolean => url.startsWith(ATTACHMENTS)

function getDocuments({ synopsisAttachmentFolders, synopsisDocumentURLs, synopsis }: Detail): string[] {
  const ids = findEach(synopsisAttachmentFolders, 'synopsisAttachments').flatMap((files) => findEach(files, 'id'))
  const attached = ids.flatMap((id) => identifier.safeParse(id).data ?? []).map((id) => `${ATTACHMENTS}${id}`)
  const linked = [...findEach(synopsisDocumentURLs, 'docUrl'), synopsis?.fundingDescLinkUrl]
  return [...new Set([...attached, ...linked.flatMap((link) => cleanUrl(link) ?? [])])].slice(0, 50)
}

const identifier = z
  .union([z.string(), z.number()])
  .transform(String)
  .pipe(z.union([z.string().regex(/^\d{1,12}$/), z.uuid()]))

export const Hit = z.looseObject({ id: identifier })
export type Hit = z.infer<typeof Hit>

/** The assistance listings of a search result. The documentation says `alnist`; the live service sends `cfdaList`. */
export const findListings = ({ alnist, cfdaList }: Hit): unknown[] =>
  [alnist, cfdaList].flatMap((list) =>
    findEach(list, '').map((item) => (typeof item === 'string' ? item : findAt(item, 'alnNumber'))),
  )

const succeeded = z.literal(0, 'is not 0: the service reported an error')

export const SearchEnvelope = z.object({
  errorcode: succeeded,
  data: z.object({ hitCount: z.number(), oppHits: z.array(z.unknown()) }),
})

const Block = z
  .record(z.string(), z.unknown())
  .nullish()
  .catch(null)
  .transform((block) => block ?? null)

const Detail = z
  .looseObject({ synopsis: Block, forecast: Block })
  .refine(({ synopsis, forecast }) => synopsis !== null || forecast !== null, 'has neither synopsis nor forecast')
export type Detail = z.infer<typeof Detail>

const NoRecord = z
  .object({ errorMessages: z.array(z.unknown()).min(1), synopsis: z.null().optional(), forecast: z.null().optional() })
  .transform(() => null)

/** The response to a request for one opportunity: null if there is none with this id. */
export const DetailEnvelope = z.object({ errorcode: succeeded, data: z.union([Detail, NoRecord]) })
