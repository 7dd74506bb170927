import classifier from '../../../vocabulary/classifier.json' with { type: 'json' }
import type { CategoryId } from '../../schema/taxonomy.ts'

/**
 * The points of a term by its strength and place. A strong term is enough for a category anywhere, a fair one in a title or
 * beside another, a weak one only beside others. A heading is what a title calls a text; `lead` is the start of a body
 * whose title says nothing; `name`, of an organization, is never enough by itself.
 */
export const POINTS = {
  strong: { title: 6, lead: 6, body: 3, name: 2 },
  fair: { title: 4, lead: 4, body: 2, name: 0 },
  heading: { title: 4, lead: 0, body: 0, name: 0 },
  weak: { title: 2, lead: 2, body: 1, name: 0 },
} as const
export const CATEGORY_THRESHOLD = 3
export type Strength = keyof typeof POINTS
export type TextPart = keyof (typeof POINTS)[Strength]
export type ClassifiedCategory = Exclude<CategoryId, 'OTHER_UNCLASSIFIED'>

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
