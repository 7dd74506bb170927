import { FORMAT_NAMES, FORMATS } from '../../formats/formats.ts'
import { QUOTA_HEADER_NAMES } from '../../http/quota.ts'
import { LIMITS } from '../../metering/limits.ts'
import { PLAN_NAMES, PLANS } from '../../metering/plans.ts'
import { THRESHOLDS } from '../../metering/thresholds.ts'
import type { Topic } from './topic.ts'

const number = (value: number) => value.toLocaleString('en-US')
const keyPlans = PLAN_NAMES.filter((name) => PLANS[name].keys > 0)

/** What the service promises about who may call it, how often, and how it answers. */
export const CALLING = {
  authentication: {
    title: 'Authentication',
    sentences: [
      'Send the key in one of two headers: `Authorization: Bearer <key>` or `X-Api-Key: <key>`.',
      'The same key in both headers is fine; two different keys are 400 `CREDENTIALS_CONFLICT`.',
      'An `Authorization` scheme other than Bearer is ignored.',
      'A key is `rhp_live_`, 24 random letters and digits, and a checksum of 6: a mistyped key is refused by its checksum.',
      'Without a key: 401 `API_KEY_MISSING`. With a key that nobody holds: 403 `API_KEY_INVALID`. With a revoked one: 403 `API_KEY_REVOKED`. A suspended account, a plan without keys, or a trial that has ended: 403 `PLAN_REQUIRED`.',
      'A key is shown once, when it is made; only its SHA-256 is stored. A revoked key stops everywhere within 30 seconds.',
      `One address may send ${LIMITS.keyless.tries} missing, malformed or unknown keys a minute; then it gets 429.`,
    ],
  },
  plans: {
    title: 'Plans',
    sentences: [
      ...keyPlans.map((name) => {
        const { label, perMinute, perMonth, answersPerMonth, keys, subscriptions } = PLANS[name]
        const held = keys === 1 ? 'one key' : `up to ${keys} keys`
        return `\`${name}\` (${label}): ${number(perMinute)} requests a minute, ${number(perMonth)} requests and ${number(answersPerMonth)} AI answers a month, ${held}, up to ${subscriptions} signed addresses.`
      }),
      ...PLAN_NAMES.filter((name) => PLANS[name].keys === 0).map(
        (name) => `\`${name}\` (${PLANS[name].label}): no key.`,
      ),
    ],
  },
  allowances: {
    title: 'Allowances',
    sentences: [
      'Allowances belong to the account: all its keys share them.',
      `Owners and administrators of the account get a mail when ${THRESHOLDS.map((percent) => `${percent}%`).join(' and ')} of the monthly requests or AI answers are used.`,
    ],
  },
  metering: {
    title: 'What is counted',
    sentences: [
      'Only a 2xx answer of a keyed endpoint spends a request of the month. 304, HEAD, OPTIONS, every 4xx and every 5xx do not; they count toward the minute alone.',
      'A refused request (429) costs nothing at all.',
      'Public endpoints need no key and cost nothing; a keyed endpoint that says it is free of charge spends nothing of the month.',
      'Minutes are fixed UTC minutes, months are UTC calendar months: they begin on the 1st at 00:00 UTC.',
      'When several things are wrong, the key is judged first (401, then 403), then the allowance (429), then the request (400, 404, 410), then whether you have the answer already (304).',
    ],
  },
  quota: {
    title: 'Quota headers',
    sentences: [
      `Every answer to a known key carries ${QUOTA_HEADER_NAMES.map((name) => `\`${name}\``).join(', ')}, 4xx and 429 included.`,
      '`Retry-After` is the whole seconds until the longest window that refuses has ended, the minute or the month: waiting exactly that long succeeds.',
    ],
  },
  degraded: {
    title: 'When the key store is away',
    sentences: [
      'A key that was verified within the last 60 seconds keeps reading for up to 60 seconds, at the rate of its plan, without quota headers and with `X-RateLimit-Status: degraded`. AI answers are `UNAVAILABLE` and cost nothing.',
      'Every other key gets 503 `STORE_UNAVAILABLE` with `Retry-After: 5`, never 401 or 403: your key was not refused.',
      'Any answer comes within 600 milliseconds even then.',
    ],
  },
  errors: {
    title: 'Errors',
    sentences: [
      'Every error under `/api` is a problem document of RFC 9457, `application/problem+json`: `type` (the address of its entry in the documents), `title`, `status`, `detail`, `instance`, `code` and `requestId`.',
      'For bad parameters, `errors` lists all problems of the request together, of very many the first 50: `parameter`, `value`, `message`, and where they help `supportedValues` and `didYouMean`.',
      'A bad `programCategory` also carries `supportedValues` at the top.',
      'A method that a path does not have is 405 `METHOD_NOT_ALLOWED` with `Allow`; an unknown path is 404 `NOT_FOUND`, and says which one was probably meant.',
      'A body that is no JSON is 400 `INVALID_JSON`, and says in which line and column.',
      'A fault on our side is 500 `INTERNAL` with a sentence that reveals nothing; the cause is in our log under the `requestId`.',
      'Codes are never renamed; new ones may come.',
    ],
  },
  requests: {
    title: 'Requests and caches',
    sentences: [
      'Every 200 of a data endpoint (each GET of a keyed endpoint but that of usage) carries an `ETag`. Send it back as `If-None-Match`: a matching one is a 304 without a body, and spends nothing of the month.',
      'An entity tag is made from what the answer holds, not from the dataset: it outlives every night that leaves the answer as it was.',
      'Keyed answers are `Cache-Control: private, max-age=60` with `Vary: Authorization, X-Api-Key` (and `Accept` where there are formats), never shared; with `q`, `since` or `updatedSince`, for searches, and for the usage, `no-store`.',
      '`/api/stats` is public: shared caches may keep it.',
      'Answers of 1 KB and more come compressed for callers that send `Accept-Encoding` (zstd, br or gzip), with the weak form of their tag (`W/"…"`); as `If-None-Match` both forms match. Files of the snapshot go out as they are.',
      'Any origin may call from a browser (CORS `*`; keys travel in headers, the API under `/api/v1` reads no cookies), and scripts may read every header that is described here.',
      'HEAD works wherever GET does.',
      '`X-Request-Id` is on every answer. Send your own, 1 to 64 characters of `A-Z a-z 0-9 . _ -`, to find it again.',
    ],
  },
  formats: {
    title: 'Formats',
    sentences: [
      'Lists and single records come in more formats than JSON. Name one at the end of the path (`/api/v1/opportunities.csv`) or by its media type in `Accept`; the path counts more. Filters, pages, keys and metering are the same, and errors stay problem documents.',
      ...FORMAT_NAMES.map((name) => {
        const { title, suffix, mediaTypes, description } = FORMATS[name]
        return `\`.${suffix}\` (${title}, \`${mediaTypes[0]}\`): ${description}`
      }),
      'Calendars: opportunities (due dates, letters of intent, questions) and events, also of one record (`/api/v1/events/{id}.ics`). Feeds: opportunities, events, documents and the feed of changes.',
      'The columns of a table are named by the path of the field, such as `sourceDocument.url`; `x-formats` of each operation lists and describes them. Objects of a list become one column for each of their fields, with the values in the same order; lists within lists are joined by ", ". `bom=true` puts a byte-order mark before a table.',
      'A calendar entry has the id of its record, at all times; its `SEQUENCE` grows whenever another content of the record is published.',
      'A format that is not offered is 406 `NOT_ACCEPTABLE`, with what is. Each format has its own `ETag`, which begins with its name.',
    ],
  },
  subscriptions: {
    title: 'Signed addresses',
    sentences: [
      'A signed address (`POST /api/v1/subscriptions`) reads one query of a list in one format without a header, for calendars, feed readers, spreadsheets and automations. Whoever knows the address can read it, so share it with nobody who should not.',
      'It reads that query alone: another format at its end is 403 `SUBSCRIPTION_INVALID`, and a parameter is 400 `UNKNOWN_PARAMETER`. A query or format that cannot be answered is refused when the address is made, with everything that is wrong with it.',
      'Its requests are metered to the account: a full answer is one request of the month, a 304 is free, and both count toward the minute. The plan, a suspension and the allowance are judged at each use.',
      'Only the SHA-256 of its secret is stored, and it is in no log of ours. It is revoked by `DELETE /api/v1/subscriptions/{id}` or in the account pages, and then stops everywhere within 30 seconds: 403 `SUBSCRIPTION_REVOKED`.',
      'Its answers are those of the list: conditional requests work, `Cache-Control` is `private`, and there are no `Link` headers, since other pages need a key.',
      'How many an account may have at once is part of its plan. The list of them shows the minute of the last use of each.',
    ],
  },
  versioning: {
    title: 'Versioning',
    sentences: [
      'v1 only grows: new endpoints, parameters, fields, enum values and error codes may appear. Ignore what you do not know.',
      'A breaking change means v2 beside v1 for at least 12 months, announced with `Deprecation` and `Sunset` headers and a dated entry in the changelog.',
      'Every answer names its dataset in `X-Dataset-Version`.',
      'Legacy category IDs stay accepted and are mapped to canonical IDs.',
    ],
  },
} as const satisfies { [name: string]: Topic }
