import * as z from 'zod'
import { word } from '../../net/json.ts'

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
