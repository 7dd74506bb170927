import Database from 'better-sqlite3'
import { expect, it, onTestFinished } from 'vitest'
import { openPassageWriter } from '../../src/bake/search/search.ts'
import type { Passage } from '../../src/bake/search/search-fields.ts'

/** The passages that are stored of a document with a text. */
function stored(text: string): Passage[] {
  const db = new Database(':memory:')
  onTestFinished(() => {
    db.close()
  })
  const record = {
    title: 'The plan',
    highlights: text,
    description: null,
    programHighlights: null,
    strategicGoals: ['Goal'],
    transformationStrategy: { keyInitiatives: ['First', ' Second '], approachSummary: null },
    milestones: [{ label: 'Due', date: '2026-05' }],
    keyDates: [],
  }
  const item = { state: null, fiscalYear: null, programCategories: [], url: 'https://example.gov' }
  const writer = openPassageWriter(db)
  writer.add(1, { record, item, stateName: null, agencies: [], fullText: text } as never, [])
  writer.finish()
  return db.prepare<[], Passage>('SELECT field, text, date FROM documents_passages ORDER BY rowid').all()
}

it('stores the passages of a document verbatim: sentences or whole texts by field, in reading order', () => {
  expect(
    stored('Two sentences. Ünïcode 🏥 and Mr. Smith.').map(({ field, text, date }) => [field, text, date]),
  ).toEqual([
    ['title', 'The plan', null],
    ['highlights', 'Two sentences.', null],
    ['highlights', 'Ünïcode 🏥 and Mr. Smith.', null],
    ['strategicGoals', 'Goal', null],
    ['keyInitiatives', 'First', null],
    ['keyInitiatives', ' Second ', null],
    ['milestones', 'Due', 'May 2026'],
    ['text', 'Two sentences.', null],
    ['text', 'Ünïcode 🏥 and Mr. Smith.', null],
  ])
})

it('stores every sentence of a long document', () => {
  const text = Array.from({ length: 500 }, (_, at) => `Sentence ${at} is here.`).join(' ')
  expect(stored(text).filter(({ field }) => field === 'text')).toHaveLength(500)
})
