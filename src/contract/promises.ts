import { FORMAT_NAMES, FORMATS } from '../formats/formats.ts'
import { ANSWER_STATUSES, QUERY_LENGTH } from '../http/endpoints/search.ts'
import { QUOTA_HEADER_NAMES } from '../http/response/headers.ts'
import { LIMITS } from '../metering/limits.ts'
import { PLAN_NAMES, PLANS, THRESHOLDS } from '../metering/plans.ts'
import { getResource, RESOURCE_NAMES } from '../resources/index.ts'
import { INFERRED_CAP } from '../rules/classify/classify.ts'
import { TAXONOMY_VERSION } from '../schema/taxonomy.ts'

/** The promises about one topic. Backticks in sentences mark code; there is no other markup. */
const topic = (title: string, sentences: readonly string[]) => ({ title, sentences })
const number = (value: number) => value.toLocaleString('en-US')

/** The promises of the service by topic, from which the OpenAPI description and the guides are built. */
export const TOPICS = {
  authentication: topic('Authentication', [
    'Send the key in one of two headers: `Authorization: Bearer <key>` or `X-Api-Key: <key>`.',
    'The same key in both headers is fine. Two different keys are a 400 `CREDENTIALS_CONFLICT`.',
    'An `Authorization` scheme other than Bearer is ignored.',
    'A key is `rhp_live_` followed by 24 random letters and digits and a checksum of 6 characters, which catches typos.',
    'No key: 401 `API_KEY_MISSING`. Unknown key: 403 `API_KEY_INVALID`. Revoked key: 403 `API_KEY_REVOKED`. Suspended account: 403 `ACCOUNT_SUSPENDED`. Plan without keys, or ended trial: 403 `PLAN_REQUIRED`.',
    'To try the API without a key of your own, some services offer `DEMO_KEY`.',
    'A key is shown once, when it is created. Only its SHA-256 hash is stored. A revoked key stops working everywhere within 30 seconds.',
    `One IP address may send ${LIMITS.keyless.tries} requests a minute with a missing, malformed or unknown key. After that it gets 429.`,
  ]),
  plans: topic(
    'Plans',
    PLAN_NAMES.map((name) => {
      const { label, perMinute, perMonth, answersPerMonth, keys, subscriptions } = PLANS[name]
      if (keys === 0) return `\`${name}\` (${label}): no key.`
      const keyText = keys === 1 ? 'one key' : `up to ${keys} keys`
      return `\`${name}\` (${label}): ${number(perMinute)} requests a minute, ${number(perMonth)} requests and ${number(answersPerMonth)} AI answers a month, ${keyText}, up to ${subscriptions} signed addresses.`
    }),
  ),
  allowances: topic('Allowances', [
    'Allowances belong to the account and are shared by all its keys.',
    `Owners and administrators of the account get an email when ${THRESHOLDS.map((percent) => `${percent}%`).join(' and ')} of the monthly requests or AI answers are used.`,
  ]),
  metering: topic('Metering', [
    'Only 2xx responses of keyed endpoints count toward the monthly allowance. 304 responses, HEAD and OPTIONS requests, and all 4xx and 5xx responses count only toward the per-minute limit.',
    'A 429 response counts toward neither.',
    'Public endpoints need no key and are free. Keyed endpoints marked as free of charge do not count toward the monthly allowance.',
    'Minutes are fixed UTC minutes. Months are UTC calendar months and begin on the 1st at 00:00 UTC.',
    'If a request has several problems, the key is checked first (401, then 403), then the allowance (429), then the request (400, 404, 410), then the entity tag (304).',
  ]),
  quota: topic('Quota headers', [
    `Every response to the key of an account, including 4xx and 429, has ${QUOTA_HEADER_NAMES.map((name) => `\`${name}\``).join(', ')}.`,
    '`Retry-After` is the number of whole seconds until every exceeded limit (minute or month) has reset. Waiting exactly that long succeeds.',
  ]),
  demo: topic('The demo key', [
    `A service may offer the key \`DEMO_KEY\` to everyone: ${LIMITS.demoHour.tries} requests an hour and ${LIMITS.demoDay.tries} a day from one network address (an IPv4 address, or the /64 of an IPv6 address), in any 60 minutes and any 24 hours.`,
    'Every admitted request counts, also one that is invalid or gets a 304. A 429 `RATE_LIMITED` costs nothing; its `Retry-After` is exact.',
    '`X-RateLimit-Limit` is the limit of the hour, `X-RateLimit-Remaining` what is left of the hour or, if that is less, of the day. `RateLimit` and `RateLimit-Policy` name both. `X-RateLimit-Status` is `demo`.',
    'It belongs to no account: usage and signed addresses are a 403 `PLAN_REQUIRED`, and AI answers are `ALLOWANCE_EXHAUSTED`. Where it is not offered, it is a 403 `API_KEY_INVALID`.',
    'For more, create a key of your own at `/account/`.',
  ]),
  degraded: topic('When the key store is unavailable', [
    'A key that was verified within the last 60 seconds keeps working for up to 60 seconds, at the rate of its plan, without quota headers and with `X-RateLimit-Status: degraded`. AI answers are `UNAVAILABLE` and free.',
    'Every other key gets 503 `STORE_UNAVAILABLE` with `Retry-After: 5`, never 401 or 403, because the key was not rejected.',
    'Every response still arrives within 600 milliseconds.',
  ]),
  errors: topic('Errors', [
    'Every error under `/api` is an RFC 9457 problem document, `application/problem+json`, with `type` (the URL of its entry in the docs), `title`, `status`, `detail`, `instance`, `code` and `requestId`.',
    'For invalid parameters, `errors` lists up to 10 problems of the request together, each with `parameter`, `value` and `message`, and where useful `supportedValues` and `didYouMean`.',
    'A comma-separated parameter takes at most 20 entries, or as many as it has values if those are more; `ids` takes 100.',
    'For an invalid `programCategory`, the problem document also has `supportedValues` at the top level.',
    'An unsupported method is a 405 `METHOD_NOT_ALLOWED` with `Allow`. An unknown path is a 404 `NOT_FOUND` that suggests the closest path.',
    'A body that is not valid JSON is a 400 `INVALID_JSON` that names the line and column.',
    'A server error is a 500 `INTERNAL` without details. The cause is in our logs under the `requestId`.',
    'Codes are never renamed. New codes may be added.',
  ]),
  requests: topic('Requests and caching', [
    'Every 200 response of a data endpoint (every keyed GET endpoint except usage) and of `/api/stats` has an `ETag`. Send it back as `If-None-Match`: if it still matches, the response is a 304 without a body and does not count toward the monthly allowance.',
    'An entity tag depends on the content of the response, not on the dataset version. It stays valid through updates that do not change the response.',
    'Keyed responses have `Cache-Control: private, max-age=60` and `Vary: Authorization, X-Api-Key` (plus `Accept` for endpoints with several formats) and are never shared. Requests with `q`, `since` or `updatedSince`, searches, and usage have `no-store`.',
    '`/api/stats` is public and may be cached by shared caches.',
    'Responses of 1 KB or more are compressed for callers that send `Accept-Encoding` (zstd, br or gzip) and then have a weak entity tag (`W/"…"`). Both forms match as `If-None-Match`. Snapshot files are sent as they are.',
    'Browsers may call the API from any origin (CORS `*`; keys are sent in headers, and the API under `/api/v1` reads no cookies). Scripts can read every header described here.',
    'Every GET endpoint also supports HEAD.',
    'Every response has `X-Request-Id`. You can send your own: 1 to 64 characters of `A-Z a-z 0-9 . _ -`.',
  ]),
  formats: topic('Formats', [
    'Lists and single records are available in more formats than JSON. Choose one with an extension in the path (`/api/v1/opportunities.csv`) or its media type in `Accept`; the path takes precedence. Filters, pagination, keys and metering are the same, and errors are still problem documents.',
    ...FORMAT_NAMES.map((name) => {
      const { title, mediaTypes, description } = FORMATS[name]
      return `\`.${name}\` (${title}, \`${mediaTypes[0]}\`): ${description}`
    }),
    'Calendars: opportunities (due dates, letters of intent, questions) and events, also for one record (`/api/v1/events/{id}.ics`). Feeds: opportunities, events, documents and the change feed.',
    'The columns of a table are named after the path of the field, such as `sourceDocument.url`. The `x-formats` of each operation lists and describes them. A list of objects becomes one column per field, with the values in the same order; lists within lists are joined by ", ". `bom=true` adds a byte-order mark to a table.',
    'A calendar entry always has the id of its record. Its `SEQUENCE` grows with each published change of the record.',
    'An unsupported format is a 406 `NOT_ACCEPTABLE` that lists the supported ones. Each format has its own `ETag`, which begins with the name of the format.',
  ]),
  subscriptions: topic('Signed addresses', [
    'A signed address (`POST /api/v1/subscriptions`) is a URL that reads one query of a list in one format without an API key, for calendars, feed readers, spreadsheets and automations. Anyone with the address can read it, so treat it as a secret.',
    'It reads only that query: another extension is a 403 `SUBSCRIPTION_INVALID`, and a parameter is a 400 `UNKNOWN_PARAMETER`. An invalid query or format is rejected with all its problems when you create the address.',
    'Its requests are metered to the account: a full response counts as one request of the monthly allowance, a 304 is free, and both count toward the per-minute limit. The plan, a suspension and the allowance are checked on each request.',
    'Only the SHA-256 hash of its secret is stored, and the secret is never logged. Revoke it with `DELETE /api/v1/subscriptions/{id}` or on the account pages. It then stops working everywhere within 30 seconds, with 403 `SUBSCRIPTION_REVOKED`.',
    'Its responses are those of the list: conditional requests work, and `Cache-Control` is `private`. There are no `Link` headers, because other pages need a key.',
    'The plan sets how many signed addresses an account can have. Their list shows when each was last used, to the minute.',
  ]),
  versioning: topic('Versioning', [
    'v1 only grows: new endpoints, parameters, fields, enum values and error codes may be added. Ignore those that you do not know.',
    'A breaking change becomes v2. v1 stays available for at least 12 months after that, and the change is announced with `Deprecation` and `Sunset` headers and a dated changelog entry.',
    'Every response has its dataset version in `X-Dataset-Version`.',
    'Legacy category IDs are still accepted and are mapped to canonical IDs.',
  ]),
  values: topic('Values', [
    'Every documented key is always present. Unknown values are `null`, lists known to be empty are `[]`, and strings are never empty.',
    'Records of national scope have `state: null` and, in lists with state names, `stateName: null`.',
    'Money is in US dollars.',
  ]),
  time: topic('Time', [
    'Timestamps are UTC with milliseconds, `YYYY-MM-DDTHH:mm:ss.sssZ`.',
    "A date without a time means 23:59:59 of that day for a deadline and 00:00:00 for a start, in the state's own time zone; national records use America/New_York. A bound of `dueAfter`, `dueBefore`, `postedAfter`, `postedBefore`, `from` or `to` without a time is compared with that local day.",
    'Statuses and next deadlines are computed at the time of the request, and a filter always agrees with its field.',
  ]),
  updates: topic('Keeping a copy', [
    '`createdAt` is when a record was first published, `updatedAt` when its content last changed. Each `updatedAt` is unique, and later publications have later ones. Fields that depend on the time of the request do not affect it.',
    'Every list accepts `updatedSince` and then returns the records whose `updatedAt` is strictly after it, oldest first, so that paging forward misses nothing. Use the `updatedAt` of your newest record, not your clock.',
    'With `includeRemoved=true` the list also has the records that are no longer published, as `{id, removedAt, reason, mergedInto}`. The `state` filter still applies to them; other filters do not.',
    '`GET /api/v1/changes` lists what each of the last 400 publications changed, with the values before and after. Send the dataset version of your copy as `from`, and page forward. A `from` or `since` before the first listed change is a 400; download the snapshot again.',
    '`GET /api/v1/exports` lists the files of a snapshot of the whole dataset. To get later changes, send its `datasetVersion` as `from`. Every NDJSON line has every field of its list. The fields named in `timed` depend on time and are as of `publishedAt`; `timeline` has their values over time.',
    'The snapshot and the changes omit fields that other lists or the current time determine: `awardYears` and `recentDocuments` of states, which you can derive from awards and documents, and `lastConfirmed`, `sources` and the gaps based on them in coverage. `GET /api/v1/coverage` is free of charge.',
    'A download counts as one request. If the response is a redirect (307), the static URL needs no key, supports range and conditional requests, and is replaced with the next publication.',
    'A request for a record that is no longer published returns 410 `GONE` with the same information. The ids of notices that were merged into one opportunity lead to that opportunity.',
  ]),
  parameters: topic('Parameters', [
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
    '`fields` selects the top-level fields of the records. `include=detail` (states, documents, activities) adds a `detail` to each record with the response of its own endpoint. `ids` fetches up to 100 records by id.',
    '`facets` counts the values of the given filters over all matching records: `facets=state,status` adds `"facets": {"state": {"NE": 12}, "status": {"OPEN": 9}}` to the page.',
  ]),
  pagination: topic('Pagination', [
    'A `limit` out of bounds, a `page` below 1, and a value of either that is not a plain integer are a 400 that names the bounds. Nothing is silently clamped.',
    'A page past the end is a 200 with empty `data` and correct totals. `pages` is 0 when `total` is 0.',
    'Every sort order ends with `id` ascending and puts nulls last, so pages of one dataset version never overlap or leave gaps.',
    'To page through a list that may change, send the `nextCursor` of the previous page as `cursor` instead of `page`; it is null on the last page. The next page begins after the last record of the previous page, wherever that record is now, so unchanged records are never skipped or repeated. If that record has changed or is gone, the response is 409 `CURSOR_EXPIRED`; start again. A cursor is tied to its filters and sort order, but not to the page size.',
    'The `Link` header has the URLs of the first, previous, next and last page.',
  ]),
  keyword: topic('Keywords', [
    '`q` and `query` ignore case and accents. All words must occur. Use `"a phrase"`, a trailing `*` for a prefix, and `-word` to exclude a word. Everything else is plain text, never an error.',
    `The maximum length is ${QUERY_LENGTH.max} characters.`,
  ]),
  categories: topic('Categories', [
    `\`programCategories\` are canonical IDs of taxonomy ${TAXONOMY_VERSION}; \`programCategoryEvidence\` gives the source of each (\`ADMIN_CONFIRMED\`, \`EXTRACTED\` or \`INFERRED\`) and, for inferred ones, the terms that matched.`,
    `An opportunity has at most ${INFERRED_CAP} inferred categories. Further matches are in \`truncatedProgramCategories\` and can still be filtered by.`,
  ]),
  commonGrants: topic('CommonGrants', [
    '`GET /common-grants/opportunities`, `GET /common-grants/opportunities/{oppId}` and `POST /common-grants/opportunities/search` follow the CommonGrants protocol, version 0.4.0, which Simpler.Grants.gov also uses. Keys, metering, headers and entity tags work as in `/api/v1`. Errors are problem documents.',
    '`status.value` is `forecasted` for UPCOMING, `closed` for CLOSED, and `open` for OPEN, CLOSING_SOON and AMENDED; the original status is in `customFields.status`.',
    '`totalAmountAvailable` is `budgetMax`, `maxAwardAmount` is `budgetPerAward`. The protocol has no nulls, so unknown amounts, dates and lists are omitted, never 0. If the summary is unknown, `description` says so.',
    'Dates are in the time zone of `customFields.timeZone` and have a `time` if it is known. `customFields` has the fields that the protocol lacks, such as state, program categories and issuing agency.',
    'A search accepts every filter and sort order of the protocol except custom sort orders, plus the filter `customFilters.state`. Ranges exclude unknown values. Unknown values come last in both directions.',
  ]),
}
export type TopicName = keyof typeof TOPICS

const GROUPS: { [tag: string]: readonly string[] } = {
  ...Object.fromEntries(RESOURCE_NAMES.map((name) => [name, getResource(name).promises])),
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
}

/** The promises that apply to every endpoint, as Markdown. */
export const formatPromises = (): string =>
  Object.values(TOPICS)
    .map(({ title, sentences }) => `## ${title}\n\n${sentences.map((sentence) => `- ${sentence}`).join('\n')}`)
    .join('\n\n')

/** The promises about a group of endpoints; empty if it has none. */
export const getGroupPromises = (tag: string): readonly string[] => GROUPS[tag] ?? []
