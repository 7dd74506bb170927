import { describe, expect, it } from 'vitest'
import { readJudgments } from '../../scripts/bench/relevance.ts'
import { openTexts } from '../../src/records/texts.ts'
import { formatAwardPassage } from '../../src/rules/awards/award-coverage.ts'
import { fold } from '../../src/rules/text/words.ts'
import type { DocumentRecord } from '../../src/schema/records.ts'
import { openApi, STARTER } from '../api.ts'
import { searchOver } from './corpus.ts'

interface Snippet {
  field: string
  text: string
  marks: { start: number; end: number }[]
}

const listTexts = (record: DocumentRecord): string[] => [
  record.title,
  ...[
    record.highlights,
    record.description,
    record.programHighlights,
    record.text,
    record.transformationStrategy?.approachSummary,
  ].filter((text) => text != null),
  ...record.strategicGoals,
  ...(record.transformationStrategy?.keyInitiatives ?? []),
  ...[...record.milestones, ...record.keyDates].map(({ label }) => label),
]

describe('the snippet of a result', async () => {
  const api = await openApi({ data: STARTER })
  const records = new Map(api.publication.documents.map(({ record }) => [record.id, record]))

  const texts = openTexts(STARTER)
  const awards = new Set(api.publication.awards.map(({ item }) => formatAwardPassage(item)))

  it('is verbatim in the document or its award rows, with its marks inside it, for judged searches', async () => {
    let marked = 0
    const judged = readJudgments(api.publication.documents)
    for (const { query } of process.env.LONG ? judged : judged.filter((_, place) => place % 3 === 0)) {
      const { body } = await api.ask('/api/v1/search', { json: { query } })
      for (const { id, snippet } of body.documents as { id: string; snippet: Snippet }[]) {
        const record = records.get(id) as DocumentRecord
        const isRow = snippet.field === 'awards' && awards.has(snippet.text)
        const sources = [...listTexts(record), texts.findText(id) ?? '']
        expect(isRow || sources.some((text) => text.includes(snippet.text))).toBe(true)
        let last = 0
        for (const { start, end } of snippet.marks) {
          expect(start).toBeGreaterThanOrEqual(last)
          expect(end).toBeGreaterThan(start)
          last = end
        }
        expect(last).toBeLessThanOrEqual(snippet.text.length)
        marked += snippet.marks.length
      }
    }
    expect(marked).toBeGreaterThan(150)
  })

  it('marks the search words and their other forms', async () => {
    const { body } = await api.ask('/api/v1/search', { json: { query: 'drone deliveries' } })
    const { text, marks } = body.documents[0].snippet as Snippet
    expect(marks.map(({ start, end }) => text.slice(start, end))).toEqual(['drone', 'delivery'])
  })

  it('marks the words of a widened search', async () => {
    const { body } = await api.ask('/api/v1/search', { json: { query: 'telemedicine', states: ['MI'] } })
    const { text, marks } = body.documents[0].snippet as Snippet
    expect(marks.map(({ start, end }) => fold(text.slice(start, end)))).toContain('telehealth')
  })
})

describe('snippets', () => {
  it('are the most informative passage, or the title if nothing else matches', async () => {
    const { results } = await searchOver([
      {
        title: 'Ferry reports',
        highlights: 'Boats are slow. The ferry carries a clinic to the islands. Weather helps.',
      },
      { title: 'A ferry alone', highlights: 'Nothing of the kind.' },
      {
        title: 'Deep water',
        text: `${'Waves go up and down. '.repeat(2_000)}The submarine clinic dives. ${'Fish swim. '.repeat(500)}`,
      },
    ])
    const findSnippet = (query: string, id: number) =>
      results(query).find((result) => Number(result.id.slice(-7)) === id)?.snippet
    expect(findSnippet('ferry clinic', 1)).toEqual({
      field: 'highlights',
      text: 'The ferry carries a clinic to the islands.',
      marks: [
        { start: 4, end: 9 },
        { start: 20, end: 26 },
      ],
    })
    expect(findSnippet('ferry', 2)).toMatchObject({ field: 'title', text: 'A ferry alone' })
    expect(findSnippet('submarine', 3)).toMatchObject({ field: 'text', text: 'The submarine clinic dives.' })
  })

  it('are about the subject, not the state, which every document of it names', async () => {
    const others = Array.from({ length: 9 }, (_, place) => ({ title: `Gondolas of valley ${place}` }))
    const { results } = await searchOver([
      ...others,
      {
        title: 'A report',
        state: 'NE',
        highlights: 'Nebraska is windy. Gondolas reach the clinics.',
      },
    ])
    expect(results('gondolas in Nebraska')[0].snippet.text).toBe('Gondolas reach the clinics.')
    expect(results('Nebraska')[0].snippet.text).toContain('Nebraska')
  })

  it('are plain text: markup in a document is shown as it is', async () => {
    const { results } = await searchOver([
      { title: 'Markup', highlights: 'A <b>bold</b> & <script>loud</script> claim.' },
    ])
    expect(results('loud claim')[0].snippet.text).toBe('A <b>bold</b> & <script>loud</script> claim.')
  })
})
