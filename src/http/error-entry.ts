/** One row of a table of error codes. */
export interface ErrorEntry {
  status: 400 | 401 | 403 | 404 | 405 | 406 | 408 | 409 | 410 | 413 | 415 | 416 | 429 | 500 | 503
  title: string
  /** What the caller should do, for the docs. */
  remedy: string
}
