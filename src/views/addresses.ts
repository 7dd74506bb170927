import { getContentType } from '../formats/formats.ts'

/** The file of the built site with the empty page for records. */
export const FRAME_FILE = 'record.frame'

/** The file of the built site with the empty page for lists, which runs the script of their filters. */
export const LIST_FRAME_FILE = 'list.frame'

/** The file of the built site with the page texts for the search. */
export const TEXTS_FILE = 'pages.texts'

export const toStatePath = (code: string): string => `/states/${code.toLowerCase()}`

/** Leads to the page of the state in its query, for forms that work without scripts. */
export const STATE_PICK_PATH = '/states/open'
const LISTS = '(?:opportunities|awards|documents|events|activities|commitments)'
/** The code of a state, not in small letters only, as its page has it. */
export const CAPITALS = '[A-Z][A-Za-z]|[a-z][A-Z]'
const FILES = '\\.(?:csv|ics|atom)'
export const ALERTS_PATH = '/alerts'

/** The path of the form for an alert on a list with a query. */
export const toAlertPath = (list: string, search: string): string => `${ALERTS_PATH}/${list}${search && `?${search}`}`

/** The pages with forms that are sent by POST: those of alerts by mail. */
export const FORM_PATH = /^\/alerts(?:\/|$)/

/**
 * The paths of lists with their files, of the search, of alerts by mail, of the files of the snapshot, and of the pages and
 * calendars of single records; and that of a state with capitals. Answered on request.
 */
export const RECORD_PATH = new RegExp(
  `^/(?:search|data/[a-z]+\\.[a-z]+(?:\\.gz)?|near(?:\\.csv)?|recipients|alerts(?:/[a-z-]+)?|${LISTS}(?:${FILES})?|(?:opportunities|awards|documents|events|activities|recipients)/[^/]+|awards/[^/]+/[^/]+|states/(?:open|${CAPITALS})|states/[a-z]{2}/${LISTS}${FILES}|${LISTS}/page/\\d+)/?$`,
)

export const FILE_TYPES: Readonly<Record<string, string>> = Object.fromEntries(
  (['csv', 'ics', 'atom'] as const).map((format) => [`.${format}`, getContentType(format)]),
)
