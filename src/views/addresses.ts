/** The file of a built site with the empty page that records are shown in. */
export const FRAME_FILE = 'record.frame'

/** The paths of single records, their pages and calendars: made at the request, where no file has the path. */
export const RECORD_PATH = /^\/(?:(?:opportunities|documents|events)\/[^/]+|awards\/[^/]+\/[^/]+)\/?$/
