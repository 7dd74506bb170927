import Database from 'better-sqlite3'
import { expect, it, onTestFinished } from 'vitest'
import { type Block, openPassageWriter, type PlainPassage, passagesIn } from '../../src/bake/search/passages.ts'
import type { IndexedDocument } from '../../src/bake/search/search-fields.ts'

const LONG = `${'a word or two '.repeat(60)}end.`
const TEXTS = [
  'One sentence.',
  '  Two sentences. With spaces around them!  ',
  'A wrapped\nline. [A bracket] after it.\n\nAnother paragraph, no end',
  `${LONG} ${LONG}`,
  'Ünïcode 🏥 text. Mr. Smith v. No. 5.',
]

const documentOf = (text: string, published: readonly string[]): IndexedDocument => ({
  record: {
    title: 'The plan',
    highlights: text,
    description: text,
    programHighlights: null,
    strategicGoals: [text, 'Goal'],
    transformationStrategy: { keyInitiatives: ['First', ' Second '], approachSummary: text },
    milestones: [{ label: 'Due', date: '2026-05' }],
    keyDates: [],
  },
  item: { state: null, fiscalYear: null, programCategories: [], url: 'https://example.gov' },
  stateName: null,
  agencies: [],
  published,
  fullText: text,
})

function stored(document: IndexedDocument): { blocks: Block[]; passages: PlainPassage[] } {
  const db = new Database(':memory:')
  onTestFinished(() => {
    db.close()
  })
  const writer = openPassageWriter(db)
  writer.add(1, document, [])
  writer.finish()
  const texts = db.prepare<[], string>('SELECT passages FROM documents_passages ORDER BY place').pluck().all()
  const blocks = texts.map((text): Block => JSON.parse(text))
  return { blocks, passages: blocks.flatMap((block) => passagesIn(block, () => document.record)) }
}

const PUBLISHED = ['title', 'highlights', 'description', 'strategicGoals', 'keyInitiatives', 'approachSummary']

it.each(TEXTS)('the passages of published fields are the same as if they were stored: %j', (text) => {
  const shortened = stored(documentOf(text, PUBLISHED))
  expect(shortened.passages).toEqual(stored(documentOf(text, [])).passages)
  expect(shortened.passages.filter(({ field }) => field === 'milestones')).toEqual([
    { field: 'milestones', text: 'Due', date: 'May 2026' },
  ])
})

it('stores only the lengths of passages that are published, and the texts of others', () => {
  const { blocks } = stored(documentOf('One sentence.', ['title', 'highlights']))
  expect(blocks[0]).toMatchObject({
    title: [8],
    highlights: [13],
    description: ['One sentence.'],
    text: ['One sentence.'],
  })
})
