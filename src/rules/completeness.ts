import type { DocumentRecord } from '../schema/records.ts'

// biome-ignore format: word lists read better as running lines
const EXTRACTED = [
  'fiscalYear', 'award', 'budget', 'highlights', 'programHighlights', 'strategicGoals', 'milestones',
  'transformationStrategy', 'implementationPhase', 'applicationUrl', 'keyDates', 'deadline', 'pages',
] as const satisfies (keyof DocumentRecord)[]

/** The share of the extracted fields of a document that have a value: 0 to 1, two decimals. */
export function completeness(record: DocumentRecord): number {
  const filled = EXTRACTED.filter((field) => {
    const value = record[field]
    return Array.isArray(value) ? value.length > 0 : value !== null
  })
  return Math.round((filled.length / EXTRACTED.length) * 100) / 100
}
