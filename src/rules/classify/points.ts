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
