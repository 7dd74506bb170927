import { toPlain } from '../rules/text/words.ts'

export interface PageText {
  path: string
  title: string
  text: string
}

export interface FoundPage extends PageText {
  snippet: string
}

const SNIPPET_LENGTH = 220
export const splitWords = (text: string): string[] => toPlain(text).match(/[\p{L}\p{N}]+/gu) ?? []

export function createPageSearch(pages: readonly PageText[]): (query: string, limit: number) => FoundPage[] {
  const read = pages.map((page) => {
    const counts = [...Map.groupBy(splitWords(page.text), (word) => word)].map(
      ([word, { length }]) => [word, length] as const,
    )
    return { page, title: splitWords(page.title), words: new Map(counts) }
  })
  return (query, limit) => {
    const queryWords = [...new Set(splitWords(query))]
    if (queryWords.length === 0) return []
    const scored = read.flatMap(({ page, title, words }) => {
      const scores = queryWords.map((word) => getScore(word, title, words))
      return scores.every((score) => score > 0) ? [{ page, score: scores.reduce((sum, score) => sum + score, 0) }] : []
    })
    return scored
      .sort((a, b) => b.score - a.score || a.page.title.length - b.page.title.length)
      .slice(0, limit)
      .map(({ page }) => ({ ...page, snippet: formatSnippet(page.text, queryWords) }))
  }
}

function getScore(word: string, title: readonly string[], words: ReadonlyMap<string, number>): number {
  const inTitle = title.some((other) => other.startsWith(word)) ? 20 : 0
  const exact = words.get(word)
  if (exact !== undefined) return inTitle + Math.min(exact, 8) + 1
  const begins = [...words.keys()].some((other) => other.startsWith(word))
  return inTitle + (begins ? 1 : 0)
}

/** The passage that contains the most words of the query, cut at word boundaries. */
function formatSnippet(text: string, queryWords: readonly string[]): string {
  const plain = toPlain(text)
  const places = queryWords
    .map((word) => plain.search(new RegExp(`(?<![\\p{L}\\p{N}])${word}`, 'u')))
    .filter((at) => at >= 0)
  const first = Math.max(0, Math.min(...places, text.length) - SNIPPET_LENGTH / 4)
  const from = places.length === 0 || first === 0 ? 0 : text.indexOf(' ', first) + 1
  const cut = text.slice(from, from + SNIPPET_LENGTH)
  const end = from + SNIPPET_LENGTH < text.length ? cut.lastIndexOf(' ') : cut.length
  return `${from > 0 ? '… ' : ''}${cut.slice(0, end > 0 ? end : cut.length)}${from + SNIPPET_LENGTH < text.length ? ' …' : ''}`
}
