export interface Release {
  version: string
  /** `YYYY-MM-DD`. */
  date: string
  title: string
  /** The changes for callers, one sentence each. */
  changes: readonly string[]
  /** The names of the contract facts that it breaks. A fact must be listed here before it may change. */
  breaking: readonly string[]
}

export const CHANGELOG: readonly [Release, ...Release[]] = [
  {
    version: '1.2.0',
    date: '2026-11-22',
    title: 'Days of publication',
    changes: [
      'Documents have `published`, the day on which they were published, or null if it is unknown. Sort by it with `sort=-published`; unknown days come last. Search results and the recent documents of a state have it too. With `upcoming=true`, a cursor expires when the next deadline of its document has passed.',
      '`/api/stats` has an `ETag` and a request with it gets a 304.',
      'A source counts as confirming a state (`lastConfirmed` and `sources` of coverage, `confirmedAt` of `/api/health`) only if it read the row of every open record of that state; before, skipped rows did not matter.',
      'A service may offer the key `DEMO_KEY` for trying the API: 30 requests an hour and 50 a day from one network address.',
      'A forecast that no source confirmed for 90 days, or whose expected day has passed, and a rolling call that none confirmed for 60 days, are CLOSED with `statusBasis` UNCONFIRMED.',
      'Requests about webhooks that need no fields, such as a test message, need no body. Every list page offers its news by email.',
      'A key of a suspended account gets 403 `ACCOUNT_SUSPENDED` instead of `PLAN_REQUIRED`. An empty response of the change feed says in `hint` which types have events.',
      'New filters: `statusBasis` and `applicantType` of opportunities, `fileType` and `q` of documents, `q` of awards and of activities; awards can be sorted by `awardDate`.',
      'A comma-separated parameter takes at most 20 entries, or as many as it has values if those are more; `ids` takes 100. `errors` lists the first 10 problems of a request, and `detail` says how many more there are.',
      'Activities have a single response, `/api/v1/activities/{id}`, with a `description`, the `metrics` by which the state reports progress, and the federal list that names them; the list has the same with `include=detail`. `statusSince` says since when a status holds at least. A status that no source shows is null; it was PLANNED before.',
      'Awards have `recipientKind`, `ccn`, `county` and `place`, with filters and facets `recipientKind` and `county`. `programDescription` says what an award is for, and is null where the sources do not say; sentences that only repeated other fields are gone.',
      'New filters of awards: `near`, a county with its state (`near=Hall County, NE`), and `within`, the miles around it. They find awards whose county is known.',
      '`verification=UNVERIFIED` or `ALL` of awards also returns rows that are on file but not verified, each with `verification` and `verificationLacks`. Without it the list is as before, and no sum, count, summary, search result, feed or export includes them.',
      'Coverage has `awards`: rows on file, published and stated with their sums, the share of the allotment that has a named recipient, and what is missing, since when, and where it would come from. `newest` has the newest date of each kind. `lastConfirmed` counts every confirmation of a record, also before the first automatic check.',
      'A date without a time in `dueAfter`, `dueBefore`, `postedAfter`, `postedBefore`, `from` and `to` is compared with the local day of the record: a deadline of August 31 in Hawaii is before 2026-08-31 ends. Feeds of opportunities name the due date.',
      'Awards have `sourceLine`, the row of the list, and `sourceUrl`, the page of the award itself. A single award has its `history`: when it was published, verified and changed, with the values before and after.',
      'States have `sources`: the addresses of the pages and files that their `summary` is based on.',
      'The files of `/api/v1/exports` also come as XLSX and Parquet, with a data dictionary (`dictionary.csv`), and `datapackage.json` gives the type and meaning of every column. The same files are at `/data`, free and without a key. A redirect to a static file goes there.',
      'Agents have a tool for every list at `/mcp`: `find_awards`, `find_events`, `compare_states`, `get_coverage`, `find_commitments` and the others, with the parameters of the list.',
      'New list `/api/v1/commitments`: the policies that states committed to in their applications, by scoring factor of the federal program, with what each means.',
      'AI answers from the records understand kinds of recipients, counties, policy commitments, the measures of initiatives and rows that are held back; they say which rows they counted, where these are listed, and how many are held back. `resource` of a citation can be `activities` or `commitments`.',
      '`q` of opportunities also reads the issuing agency, the applicants and the state (name and code), `q` of events and documents the state, `q` of awards the county and the state. Words of a search that only ask (`who runs`, `the smallest`) need not occur in a document.',
    ],
    breaking: ['GET /api/v1/activities 200.data[].status type', 'GET /api/v1/activities 200.data[].status values'],
  },
  {
    version: '1.1.0',
    date: '2026-11-21',
    title: 'Sources and freshness in every response',
    changes: [
      'Documents have a `description`: what they announce, in 80 to 200 words of our own.',
      'Opportunities have the rule behind their status (`statusBasis`), the time when a source last confirmed them (`lastConfirmedAt`), whether they are `rolling`, the expected opening day of a forecast (`expectedBy`), the ceiling of one award (`budgetPerAward`), the fields that were `inferred`, further source pages (`alsoFrom`), and related opportunities (`relatedTo`): award notice, earlier round or later notice. Award notices are always CLOSED; a notice without a due date is CLOSED when no source confirmed it within 45 days.',
      'Dates of opportunities and events say whether only the day or also the time is known (`dueDatePrecision`, `startAtPrecision` and the like), and both records have their IANA `timeZone`.',
      'States have a `contact` and `portals`; `lastActivity` and recent documents follow the dates of the records themselves. Activities are PLANNED until a source shows that they have begun (`statusSourceUrl`).',
      'The change feed starts over and announces records at their own dates.',
      'New list `/api/v1/allotments`: federal awards to states, with dollars per rural resident.',
      'Sums without any known amount are null instead of 0: `awardTotal` and `totalAwardByState` of a state, and `total` of its award years and awardees.',
      'Each sum of awards comes with the number of its rows (`awards`) and of those with a published amount (`awardAmountsKnown`). The list of states also has `totalAwardByState` and `awardPerRuralResident`.',
      'Awards have a `projectTitle`, `initiative`, `awardDate`, `remark`, stage (`awardStage`: INTENT, AWARDED, CONTRACTED) and the reason why they count as verified (`verificationBasis`). Documents have the official figures of their award list (`statedRows`, `statedTotal`, `statedIn`).',
      'Award rows are published once an official list confirms them. `GET /api/v1/coverage` says what the other rows are waiting for, and which lists are incomplete.',
      'AI answers to questions about figures, such as allotments, awards, due dates or events, come from the records; if the records do not have the figure, there is no answer. Each citation names the list of its record (`resource`). Only passages about the question are quoted.',
      "A search that finds fewer than five documents with all words also returns documents with any significant word; `matched` tells how each document was found. Search covers a document's award rows, its description and, if available, its full text.",
      'Every record has `updatedAt`, the time when its content last changed; `createdAt` and `updatedAt` of opportunities and events are now publication times too. Every list accepts `updatedSince` and `includeRemoved`, and a record that is no longer published returns 410 `GONE` with `removedAt`, `reason` and `mergedInto`.',
      '`GET /api/v1/changes` lists what each of the last 400 publications changed, with the values before and after, `publishedAt` and `updatedAtBefore`, so that you can rebuild each of those datasets from a snapshot. The feed has `OPPORTUNITY_UPDATED`, `OPPORTUNITY_REMOVED`, `NEW_AWARD`, `AWARD_UPDATED`, `EVENT_ANNOUNCED` and `EVENT_CHANGED`, and repeats the requested `types`.',
      'Health distinguishes `degraded` and `stale` from `ok`, with `reasons`.',
      'Health says whether the latest dataset is being served (`dataset`), and counts lost log lines (`logLinesLost`). `BAD_REQUEST` and `REQUEST_TIMEOUT` are new error codes: a body must arrive within 10 seconds and have at most 32 levels.',
      "`GET /api/v1/exports` lists the whole dataset as files: NDJSON, CSV, SQLite and a Frictionless data package. `GET /api/v1/meta` has versions, vocabularies, limits and the time of the next publication. Both are free of charge; a download counts as one request. `timed` names the fields of a file that depend on time, and the client's `sync` keeps a copy of the dataset up to date. Snapshot and changes include `lastChanged`, `records` and `gaps` of coverage.",
      'Entity tags depend on the content of the response, so a response that did not change is still a 304 after an update.',
      'Lists and single records are available as CSV, NDJSON, calendars, Atom and JSON Feed, with an extension in the path (`/api/v1/events.ics`) or with `Accept`. An unsupported media type is a 406 `NOT_ACCEPTABLE`. Single awards are at `/api/v1/awards/{id}`, single events at `/api/v1/events/{id}`.',
      'Every list accepts `sort`, `fields`, `facets`, `ids` and `cursor`, and returns `nextCursor` and `Link` headers. Documents and states accept `include=detail`. New filters: `dueAfter`, `dueBefore`, `postedAfter`, `postedBefore`, `discoveredAfter`, `discoveredBefore`, `amountMin` and `amountMax`. Parameters that accept a list may be repeated. `state=none` and `scope=NATIONAL` find national records in every list.',
      'Webhooks: your URL receives a signed message after each publication with changes (`/api/account/webhooks`, and `webhooks` in the OpenAPI document). Messages follow Standard Webhooks.',
      'AI agents can use the service through the Model Context Protocol at `/mcp`, with the tools `search_documents`, `find_opportunities`, `get_state`, `get_record` and `what_changed` and the keys, costs and errors of the API.',
      'Errors suggest a fix for a misspelled path, `/states/Nebraska`, `state=nebraska` and a key without `Bearer` or in the query, and name the position of invalid JSON. In the contract, response enums that may grow are open (`x-extensible-enum`), every property has a description, and times are described as a date or a timestamp.',
      'Responses of 1 KB or more are compressed for callers that send `Accept-Encoding`: zstd, br or gzip.',
      'Signed addresses: `POST /api/v1/subscriptions` turns a query and a format into a URL that needs no API key, for calendars, Slack, Excel and Zapier. `GET` lists them with their last use, `DELETE /api/v1/subscriptions/{id}` revokes one. `SUBSCRIPTION_INVALID`, `SUBSCRIPTION_REVOKED` and `SUBSCRIPTIONS_EXHAUSTED` are new error codes.',
      'Opportunities in the CommonGrants protocol, version 0.4.0: list, detail and search at `/common-grants/opportunities`, with the same keys, metering and errors.',
    ],
    breaking: [
      'GET /api/v1/changes 200 headers',
      'GET /api/v1/states 200.data[].awardTotal type',
      'GET /api/v1/states/{code} 200.awardTotal type',
      'GET /api/v1/states/{code} 200.totalAwardByState type',
      'GET /api/v1/states/{code} 200.awardYears[].total type',
      'GET /api/v1/states/{code} 200.awardYears[].awardees[].total type',
    ],
  },
  {
    version: '1.0.0',
    date: '2026-11-20',
    title: 'First version',
    changes: [
      'States, awards, documents, opportunities, events, activities, the change feed, coverage, usage and search under `/api/v1`.',
      'Search widens queries with few results, is paginated, shows a `snippet` of each document, and lists the sources of an AI answer in `citations`.',
      'Accounts at `/account`: sign in; create, rotate and revoke keys; see usage; invite members. A payment provider sets plans at `POST /api/account/billing`.',
      '`/api/stats` and `/api/health` without a key.',
      'Program categories follow taxonomy 1.0; the eight legacy IDs are accepted as aliases.',
    ],
    breaking: [],
  },
]

export const CONTRACT_VERSION = CHANGELOG[0].version
