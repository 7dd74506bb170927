import { getId } from '../../kinds.ts'
import { cleanDate, cleanText, federalFiscalYear } from '../../read/clean.ts'
import { isRecent, makeRecords } from '../../rows.ts'
import type { Draft, DraftOf, Rejection, Run } from '../../source.ts'
import { documentDraft } from '../document-draft.ts'
import type { Listing } from './listings.ts'
import { type AwardRow, findState, formatPageUrl } from './shapes.ts'

/** Awards directly to organizations, and the document that lists them. */
export function toAwards(awards: readonly AwardRow[], listing: Listing, run: Run, rejected: Rejection[]): Draft[] {
  const key = ['usaspending', listing.number]
  const toDraft = (award: AwardRow): DraftOf<'awards'> | string => {
    const ref = award['Award ID']
    const state = findState(award)
    const awardDate = cleanDate(award['Start Date'])
    const fiscalYear = awardDate && federalFiscalYear(awardDate)
    const awardeeName = cleanText(award['Recipient Name'], 300)
    if (!state || !fiscalYear || !awardeeName) {
      return `${!state ? 'Recipient Location' : !fiscalYear ? 'Start Date' : 'Recipient Name'}: is missing or malformed`
    }
    const given = {
      awardeeName,
      federalAmount: award['Award Amount'],
      programDescription: cleanText(award.Description, 1_000),
      awardDate,
    }
    const start = {
      state,
      fiscalYear,
      awardeeKind: 'ORGANIZATION',
      awardStage: 'AWARDED',
      sourceDocumentId: getId('documents', key),
      sourceUrl: formatPageUrl(award),
      retrievedFrom: RETRIEVED_FROM,
    } as const
    return { kind: 'awards', ref, key: ['usaspending', ref], given, start }
  }
  const made = makeRecords(awards, toDraft, (award) => award['Award ID'], rejected)
  const drafts = made.filter(({ given }) => isRecent(run, given.awardDate))
  return drafts.length > 0 ? [listingDocument(listing, key), ...drafts] : []
}

const RETRIEVED_FROM = 'https://api.usaspending.gov/api/v2/search/spending_by_award/'

const listingDocument = ({ number, title }: Listing, key: readonly string[]): Draft =>
  documentDraft({
    ref: number,
    key,
    given: { title: `Federal awards under assistance listing ${number}, ${title}` },
    start: {
      fileType: 'HTML',
      documentCategory: 'DATA',
      url: 'https://www.usaspending.gov/search',
      retrievedFrom: RETRIEVED_FROM,
    },
  })
