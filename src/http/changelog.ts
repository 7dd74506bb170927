/** One published version of the contract. */
export interface Release {
  version: string
  /** `YYYY-MM-DD`. */
  date: string
  title: string
  /** What callers can see, a sentence each. */
  changes: readonly string[]
  /** The facts of the contract that it breaks, by name; each must be listed here before it may change. */
  breaking: readonly string[]
}

/** Every version of the contract, the newest first. */
export const CHANGELOG: readonly [Release, ...Release[]] = [
  {
    version: '1.1.0',
    date: '2026-11-21',
    title: 'Every answer says how it is known',
    changes: [
      'A document has a `description`: what it announces, in 80 to 200 words of our own.',
      'An opportunity says by which rule it has its status (`statusBasis`), when a source last listed it (`lastConfirmedAt`), whether it is `rolling`, by when a forecast is expected (`expectedBy`), the ceiling of one award (`budgetPerAward`) which fields were `inferred`, where else it was read (`alsoFrom`) and which other opportunity is its award notice, earlier round or later notice (`relatedTo`). An award notice is always CLOSED; a notice without a due date is CLOSED when no source confirmed it within 45 days.',
      'Every moment of an opportunity or event says whether it is known as a day or to the time (`dueDatePrecision`, `startAtPrecision` and the like), and both carry their IANA `timeZone`.',
      'A state has a `contact` and `portals`; `lastActivity` and the recent documents follow the dates of the records themselves. An activity is PLANNED until a source shows that it has begun (`statusSourceUrl`).',
      'The feed of changes is founded anew: it tells of records at their own dates.',
      'Federal awards to states, with dollars per rural resident, at `/api/v1/allotments`.',
      'Sums over amounts of which none is known are null instead of 0: `awardTotal` and `totalAwardByState` of a state, and `total` of its award years and awardees.',
      'Beside each sum of awards of a state stand the rows that it covers (`awards`) and how many of them have a published amount (`awardAmountsKnown`). The list of states has `totalAwardByState` and `awardPerRuralResident` too.',
      'An award has a `projectTitle`, an `initiative`, an `awardDate`, a `remark`, its stage (`awardStage`: INTENT, AWARDED, CONTRACTED) and why it counts as verified (`verificationBasis`). A document tells what is officially stated of its award list (`statedRows`, `statedTotal`, `statedIn`).',
      'An award row is published when an official list bears it out; `GET /api/v1/coverage` says what the other rows wait for, and which lists are not whole.',
      'An AI answer to a question about figures, such as allotments, awards, due dates or events, is what the records say, and no answer is given when they do not say it. Each citation names the list of its record (`resource`). Passages are quoted only when they are about the question.',
      'A search that finds fewer than five documents by all words also finds those with any telling word; `matched` says how each document was found. Search reads the award rows that a document lists, its description and, where it is kept, its full text.',
      'Every record carries `updatedAt`, the instant at which it was last published with another content; `createdAt` and `updatedAt` of opportunities and events are such instants too. Every list takes `updatedSince` and `includeRemoved`, and a record that is no longer published is 410 `GONE` with `removedAt`, `reason` and `mergedInto`.',
      '`GET /api/v1/changes` tells what the last 400 publications changed, with both sides of each field, `publishedAt` and `updatedAtBefore`: from a snapshot and the changes, each of those datasets can be rebuilt. The feed has `OPPORTUNITY_UPDATED`, `OPPORTUNITY_REMOVED`, `NEW_AWARD`, `AWARD_UPDATED`, `EVENT_ANNOUNCED` and `EVENT_CHANGED`, and repeats the `types` that were asked for.',
      'The health of the service distinguishes `degraded` and `stale` from `ok`, and gives its `reasons`.',
      'Health says whether the latest bake is the one that is served (`dataset`), and counts lines of the log that were lost (`logLinesLost`). `BAD_REQUEST` and `REQUEST_TIMEOUT` are new error codes: a body has 10 seconds to arrive and at most 32 levels.',
      '`GET /api/v1/exports` offers the whole dataset as files: NDJSON, CSV, SQLite and a Frictionless data package; `GET /api/v1/meta` tells versions, vocabularies, limits and when the next publication is due. Both are free of charge; a download is one request. `timed` names the fields of a file that depend on the moment, and the client keeps a copy of everything current with `sync`. Snapshot and changes have `lastChanged`, `records` and `gaps` of coverage with their values.',
      'Entity tags are made from what the answer holds: an answer that a night leaves as it was is still a 304.',
      'Lists and single records come as CSV, NDJSON, calendars, Atom and JSON Feed, by the end of the path (`/api/v1/events.ics`) or by `Accept`; a media type that is not offered is 406 `NOT_ACCEPTABLE`. A single award is at `/api/v1/awards/{id}`, a single event at `/api/v1/events/{id}`.',
      'Every list takes `sort`, `fields`, `facets`, `ids`, `cursor` (with `nextCursor` in its answer) and `Link` headers; documents and states take `include=detail`; `dueAfter`, `dueBefore`, `postedAfter`, `postedBefore`, `discoveredAfter`, `discoveredBefore`, `amountMin` and `amountMax` bound what has a date or an amount; parameters that take a list may be repeated; `state=none` and `scope=NATIONAL` find national records everywhere.',
      'Webhooks: an address of yours gets a signed message after each publication that changed something (`/api/account/webhooks`, and `webhooks` in the OpenAPI document); messages follow Standard Webhooks.',
      'Agents call the service as tools of the Model Context Protocol at `/mcp`: `search_documents`, `find_opportunities`, `get_state`, `get_record` and `what_changed`, with the keys, costs and errors of the API.',
      'Errors say what was meant: a misspelled path, `/states/Nebraska`, `state=nebraska`, a key without `Bearer` or in the query, and where JSON breaks off. In the contract, sets of answers that may grow are open (`x-extensible-enum`), every property is described, and moments are described as a date or a timestamp.',
      'Answers of 1 KB and more are compressed for callers that send `Accept-Encoding`: zstd, br or gzip.',
      'Signed addresses: `POST /api/v1/subscriptions` turns a query and a format into an address that needs no header, for calendars, Slack, Excel and Zapier. `GET` lists them with their last use, `DELETE /api/v1/subscriptions/{id}` revokes one; `SUBSCRIPTION_INVALID`, `SUBSCRIPTION_REVOKED` and `SUBSCRIPTIONS_EXHAUSTED` are new error codes.',
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
      'States, awards, documents, opportunities, events, activities, the feed of changes, coverage, usage and search under `/api/v1`.',
      'Search is widened where its own words find little, has pages, shows a `snippet` of each document, and names in `citations` where an AI answer comes from.',
      'Accounts at `/account`: sign in, make, rotate and revoke keys, see the usage, invite members; a payment provider sets plans at `POST /api/account/billing`.',
      '`/api/stats` and `/api/health` without a key.',
      'Program categories follow taxonomy 1.0; the eight legacy IDs are accepted as aliases.',
    ],
    breaking: [],
  },
]

/** The version of the contract as it stands. */
export const CONTRACT_VERSION = CHANGELOG[0].version
