/** How a document matches a search: by all words as written, by corrected words or synonyms, or by any telling word. */
export const MATCHES = ['ALL', 'WIDENED', 'ANY'] as const
export type Match = (typeof MATCHES)[number]
