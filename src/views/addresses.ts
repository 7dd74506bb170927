/** The file of a built site with the empty page that records are shown in. */
export const FRAME_FILE = 'record.frame'

/** The file of a built site with the texts of its pages, for the search. */
export const TEXTS_FILE = 'pages.texts'

/** The paths of the search and of single records, their pages and calendars: made at the request, where no file has the path. */
export const RECORD_PATH = /^\/(?:search|(?:opportunities|documents|events)\/[^/]+|awards\/[^/]+\/[^/]+)\/?$/

/** The types of the files that pages give along, by their endings. */
export const FILE_TYPES: Readonly<Record<string, string>> = {
  '.csv': 'text/csv; charset=utf-8; header=present',
  '.ics': 'text/calendar; charset=utf-8',
  '.atom': 'application/atom+xml; charset=utf-8',
}
