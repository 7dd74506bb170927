import { ANSWER_STATUSES, QUERY_LENGTH } from '../../http/endpoints/search-schemas.ts'
import { INFERRED_CAP } from '../../rules/classify/classify.ts'
import { TAXONOMY_VERSION } from '../../schema/taxonomy.ts'
import type { Topic } from './calling.ts'

/** Promises about the values of responses and parameters. */
export const DATA = {
  values: {
    title: 'Values',
    sentences: [
      'Every documented key is always present. Unknown values are `null`, lists known to be empty are `[]`, and strings are never empty.',
      'Records of national scope have `state: null` and, in lists with state names, `stateName: null`.',
      'Money is in US dollars.',
    ],
  },
  time: {
    title: 'Time',
    sentences: [
      'Timestamps are UTC with milliseconds, `YYYY-MM-DDTHH:mm:ss.sssZ`.',
      "A date without a time means 23:59:59 of that day for a deadline and 00:00:00 for a start, in the state's own time zone; national records use America/New_York. A bound of `dueAfter`, `dueBefore`, `postedAfter`, `postedBefore`, `from` or `to` without a time is compared with that local day.",
      'Statuses and next deadlines are computed at the time of the request, and a filter always agrees with its field.',
    ],
  },
  updates: {
    title: 'Keeping a copy',
    sentences: [
      '`createdAt` is when a record was first published, `updatedAt` when its content last changed. Each `updatedAt` is unique, and later publications have later ones. Fields that depend on the time of the request do not affect it.',
      'Every list accepts `updatedSince` and then returns the records whose `updatedAt` is strictly after it, oldest first, so that paging forward misses nothing. Use the `updatedAt` of your newest record, not your clock.',
      'With `includeRemoved=true` the list also has the records that are no longer published, as `{id, removedAt, reason, mergedInto}`. The `state` filter still applies to them; other filters do not.',
      '`GET /api/v1/changes` lists what each of the last 400 publications changed, with the values before and after. Send the dataset version of your copy as `from`, and page forward. A `from` or `since` before the first listed change is a 400; download the snapshot again.',
      '`GET /api/v1/exports` lists the files of a snapshot of the whole dataset. To get later changes, send its `datasetVersion` as `from`. Every NDJSON line has every field of its list. The fields named in `timed` depend on time and are as of `publishedAt`; `timeline` has their values over time.',
      'The snapshot and the changes omit fields that other lists or the current time determine: `awardYears` and `recentDocuments` of states, which you can derive from awards and documents, and `lastConfirmed`, `sources` and the gaps based on them in coverage. `GET /api/v1/coverage` is free of charge.',
      'A download counts as one request. If the response is a redirect (307), the static URL needs no key, supports range and conditional requests, and is replaced with the next publication.',
      'A request for a record that is no longer published returns 410 `GONE` with the same information. The ids of notices that were merged into one opportunity lead to that opportunity.',
    ],
  },
  parameters: {
    title: 'Parameters',
    sentences: [
      'Codes and enum values are case-insensitive.',
      'Every filter on a closed set accepts one value or a comma-separated list: `status=OPEN,AMENDED`.',
      'On keyed endpoints an unknown parameter is a 400 `UNKNOWN_PARAMETER` that suggests the closest name. `/api/stats` and `/api/health` ignore all parameters.',
      'A parameter that accepts a list may also be repeated: `state=NE&state=SD` is `state=NE,SD`. Repeating any other parameter, an empty value and an invalid value are a 400 `INVALID_PARAMETER`. For a value outside a closed set, such as an unknown state, status, scope, region or category, the error lists the supported values.',
      'Opportunity `type` is an open list: an unlisted value matches nothing and is not an error.',
      'Fiscal years are accepted as `2026`, `FY2026`, `fy26` and `FY 2026`. Awards match partially, so `202` finds FY2024 and FY2026; all other lists match exactly.',
      '`programCategory` accepts canonical IDs and legacy aliases, which are mapped to canonical IDs.',
      '`state=none` and `scope=NATIONAL` find the records of national scope in every list that has a state. `state=none,NE` finds them together with those of a state.',
      'Bounds are inclusive: `dueAfter`, `dueBefore`, `postedAfter`, `postedBefore`, `discoveredAfter`, `discoveredBefore`, `startAfter` (or `from`), `startBefore` (or `to`), `amountMin`, `amountMax`. Records with an unknown value never match.',
      '`sort` accepts a comma-separated list of the sort fields of a list, with a minus sign for descending order: `sort=-dueDate,state`. Nulls come last in both directions.',
      '`fields` selects the top-level fields of the records. `include=detail` (documents, states) adds a `detail` to each record with the response of its own endpoint. `ids` fetches up to 100 records by id.',
      '`facets` counts the values of the given filters over all matching records: `facets=state,status` adds `"facets": {"state": {"NE": 12}, "status": {"OPEN": 9}}` to the page.',
    ],
  },
  pagination: {
    title: 'Pagination',
    sentences: [
      'A `limit` out of bounds, a `page` below 1, and a value of either that is not a plain integer are a 400 that names the bounds. Nothing is silently clamped.',
      'A page past the end is a 200 with empty `data` and correct totals. `pages` is 0 when `total` is 0.',
      'Every sort order ends with `id` ascending and puts nulls last, so pages of one dataset version never overlap or leave gaps.',
      'To page through a list that may change, send the `nextCursor` of the previous page as `cursor` instead of `page`; it is null on the last page. The next page begins after the last record of the previous page, wherever that record is now, so unchanged records are never skipped or repeated. If that record has changed or is gone, the response is 409 `CURSOR_EXPIRED`; start again. A cursor is tied to its filters and sort order, but not to the page size.',
      'The `Link` header has the URLs of the first, previous, next and last page.',
    ],
  },
  keyword: {
    title: 'Keywords',
    sentences: [
      '`q` and `query` ignore case and accents. All words must occur. Use `"a phrase"`, a trailing `*` for a prefix, and `-word` to exclude a word. Everything else is plain text, never an error.',
      `The maximum length is ${QUERY_LENGTH.max} characters.`,
    ],
  },
  categories: {
    title: 'Categories',
    sentences: [
      `\`programCategories\` are canonical IDs of taxonomy ${TAXONOMY_VERSION}; \`programCategoryEvidence\` gives the source of each (\`ADMIN_CONFIRMED\`, \`EXTRACTED\` or \`INFERRED\`) and, for inferred ones, the terms that matched.`,
      `An opportunity has at most ${INFERRED_CAP} inferred categories. Further matches are in \`truncatedProgramCategories\` and can still be filtered by.`,
    ],
  },
  commonGrants: {
    title: 'CommonGrants',
    sentences: [
      '`GET /common-grants/opportunities`, `GET /common-grants/opportunities/{oppId}` and `POST /common-grants/opportunities/search` follow the CommonGrants protocol, version 0.4.0, which Simpler.Grants.gov also uses. Keys, metering, headers and entity tags work as in `/api/v1`. Errors are problem documents.',
      '`status.value` is `forecasted` for UPCOMING, `closed` for CLOSED, and `open` for OPEN, CLOSING_SOON and AMENDED; the original status is in `customFields.status`.',
      '`totalAmountAvailable` is `budgetMax`, `maxAwardAmount` is `budgetPerAward`. The protocol has no nulls, so unknown amounts, dates and lists are omitted, never 0. If the summary is unknown, `description` says so.',
      'Dates are in the time zone of `customFields.timeZone` and have a `time` if it is known. `customFields` has the fields that the protocol lacks, such as state, program categories and issuing agency.',
      'A search accepts every filter and sort order of the protocol except custom sort orders, plus the filter `customFilters.state`. Ranges exclude unknown values. Unknown values come last in both directions.',
    ],
  },
} as const satisfies { [name: string]: Topic }

/** Promises about the groups of endpoints that are not lists. */
export const GROUPS = {
  search: [
    '`matched` tells how each document was found: `ALL` by every word as written (in the document, or in one award row that it lists); `WIDENED` by spell-corrected words, synonyms or the nearest state name; `ANY` by at least one significant word, if the first two find fewer than five documents.',
    'A widened search still respects `"a phrase"`, `-word` and every filter. A search about the program as a whole returns federal documents first.',
    'A search for the whole name of an awardee, alone or followed by its state, returns the documents that list its awards first, whatever its spelling of legal forms and common abbreviations.',
    '`limit` and `page` select the page of results. `count` is the number of documents in the response, and `hasMore` tells whether there are more.',
    'Every document has a `snippet`: the best matching passage, the `field` it is from (`awards` for an award row that the document lists), and in `marks` the positions of the matching words.',
    `\`aiAnswer\` is always present, and null without an answer. \`aiAnswerStatus\` is one of ${ANSWER_STATUSES.join(', ')}. Only OK counts toward the AI allowance.`,
    'Every sentence of an AI answer has the numbers of its `citations`. Each citation has the document, its URL, and a verbatim `quote`.',
    'If only the AI allowance is used up, the response is still a 200 with documents. An empty list of `states` means no filter.',
  ],
  service: [
    '`fundingCount` is the number of published award rows. `federalTracked` tells whether the dataset has records of national scope.',
  ],
} as const satisfies { [tag: string]: readonly string[] }
