/**
 * How a document matches a search: with all words as written, with corrected words or synonyms, or with any telling
 * word.
 */
export const MATCHES = ['ALL', 'WIDENED', 'ANY'] as const
export type Match = (typeof MATCHES)[number]
