import classifier from '../../../vocabulary/classifier.json' with { type: 'json' }
import type { ClassifiedCategory, Strength } from './points.ts'

type TermsByStrength = { readonly [Each in Strength]?: readonly string[] }

/**
 * The terms of each category: one or more words in lower case; singular and plural are equal. A longer term hides the
 * shorter ones inside it: `suicide prevention` does not count as `prevention`. A term may belong to several categories.
 */
export const TERMS: { readonly [Category in ClassifiedCategory]: TermsByStrength } = classifier.categories

/**
 * Terms of texts about the program as a whole. They count for PROGRAM_ADMIN_EVALUATION, and only if a text names no
 * other subject: a notice of the program's first awards is about the program, one of its dental awards is not.
 */
export const WHOLE_PROGRAM: TermsByStrength = classifier.wholeProgram

/** Names and set phrases that hide the terms inside them: they say who acts or how money flows, not what it is for. */
export const SILENT_PHRASES: readonly string[] = classifier.silentPhrases

const { kinds, subjects } = classifier.agencies

/** Agencies, as `department of behavioral health`: their names say nothing about the subject. */
export const AGENCY_NAMES = kinds.flatMap((kind) => subjects.map((subject) => `${kind} of ${subject}`))
