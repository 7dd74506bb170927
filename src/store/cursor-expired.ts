/** The record after which a page was to begin has changed or is gone, so its place is no longer known. */
export class CursorExpired extends Error {
  override name = 'CursorExpired'
}
