import * as z from 'zod'
import { isStandInDate } from '../../../rules/notices/plausible.ts'
import { NATIONAL_ZONE } from '../../../rules/time/moments.ts'
import type { NoticeRecord } from '../../../schema/records.ts'
import { word } from '../../net/json.ts'
import { cleanDate, cleanMoney, cleanText, cleanTexts, cleanUrl } from '../../read/clean.ts'
import { momentInText } from '../../read/moment.ts'
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
  const title = cleanText(detail.opportunityTitle ?? hit.title, 300)
  if (!title) return 'title: is missing'
  const { dueDate, rolling } = getDue(block, hit, now)
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
      postedDate: cleanDate(block.postingDateStr) ?? cleanDate(block.postingDate) ?? cleanDate(hit.openDate),
      dueDate,
      rolling,
      amended,
      amendedAt: amended ? cleanDate(block.lastUpdatedDate) : null,
      sourceStatus: isWithdrawn(title, block.modComments) ? 'WITHDRAWN' : (STATUS[hit.oppStatus ?? ''] ?? null),
      documentUrls: getDocuments(detail),
    },
    start: {
      scope: 'NATIONAL',
      opportunityType: 'NOFO',
      sourceUrl: noticePage(hit.id),
      retrievedFrom: origin,
    },
  }
}

type NoticeBlock = NonNullable<Detail['synopsis']>

/** The day on which applications are due. Some dates have a twin (`…Str`) that does not depend on the reader's zone. */
export const findDueDay = (block: NoticeBlock, hit: Pick<Hit, 'closeDate'>): string | null =>
  [
    block.responseDateStr,
    block.responseDate,
    block.estApplicationResponseDateStr,
    block.estApplicationResponseDate,
    hit.closeDate,
  ].reduce<string | null>((found, date) => found ?? cleanDate(date), null)

/**
 * When applications are due: to the minute if the description of the date names an hour. A date far ahead, such as
 * 2099-01-01, stands in for none.
 */
function getDue(block: NoticeBlock, hit: Hit, now: Date): { dueDate: string | null; rolling: boolean } {
  const description = cleanText(block.responseDateDesc ?? block.estApplicationResponseDateDesc, 500) ?? ''
  const day = findDueDay(block, hit)
  const isStandIn = day !== null && isStandInDate(day, now)
  if (day === null || isStandIn) return { dueDate: null, rolling: isStandIn || ROLLING.test(description) }
  // Whose local time it is, the date does not say.
  return { dueDate: LOCAL.test(description) ? day : momentInText(day, description, NATIONAL_ZONE), rolling: false }
}

const LOCAL = /\blocal time\b/i
const ROLLING = /\brolling\b|\bopen until\b|\baccepted continuously\b/i

/** `Withdrawn: …`, `WITHDRAWN …`, `… (cancelled)`; not a program about canceled debts. */
const TITLE_SAYS_WITHDRAWN = [
  /^\W*(?:withdrawn|cancell?ed|rescinded)\s*(?:[-–—:)\]]|$)|[-–—:([] ?(?:withdrawn|cancell?ed|rescinded)\W*$/i,
  /^\W*(?:WITHDRAWN|CANCELL?ED|RESCINDED)\b/,
]
/** That it was withdrawn, not the webinar for it. */
const COMMENT_SAYS_WITHDRAWN = [
  /(?<!\b(?:for|of|about|on) )\b(?:this|the)(?: (?!for\b|of\b|about\b|on\b)[\w-]+){0,4} (?:notice|announcement|opportunity|nofo|forecast|synopsis|competition|solicitation)(?: [\w()-]+){0,6} (?:is|was|has been|have been) (?:hereby )?(?:withdrawn|cancell?ed|rescinded)\b/i,
  /\b(?:withdr(?:ew|awn|aws|awing)|cancell?(?:ed|s|ing)|rescind(?:ed|s|ing)) (?:this|the) (?:\w+ ){0,3}(?:notice|announcement|opportunity|nofo|forecast|competition|solicitation)\b/i,
]

/** Whether Grants.gov itself says that a notice was withdrawn. */
const isWithdrawn = (title: string, comment: string | null | undefined): boolean =>
  TITLE_SAYS_WITHDRAWN.some((words) => words.test(title)) ||
  COMMENT_SAYS_WITHDRAWN.some((words) => words.test(cleanText(comment, 1_000) ?? ''))

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
const formatAttachment = (id: string): string => `${ATTACHMENTS}${id}`
export const isClassicAttachment = (url: string): boolean => url.startsWith(ATTACHMENTS)

function getDocuments({ synopsisAttachmentFolders, synopsisDocumentURLs, synopsis }: Detail): string[] {
  const attached = synopsisAttachmentFolders.flatMap(({ synopsisAttachments }) =>
    synopsisAttachments.map(({ id }) => formatAttachment(id)),
  )
  const linked = [...synopsisDocumentURLs.map(({ docUrl }) => docUrl), synopsis?.fundingDescLinkUrl]
  return [...new Set([...attached, ...linked.flatMap((link) => cleanUrl(link) ?? [])])].slice(0, 50)
}

/**
 * The parts of Grants.gov responses that are used. Any value may be missing, null or of another type than documented,
 * so values are checked when they are cleaned; only fields needed to identify a row are required.
 * Sources: https://www.grants.gov/api/common/search2 and https://www.grants.gov/api/common/fetchopportunity
 */

const identifier = z
  .union([z.string(), z.number()])
  .transform(String)
  .pipe(z.union([z.string().regex(/^\d{1,12}$/), z.uuid()]))

/** A list without its unreadable items. */
export const readable = <Schema extends z.ZodType>(item: Schema) =>
  z
    .array(z.unknown())
    .nullish()
    .catch(null)
    .transform((items) =>
      (items ?? []).flatMap((value) => {
        const parsed = item.safeParse(value)
        return parsed.success ? [parsed.data] : []
      }),
    )

/** Both endpoints report success in the body of a 200. */
const succeeded = z.literal(0, 'is not 0: the service reported an error')

const Listings = readable(z.union([z.string(), z.object({ alnNumber: z.string() }).transform((aln) => aln.alnNumber)]))

/** A search result. */
export const Hit = z
  .object({
    id: identifier,
    number: word,
    title: word,
    agency: word,
    agencyName: word,
    openDate: word,
    closeDate: word,
    oppStatus: word,
    // The documentation says `alnist`; the live service sends `cfdaList`.
    alnist: Listings,
    cfdaList: Listings,
  })
  .transform(({ alnist, cfdaList, agency, agencyName, ...hit }) => ({
    ...hit,
    agency: agency ?? agencyName,
    listings: [...alnist, ...cfdaList],
  }))
export type Hit = z.infer<typeof Hit>

export const SearchEnvelope = z.object({
  errorcode: succeeded,
  data: z.object({ hitCount: z.number(), oppHits: z.array(z.unknown()) }),
})

const Block = z
  .object({
    version: z.unknown(),
    agencyName: word,
    synopsisDesc: word,
    forecastDesc: word,
    postingDate: word,
    postingDateStr: word,
    responseDate: word,
    responseDateStr: word,
    responseDateDesc: word,
    estApplicationResponseDate: word,
    estApplicationResponseDateStr: word,
    estApplicationResponseDateDesc: word,
    lastUpdatedDate: word,
    archiveDate: word,
    archiveDateStr: word,
    modComments: word,
    awardCeiling: z.unknown(),
    estimatedFunding: z.unknown(),
    applicantTypes: readable(z.object({ description: word })),
    fundingDescLinkUrl: word,
  })
  .partial()
  .nullish()
  .catch(null)
  .transform((block) => block ?? null)

const Detail = z
  .object({
    opportunityNumber: word,
    opportunityTitle: word,
    docType: word,
    agencyDetails: z.object({ agencyName: word }).nullish().catch(null),
    synopsis: Block,
    forecast: Block,
    synopsisAttachmentFolders: readable(z.object({ synopsisAttachments: readable(z.object({ id: identifier })) })),
    synopsisDocumentURLs: readable(z.object({ docUrl: word })),
  })
  .refine(({ synopsis, forecast }) => synopsis !== null || forecast !== null, 'has neither synopsis nor forecast')
export type Detail = z.infer<typeof Detail>

const NoRecord = z
  .object({ errorMessages: z.array(z.unknown()).min(1), synopsis: z.null().optional(), forecast: z.null().optional() })
  .transform(() => null)

/** The response to a request for one opportunity: null if there is none with this id. */
export const DetailEnvelope = z.object({ errorcode: succeeded, data: z.union([Detail, NoRecord]) })
