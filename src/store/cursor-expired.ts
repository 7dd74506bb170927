/** The record after which a page was to start has changed or is gone, so its position is unknown. */
export class CursorExpired extends Error {
  override name = 'CursorExpired'
}
