import * as z from 'zod'
import { WAITS } from '../rules/awards/award-coverage.ts'
import { foldCounty, getCounties, splitCounty } from '../rules/awards/counties.ts'
import { getVerdicts, isVerified, judgeAwards, type Verdict } from '../rules/awards/verification.ts'
import { classify } from '../rules/classify/classify.ts'
import { inferKind } from '../rules/classify/kinds.ts'
import { pick } from '../rules/pick.ts'
import { fold } from '../rules/text/words.ts'
import { count } from '../schema/fields.ts'
import { allOrListParameter, refuse, words } from '../schema/params.ts'
import type { AwardRecord, DocumentRecord } from '../schema/records.ts'
import { getTopLegacy, LegacyCategory } from '../schema/taxonomy.ts'
import {
  AwardStage,
  RECIPIENT_KINDS,
  RecipientKind,
  STATE_NAMES,
  VERIFICATIONS,
  Verification,
  VerificationBasis,
} from '../schema/vocabularies.ts'
import {
  address,
  categorized,
  day,
  dollars,
  ofState,
  orNull,
  string,
  updatedAt,
  yearLabel,
} from '../schema/wire/fields.ts'
import { defineResource, fill } from './define.ts'
import { amounts, choice, fiscalYearInPart, keyword, legacyCategory, near, place, programCategory } from './filters.ts'
import type { Row } from './publishing.ts'

export const Award = z
  .strictObject({
    id: string.describe('Permanent id of the award.'),
    ...ofState,
    fiscalYear: yearLabel,
    awardeeName: string.describe('Name of the recipient, as written in the source.'),
    recipientKind: orNull(
      RecipientKind,
      'What kind of organization the recipient is, by the source or by its name; null: unknown. COUNTY and CITY are local governments, RURAL_CLINIC any clinic or practice that is not an FQHC (federally qualified health center).',
    ),
    ccn: orNull(
      string,
      'CMS certification number of the recipient, from its source or from the federal hospital list where that has the same name in the state; or of the hospital that it operates, as its remark then says.',
    ),
    county: orNull(
      string,
      'County or county equivalent of the award, by its official name; where the source names none, that of the recipient, from its own name or the federal hospital list. Null: unknown, or several.',
    ),
    place: orNull(string, 'City, region or counties that the source names instead, separated by semicolons.'),
    federalAmount: orNull(dollars, 'Amount of the award in US dollars, from the federal program; null: not published.'),
    matchAmount: orNull(dollars, 'Amount in US dollars that is added from other sources; null: not published.'),
    activityType: LegacyCategory.describe('Legacy category of the award.'),
    ...categorized,
    projectTitle: orNull(string, 'Title of the funded project, as written in the source.'),
    initiative: orNull(string, 'Initiative or grant program; "initiative - program" if the source names both.'),
    programDescription: orNull(string, 'What the award is for, in our own words; null: the sources do not say.'),
    awardDate: orNull(day, 'Date of the announcement.'),
    awardStage: orNull(
      AwardStage,
      'INTENT: announced, subject to an agreement; AWARDED; CONTRACTED: agreement signed; null: not stated by the source.',
    ),
    verification: Verification.describe(
      'VERIFIED: published and counted; UNVERIFIED: on file only, returned on request, and part of no sum or count.',
    ),
    verificationLacks: orNull(string, 'What is still needed to verify the row; null for verified rows.'),
    verificationBasis: VerificationBasis.describe(
      'Why the row counts as verified; NONE if it does not. The number of rows and their sum match the figures in the list itself (OFFICIAL_LIST) or in another official document (OFFICIAL_TOTAL); or no figures are stated, and two independent readings agree (TWO_READINGS).',
    ),
    remark: orNull(string, 'Further information from the source.'),
    sourceDocument: z
      .strictObject({
        id: string.describe('Id of the document.'),
        title: string.describe('Title of the document.'),
        fileType: string.describe('Such as PDF, HTML or XLSX; an open list.'),
        url: address.describe('URL of the document.'),
      })
      .describe('The document that lists the award.'),
    sourceLine: orNull(count, "The row's number in the list; null if unknown."),
    sourceUrl: address.describe('Page of the award itself; the document, if it has none.'),
    updatedAt,
  })
  .meta({ id: 'Award' })
export type Award = z.infer<typeof Award>

export const awards = defineResource<Award>()({
  name: 'awards',
  summary: 'Award rows',
  description:
    'Awards to organizations by states, or directly by federal agencies: verified rows without duplicates, and on request those that are on file but not verified.',
  item: Award,
  example: { state: 'NE', fiscalYear: '2026', limit: '2' },
  filters: {
    ...place,
    fiscalYear: fiscalYearInPart,
    awardee: {
      schema: words().transform(fold),
      description: "Part of the awardee's name. Case and accents are ignored.",
      op: 'contains',
      from: ({ item }) => fold(item.awardeeName),
      alias: 'awardeeName',
    },
    verification: {
      schema: allOrListParameter(VERIFICATIONS, 'verification'),
      description:
        'VERIFIED, the default; UNVERIFIED for rows that are on file but not verified; ALL for both. Unverified rows are part of no sum.',
      default: { value: ['VERIFIED'], everything: 'ALL' },
      op: 'is',
    },
    recipientKind: choice(RECIPIENT_KINDS, 'recipient kind', 'kinds', 'Kind of recipient'),
    county: {
      schema: words().transform((text, ctx) => {
        if (splitCounty(text).state === null) return foldCounty(text)
        return refuse(ctx, 'Must be a county alone, such as "Hall County". Give its state in "state".', { value: text })
      }),
      description:
        'County or county equivalent, with or without the word County; also finds awards that serve it among others. Combine it with `state`: counties of several states have the same name.',
      op: 'has',
      from: ({ item }) => getCounties(item),
      picks: (requested, existing) => foldCounty(existing) === requested,
    },
    ...near,
    q: {
      ...keyword('awardee, project, initiative, description, county and state'),
      from: ({ item }) => [
        item.awardeeName,
        item.projectTitle ?? '',
        item.initiative ?? '',
        item.programDescription ?? '',
        [item.county, item.place].filter(Boolean).join('. '),
        item.stateName,
      ],
    },
    ...amounts('federalAmount'),
    category: { ...legacyCategory, column: 'activityType' },
    programCategory,
  },
  orders: {
    default: [
      ['fiscalYear', 'desc'],
      ['federalAmount', 'desc'],
    ],
    sortable: ['state', 'fiscalYear', 'awardeeName', 'federalAmount', 'matchAmount', 'activityType', 'awardDate'],
  },
  page: { default: 100, max: 500 },
  detail: {
    parameter: { name: 'id', description: 'Id of the award, or of a duplicate row.' },
    summary: 'One award',
    description:
      'The award row with this id, and its `history`: when it was published, verified and changed, with the values before and after.',
    schema: Award,
    hasHistory: true,
  },
  publish({ records }) {
    const sources = new Map(records.documents.map((document) => [document.id, document]))
    const verdicts = getVerdicts(records)
    const repeats = Map.groupBy(records.awards, ({ duplicateOf }) => duplicateOf)
    const held = records.awards.filter(({ id }) => verdicts.has(id) && !isVerified(verdicts.get(id)))
    return [...judgeAwards(records.awards, verdicts), ...held].flatMap((record) => {
      const source = sources.get(record.sourceDocumentId)
      const verdict = verdicts.get(record.id)
      const merged = (repeats.get(record.id) ?? []).map(({ id }) => id)
      return source && verdict ? [toRow(record, source, verdict, merged)] : []
    })
  },
})

function toRow(record: AwardRecord, source: DocumentRecord, verdict: Verdict, merged: readonly string[]): Row<Award> {
  // Of "initiative - program", the program says what the award is for.
  const title = record.projectTitle ?? record.initiative?.split(' - ').at(-1) ?? ''
  const { programCategories, programCategoryEvidence } = classify({
    title,
    body: [record.initiative !== title && record.initiative, record.programDescription].filter(Boolean).join('. '),
    name: record.awardeeName,
    categories: record.categories,
  })
  return {
    item: fill(Award, {
      ...record,
      stateName: STATE_NAMES[record.state],
      recipientKind: record.recipientKind ?? inferKind(record.awardeeName),
      activityType: getTopLegacy(programCategories),
      programCategories,
      programCategoryEvidence,
      verification: isVerified(verdict) ? 'VERIFIED' : 'UNVERIFIED',
      verificationLacks: isVerified(verdict) ? null : WAITS[verdict.wait],
      verificationBasis: isVerified(verdict) ? verdict.basis : 'NONE',
      sourceDocument: pick(source, ['id', 'title', 'fileType', 'url']),
    }),
    ...(isVerified(verdict) ? { merged } : { isHeld: true }),
    names: [record.id, ...merged],
    dated: record.awardDate,
  }
}
