import { describe, expect, it } from 'vitest'
import { meanQuality, plainFinder, readJudgments, serviceFinder } from '../../scripts/bench/relevance.ts'
import { openService } from '../../src/store/service.ts'
import { baked, STARTER } from '../api.ts'

describe('on the judged searches, the first ten documents', async () => {
  const judgments = readJudgments()
  const { publication, folder } = await baked(STARTER)
  const ours = meanQuality(serviceFinder(openService(folder).search), judgments)

  it('are judged for at least 60 searches of every kind, over documents of the dataset', () => {
    expect(judgments.length).toBeGreaterThanOrEqual(60)
    expect(new Set(judgments.map(({ kind }) => kind)).size).toBe(8)
    expect(new Set(judgments.map(({ query }) => query)).size).toBe(judgments.length)
    const titles = new Map(publication.documents.map(({ record }) => [record.id, record.title]))
    const gone = judgments.flatMap(({ relevant }) => relevant).filter(({ id, title }) => titles.get(id) !== title)
    expect(gone).toEqual([])
  })

  it('gain at least 0.80 of what the best order gains', () => {
    expect(ours.ndcg).toBeGreaterThanOrEqual(0.8)
  })

  it('gain at least 0.15 more than those of plain bm25', () => {
    const plain = meanQuality(plainFinder(publication.documents, 'all'), judgments)
    expect(ours.ndcg).toBeGreaterThanOrEqual(plain.ndcg + 0.15)
    expect(ours.recall).toBeGreaterThan(plain.recall)
  })

  it('gain more than those of bm25 that is content with any word', () => {
    const plain = meanQuality(plainFinder(publication.documents, 'any'), judgments)
    expect(ours.ndcg).toBeGreaterThan(plain.ndcg)
    expect(ours.recall).toBeGreaterThan(plain.recall)
  })
})
