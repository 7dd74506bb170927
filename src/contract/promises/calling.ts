import { FORMAT_NAMES, FORMATS } from '../../formats/formats.ts'
import { QUOTA_HEADER_NAMES } from '../../http/response/quota.ts'
import { LIMITS } from '../../metering/limits.ts'
import { PLAN_NAMES, PLANS } from '../../metering/plans.ts'
import { THRESHOLDS } from '../../metering/thresholds.ts'

/** The promises about one topic, as sentences. Backticks mark code; there is no other markup. */
export interface Topic {
  title: string
  sentences: readonly string[]
}

const number = (value: number) => value.toLocaleString('en-US')
const keyPlans = PLAN_NAMES.filter((name) => PLANS[name].keys > 0)

/** Promises about authentication, allowances, errors and responses. */
export const CALLING = {
  authentication: {
    title: 'Authentication',
    sentences: [
      'Send the key in one of two headers: `Authorization: Bearer <key>` or `X-Api-Key: <key>`.',
      'The same key in both headers is fine. Two different keys are a 400 `CREDENTIALS_CONFLICT`.',
      'An `Authorization` scheme other than Bearer is ignored.',
      'A key is `rhp_live_` followed by 24 random letters and digits and a checksum of 6 characters, which catches typos.',
      'No key: 401 `API_KEY_MISSING`. Unknown key: 403 `API_KEY_INVALID`. Revoked key: 403 `API_KEY_REVOKED`. Suspended account: 403 `ACCOUNT_SUSPENDED`. Plan without keys, or ended trial: 403 `PLAN_REQUIRED`.',
      'To try the API without a key of your own, some services offer `DEMO_KEY`.',
      'A key is shown once, when it is created. Only its SHA-256 hash is stored. A revoked key stops working everywhere within 30 seconds.',
      `One IP address may send ${LIMITS.keyless.tries} requests a minute with a missing, malformed or unknown key. After that it gets 429.`,
    ],
  },
  plans: {
    title: 'Plans',
    sentences: [
      ...keyPlans.map((name) => {
        const { label, perMinute, perMonth, answersPerMonth, keys, subscriptions } = PLANS[name]
        const keyText = keys === 1 ? 'one key' : `up to ${keys} keys`
        return `\`${name}\` (${label}): ${number(perMinute)} requests a minute, ${number(perMonth)} requests and ${number(answersPerMonth)} AI answers a month, ${keyText}, up to ${subscriptions} signed addresses.`
      }),
      ...PLAN_NAMES.filter((name) => PLANS[name].keys === 0).map(
        (name) => `\`${name}\` (${PLANS[name].label}): no key.`,
      ),
    ],
  },
  allowances: {
    title: 'Allowances',
    sentences: [
      'Allowances belong to the account and are shared by all its keys.',
      `Owners and administrators of the account get an email when ${THRESHOLDS.map((percent) => `${percent}%`).join(' and ')} of the monthly requests or AI answers are used.`,
    ],
  },
  metering: {
    title: 'Metering',
    sentences: [
      'Only 2xx responses of keyed endpoints count toward the monthly allowance. 304 responses, HEAD and OPTIONS requests, and all 4xx and 5xx responses count only toward the per-minute limit.',
      'A 429 response counts toward neither.',
      'Public endpoints need no key and are free. Keyed endpoints marked as free of charge do not count toward the monthly allowance.',
      'Minutes are fixed UTC minutes. Months are UTC calendar months and begin on the 1st at 00:00 UTC.',
      'If a request has several problems, the key is checked first (401, then 403), then the allowance (429), then the request (400, 404, 410), then the entity tag (304).',
    ],
  },
  quota: {
    title: 'Quota headers',
    sentences: [
      `Every response to the key of an account, including 4xx and 429, has ${QUOTA_HEADER_NAMES.map((name) => `\`${name}\``).join(', ')}.`,
      '`Retry-After` is the number of whole seconds until every exceeded limit (minute or month) has reset. Waiting exactly that long succeeds.',
    ],
  },
  demo: {
    title: 'The demo key',
    sentences: [
      `A service may offer the key \`DEMO_KEY\` to everyone: ${LIMITS.demoHour.tries} requests an hour and ${LIMITS.demoDay.tries} a day from one network address (an IPv4 address, or the /64 of an IPv6 address), in any 60 minutes and any 24 hours.`,
      'Every admitted request counts, also one that is invalid or gets a 304. A 429 `RATE_LIMITED` costs nothing; its `Retry-After` is exact.',
      '`X-RateLimit-Limit` is the limit of the hour, `X-RateLimit-Remaining` what is left of the hour or, if that is less, of the day. `RateLimit` and `RateLimit-Policy` name both. `X-RateLimit-Status` is `demo`.',
      'It belongs to no account: usage and signed addresses are a 403 `PLAN_REQUIRED`, and AI answers are `ALLOWANCE_EXHAUSTED`. Where it is not offered, it is a 403 `API_KEY_INVALID`.',
      'For more, create a key of your own at `/account/`.',
    ],
  },
  degraded: {
    title: 'When the key store is unavailable',
    sentences: [
      'A key that was verified within the last 60 seconds keeps working for up to 60 seconds, at the rate of its plan, without quota headers and with `X-RateLimit-Status: degraded`. AI answers are `UNAVAILABLE` and free.',
      'Every other key gets 503 `STORE_UNAVAILABLE` with `Retry-After: 5`, never 401 or 403, because the key was not rejected.',
      'Every response still arrives within 600 milliseconds.',
    ],
  },
  errors: {
    title: 'Errors',
    sentences: [
      'Every error under `/api` is an RFC 9457 problem document, `application/problem+json`, with `type` (the URL of its entry in the docs), `title`, `status`, `detail`, `instance`, `code` and `requestId`.',
      'For invalid parameters, `errors` lists up to 10 problems of the request together, each with `parameter`, `value` and `message`, and where useful `supportedValues` and `didYouMean`.',
      'A comma-separated parameter takes at most 20 entries, or as many as it has values if those are more; `ids` takes 100.',
      'For an invalid `programCategory`, the problem document also has `supportedValues` at the top level.',
      'An unsupported method is a 405 `METHOD_NOT_ALLOWED` with `Allow`. An unknown path is a 404 `NOT_FOUND` that suggests the closest path.',
      'A body that is not valid JSON is a 400 `INVALID_JSON` that names the line and column.',
      'A server error is a 500 `INTERNAL` without details. The cause is in our logs under the `requestId`.',
      'Codes are never renamed. New codes may be added.',
    ],
  },
  requests: {
    title: 'Requests and caching',
    sentences: [
      'Every 200 response of a data endpoint (every keyed GET endpoint except usage) and of `/api/stats` has an `ETag`. Send it back as `If-None-Match`: if it still matches, the response is a 304 without a body and does not count toward the monthly allowance.',
      'An entity tag depends on the content of the response, not on the dataset version. It stays valid through updates that do not change the response.',
      'Keyed responses have `Cache-Control: private, max-age=60` and `Vary: Authorization, X-Api-Key` (plus `Accept` for endpoints with several formats) and are never shared. Requests with `q`, `since` or `updatedSince`, searches, and usage have `no-store`.',
      '`/api/stats` is public and may be cached by shared caches.',
      'Responses of 1 KB or more are compressed for callers that send `Accept-Encoding` (zstd, br or gzip) and then have a weak entity tag (`W/"…"`). Both forms match as `If-None-Match`. Snapshot files are sent as they are.',
      'Browsers may call the API from any origin (CORS `*`; keys are sent in headers, and the API under `/api/v1` reads no cookies). Scripts can read every header described here.',
      'Every GET endpoint also supports HEAD.',
      'Every response has `X-Request-Id`. You can send your own: 1 to 64 characters of `A-Z a-z 0-9 . _ -`.',
    ],
  },
  formats: {
    title: 'Formats',
    sentences: [
      'Lists and single records are available in more formats than JSON. Choose one with an extension in the path (`/api/v1/opportunities.csv`) or its media type in `Accept`; the path takes precedence. Filters, pagination, keys and metering are the same, and errors are still problem documents.',
      ...FORMAT_NAMES.map((name) => {
        const { title, mediaTypes, description } = FORMATS[name]
        return `\`.${name}\` (${title}, \`${mediaTypes[0]}\`): ${description}`
      }),
      'Calendars: opportunities (due dates, letters of intent, questions) and events, also for one record (`/api/v1/events/{id}.ics`). Feeds: opportunities, events, documents and the change feed.',
      'The columns of a table are named after the path of the field, such as `sourceDocument.url`. The `x-formats` of each operation lists and describes them. A list of objects becomes one column per field, with the values in the same order; lists within lists are joined by ", ". `bom=true` adds a byte-order mark to a table.',
      'A calendar entry always has the id of its record. Its `SEQUENCE` grows with each published change of the record.',
      'An unsupported format is a 406 `NOT_ACCEPTABLE` that lists the supported ones. Each format has its own `ETag`, which begins with the name of the format.',
    ],
  },
  subscriptions: {
    title: 'Signed addresses',
    sentences: [
      'A signed address (`POST /api/v1/subscriptions`) is a URL that reads one query of a list in one format without an API key, for calendars, feed readers, spreadsheets and automations. Anyone with the address can read it, so treat it as a secret.',
      'It reads only that query: another extension is a 403 `SUBSCRIPTION_INVALID`, and a parameter is a 400 `UNKNOWN_PARAMETER`. An invalid query or format is rejected with all its problems when you create the address.',
      'Its requests are metered to the account: a full response counts as one request of the monthly allowance, a 304 is free, and both count toward the per-minute limit. The plan, a suspension and the allowance are checked on each request.',
      'Only the SHA-256 hash of its secret is stored, and the secret is never logged. Revoke it with `DELETE /api/v1/subscriptions/{id}` or on the account pages. It then stops working everywhere within 30 seconds, with 403 `SUBSCRIPTION_REVOKED`.',
      'Its responses are those of the list: conditional requests work, and `Cache-Control` is `private`. There are no `Link` headers, because other pages need a key.',
      'The plan sets how many signed addresses an account can have. Their list shows when each was last used, to the minute.',
    ],
  },
  versioning: {
    title: 'Versioning',
    sentences: [
      'v1 only grows: new endpoints, parameters, fields, enum values and error codes may be added. Ignore those that you do not know.',
      'A breaking change becomes v2. v1 stays available for at least 12 months after that, and the change is announced with `Deprecation` and `Sunset` headers and a dated changelog entry.',
      'Every response has its dataset version in `X-Dataset-Version`.',
      'Legacy category IDs are still accepted and are mapped to canonical IDs.',
    ],
  },
} as const satisfies { [name: string]: Topic }
