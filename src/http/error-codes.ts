import type { ErrorEntry } from './error-entry.ts'

/** Every error code of the API. Codes are never renamed; new ones may be added. Those of accounts have their own table. */
export const ERRORS = {
  API_KEY_MISSING: {
    status: 401,
    title: 'API key missing',
    remedy: 'Send your key as "Authorization: Bearer <key>" or "X-Api-Key: <key>".',
  },
  API_KEY_INVALID: {
    status: 403,
    title: 'API key invalid',
    remedy: 'Check the key for typing errors; if it is right, make a new one.',
  },
  API_KEY_REVOKED: {
    status: 403,
    title: 'API key revoked',
    remedy: 'Use another key of the account, or make a new one.',
  },
  PLAN_REQUIRED: {
    status: 403,
    title: 'Plan required',
    remedy: 'The account is suspended, its plan includes no keys, or its trial has ended: get a paid plan, see /plans.',
  },
  INVALID_PARAMETER: { status: 400, title: 'Invalid parameter', remedy: 'Fix the parameters listed in "errors".' },
  UNKNOWN_PARAMETER: {
    status: 400,
    title: 'Unknown parameter',
    remedy: 'Remove or rename the parameters listed in "errors".',
  },
  INVALID_JSON: { status: 400, title: 'Invalid JSON', remedy: 'Send one JSON object in UTF-8.' },
  BAD_REQUEST: {
    status: 400,
    title: 'Bad request',
    remedy: 'Send a valid Host header and a path that begins with a slash, as every HTTP client does.',
  },
  CREDENTIALS_CONFLICT: { status: 400, title: 'Two different API keys', remedy: 'Send one key in one header.' },
  NOT_FOUND: {
    status: 404,
    title: 'Not found',
    remedy: 'Check the path and the id; the reference lists every endpoint.',
  },
  GONE: {
    status: 410,
    title: 'No longer published',
    remedy: 'Drop your copy of the record; where "mergedInto" names another one, use that.',
  },
  CURSOR_EXPIRED: {
    status: 409,
    title: 'Cursor expired',
    remedy: 'The record that the cursor follows has changed or is gone: begin again with the first page.',
  },
  SUBSCRIPTION_INVALID: {
    status: 403,
    title: 'Signed address invalid',
    remedy: 'Check the address for typing errors; if it is right, make a new one.',
  },
  SUBSCRIPTION_REVOKED: {
    status: 403,
    title: 'Signed address revoked',
    remedy: 'Make a new signed address, and give it to the program that read this one.',
  },
  SUBSCRIPTIONS_EXHAUSTED: {
    status: 409,
    title: 'All signed addresses in use',
    remedy: 'Revoke a signed address, or choose a larger plan.',
  },
  METHOD_NOT_ALLOWED: { status: 405, title: 'Method not allowed', remedy: 'Use a method listed in the Allow header.' },
  NOT_ACCEPTABLE: {
    status: 406,
    title: 'Format not offered',
    remedy: 'Ask for one of the formats in "supportedValues", in Accept or at the end of the path.',
  },
  REQUEST_TIMEOUT: {
    status: 408,
    title: 'Request timeout',
    remedy: 'Send the whole body at once; the request cost nothing.',
  },
  PAYLOAD_TOO_LARGE: { status: 413, title: 'Payload too large', remedy: 'Send a body of at most 16 KiB.' },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    title: 'Unsupported media type',
    remedy: 'Send "Content-Type: application/json".',
  },
  RANGE_NOT_SATISFIABLE: {
    status: 416,
    title: 'Range not satisfiable',
    remedy: 'Ask for a range within the file; "Content-Range" says how long it is.',
  },
  RATE_LIMITED: {
    status: 429,
    title: 'Rate limit exceeded',
    remedy: 'Wait for the number of seconds in Retry-After, then call again; the refused request cost nothing.',
  },
  MONTHLY_QUOTA_EXCEEDED: {
    status: 429,
    title: 'Monthly allowance used up',
    remedy: 'Wait until the first of the month, 00:00 UTC, or choose a larger plan.',
  },
  INTERNAL: {
    status: 500,
    title: 'Internal error',
    remedy: 'Call again later; if the error persists, report the requestId.',
  },
  STORE_UNAVAILABLE: {
    status: 503,
    title: 'Key store unavailable',
    remedy: 'Your key was not refused: wait for the number of seconds in Retry-After and call again.',
  },
  DATASET_UNAVAILABLE: {
    status: 503,
    title: 'Dataset unavailable',
    remedy: 'The data cannot be read at the moment: wait for the number of seconds in Retry-After and call again.',
  },
} as const satisfies { [code: string]: ErrorEntry }

export type ErrorCode = keyof typeof ERRORS
export const ERROR_CODES = Object.keys(ERRORS) as ErrorCode[]
