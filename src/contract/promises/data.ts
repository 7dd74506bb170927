import { ANSWER_STATUSES, QUERY_LENGTH } from '../../http/search.ts'
import { INFERRED_CAP } from '../../rules/classify.ts'
import { TAXONOMY_VERSION } from '../../schema/taxonomy.ts'
import type { Topic } from './topic.ts'

/** What the service promises about the values it answers with and takes. */
export const DATA = {
  values: {
    title: 'Values',
    sentences: [
      'Every documented key is always present. What is unknown is `null`, what is known to be empty is `[]`; a text is never empty.',
      'Records of national scope have `state: null`, and `stateName: null` where they carry a name.',
      'Money is in US dollars.',
    ],
  },
  time: {
    title: 'Time',
    sentences: [
      'Timestamps are UTC with milliseconds, `YYYY-MM-DDTHH:mm:ss.sssZ`.',
      "A date without a time means 23:59:59 of that day for a deadline and 00:00:00 for a start, in the state's own time zone; national records use America/New_York.",
      'Statuses and next deadlines hold at the moment of the request, and a filter always agrees with its field.',
    ],
  },
  updates: {
    title: 'Keeping a copy',
    sentences: [
      '`updatedAt` is the instant at which a record was last published with another content, `createdAt` the one at which it was first published. Each is the instant of one record alone, and later publications have later ones. Fields that depend on the moment of the request do not move it.',
      'Every list takes `updatedSince`: the records whose `updatedAt` is strictly after it, oldest first, so that paging forward loses nothing. Take it from the newest record that you have, not from your clock.',
      'With `includeRemoved=true` records that are no longer published are among them, as `{id, removedAt, reason, mergedInto}`. Their `state` still counts as a filter, the other filters do not.',
      '`GET /api/v1/changes` lists what each of the last 400 publications changed, with both sides. Send `from`, the dataset version of your copy, and page forward. A `from` or `since` before the first listed change is 400; take the snapshot again.',
      '`GET /api/v1/exports` lists the whole dataset as files, made with the publication that is served: `datasetVersion` is the `from` to send for the changes after it. Every line of NDJSON has every field of its list. Fields named in `timed` depend on the moment and are as at `publishedAt`; `timeline` gives their values over time.',
      'The snapshot and the changes leave out what other lists or the moment decide: `awardYears` and `recentDocuments` of states, which awards and documents give, and `lastConfirmed` and `sources` of coverage, with the gaps that follow from them. `GET /api/v1/coverage` is free of charge.',
      'A download costs one request. Where it is answered with a redirect (307), the static address it leads to needs no key, supports ranges and conditional requests of its own, and is replaced with the next publication.',
      'The address of a record that is no longer published answers 410 `GONE` with the same facts; the ids of notices that were merged into one opportunity find that opportunity.',
    ],
  },
  parameters: {
    title: 'Parameters',
    sentences: [
      'Codes and enumerations are accepted in any letter case.',
      'Every filter on a closed set takes one value or a comma-separated list: `status=OPEN,AMENDED`.',
      'At keyed endpoints an unknown parameter is 400 `UNKNOWN_PARAMETER`, with the name that was probably meant; `/api/stats` and `/api/health` take none and ignore all.',
      'A parameter that takes a list may be repeated instead: `state=NE&state=SD` is `state=NE,SD`. Any other repeated parameter, an empty value, and a value that cannot be read are 400 `INVALID_PARAMETER`; a value outside of a closed set, such as an unknown state, status, scope, region or category, comes with the supported values.',
      'Opportunity `type` is an open list: an unlisted value finds nothing and is no error.',
      'Fiscal years are accepted as `2026`, `FY2026`, `fy26` and `FY 2026`. Awards match them in part, so `202` finds FY2024 and FY2026; all other lists match exactly.',
      '`programCategory` takes canonical IDs and legacy aliases; an alias is mapped to its canonical ID.',
      '`state=none` and `scope=NATIONAL` find the records of national scope in every list that has a state; `state=none,NE` finds them together with those of a state.',
      'Bounds are inclusive: `dueAfter`, `dueBefore`, `postedAfter`, `postedBefore`, `discoveredAfter`, `discoveredBefore`, `startAfter` (or `from`), `startBefore` (or `to`), `amountMin`, `amountMax`. A record whose value is unknown is within no bounds.',
      '`sort` takes the fields that each list names, in turn, each with a minus sign for descending: `sort=-dueDate,state`. Nulls come last in both directions.',
      '`fields` names the top-level fields that are wanted; the others are left out of the records. `include=detail` (documents, states) gives each record a `detail` with what its own endpoint answers. `ids` fetches up to 100 records together.',
      '`facets` counts, over all records that match, how often each value of the filters that it names occurs: `facets=state,status` gives `"facets": {"state": {"NE": 12}, "status": {"OPEN": 9}}` beside the page.',
    ],
  },
  pagination: {
    title: 'Pagination',
    sentences: [
      '`limit` beyond its bounds, `page` below 1, and either one that is no plain integer are 400 naming the bounds; nothing is silently clamped.',
      'A page past the end is a 200 with empty `data` and true totals; `pages` is 0 when `total` is 0.',
      'Every order ends in `id` ascending with nulls last, so pages of one dataset never overlap or leave a gap.',
      'To walk through a list while it may change, send `cursor` instead of `page`: `nextCursor` of the page before, null on the last one. The next page begins after the record that the last one ended with, wherever that now stands, so nothing that stayed as it was is lost or repeated; where that record has changed or is gone, the answer is 409 `CURSOR_EXPIRED`, and you begin again. A cursor belongs to its filters and its sort; the page size may change.',
      '`Link` names the addresses of the first, previous, next and last page.',
    ],
  },
  keyword: {
    title: 'Keywords',
    sentences: [
      '`q` and `query` ignore letter case and accents. All words must occur; `"a phrase"`, a trailing `*` for a prefix and `-word` to exclude are understood; everything else is text to be found, never an error.',
      `More than ${QUERY_LENGTH.max} characters are 400.`,
    ],
  },
  categories: {
    title: 'Categories',
    sentences: [
      `\`programCategories\` are canonical IDs of taxonomy ${TAXONOMY_VERSION}; \`programCategoryEvidence\` says for each who gave it (\`ADMIN_CONFIRMED\`, \`EXTRACTED\` or \`INFERRED\`) and, for inferred ones, the terms that matched.`,
      `At most ${INFERRED_CAP} inferred categories are given for an opportunity; further genuine matches are in \`truncatedProgramCategories\` and remain filterable.`,
    ],
  },
  commonGrants: {
    title: 'CommonGrants',
    sentences: [
      '`GET /common-grants/opportunities`, `GET /common-grants/opportunities/{oppId}` and `POST /common-grants/opportunities/search` answer in the shapes of the CommonGrants protocol, version 0.4.0, which Simpler.Grants.gov speaks. Keys, metering, headers and entity tags are those of `/api/v1`; errors are problem documents.',
      '`status.value` is `forecasted` for UPCOMING, `closed` for CLOSED, and `open` for OPEN, CLOSING_SOON and AMENDED; our own status is in `customFields.status`.',
      '`totalAmountAvailable` is `budgetMax`, `maxAwardAmount` is `budgetPerAward`. The protocol has no nulls, so an unknown amount, date or list is left out, never 0; an opportunity without a summary says so in its `description`.',
      'Dates are days of the time zone in `customFields.timeZone`, with a `time` where one is known. `customFields` holds what the protocol has no place for, such as the state, the program categories and the issuing agency.',
      'A search takes every filter and order of the protocol except custom orders, and the filter `customFilters.state`. Ranges leave out what is unknown; unknown values come last in either order.',
    ],
  },
} as const satisfies { [name: string]: Topic }

/** What the service promises about the groups of endpoints that are no list. */
export const GROUPS = {
  search: [
    '`matched` says how each document was found: `ALL` with every word as written (in the document, or in one award row that it lists); `WIDENED` with corrected words, synonyms or the nearest state name; `ANY` with at least one telling word, when all words and their widening find fewer than five documents.',
    'A widened search keeps to `"a phrase"`, `-word` and every filter. A search about the program as a whole has federal documents first.',
    '`limit` and `page` choose the part of the result; `count` is the number of documents in the answer, and `hasMore` tells whether more match.',
    'Every document has a `snippet`: the passage that answers the search best, the `field` it is from (`awards` for an award row that the document lists), and in `marks` where the matching words begin and end.',
    `\`aiAnswer\` is always present and null unless an answer was given; \`aiAnswerStatus\` says ${ANSWER_STATUSES.join(', ')}. Only OK spends the AI allowance.`,
    'Every sentence of an AI answer carries the numbers of its `citations`: each names the document, its address, and a `quote` that stands there word for word.',
    'An exhausted AI allowance alone is a 200 with documents. An empty list of `states` means no filter.',
  ],
  service: [
    '`fundingCount` counts the published award rows; `federalTracked` tells whether records of national scope are in the dataset.',
  ],
} as const satisfies { [tag: string]: readonly string[] }
