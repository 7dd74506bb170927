import { expressionOf, quoted, type Term } from '../../rules/keyword.ts'
import type { Piece } from '../../rules/widen.ts'
import { wordsOf } from '../../rules/words.ts'
import type { Vocabulary } from './vocabulary.ts'

/** A search as full-text expressions; nothing in them is unquoted but operators. */
export interface Expression {
  /** What a document must answer. */
  match: string
  /** Any word of it, for finding the passages to show. */
  words: string
}

interface Parts {
  pieces: readonly Piece[]
  exclude: readonly Term[]
  /** Of each list one must hold. */
  facets: readonly (readonly string[])[]
}

/** Writes the expression of a search. */
export function expressionFor({ pieces, exclude, facets }: Parts, vocabulary: Vocabulary): Expression {
  const texts = pieces.map((piece) => textOf(piece, vocabulary))
  const all = [...texts, ...facets.map((values) => anyOf(values.map(quoted)))].join(' AND ')
  const none = anyOf(exclude.map((term) => termOf(term, vocabulary)))
  return {
    match: exclude.length > 0 ? `(${all}) NOT ${none}` : all,
    words: anyOf(
      pieces.flatMap(({ terms, alternatives }) => [
        ...terms.map((term) => termOf(term, vocabulary)),
        ...alternatives.map(quoted),
      ]),
    ),
  }
}

const anyOf = (expressions: readonly string[]): string => `(${expressions.join(' OR ')})`

function textOf({ terms, alternatives }: Piece, vocabulary: Vocabulary): string {
  const own = terms.map((term) => termOf(term, vocabulary)).join(' AND ')
  return alternatives.length > 0 ? anyOf([`(${own})`, ...alternatives.map(quoted)]) : own
}

// Words are stemmed in the index, so a longer beginning is looked up among the words as they are written.
const LONGEST_UNSTEMMED = 3

function termOf(term: Term, vocabulary: Vocabulary): string {
  const [word = '', ...more] = wordsOf(term.text)
  if (term.kind !== 'prefix' || more.length > 0 || word.length <= LONGEST_UNSTEMMED) return expressionOf(term)
  const words = vocabulary.startingWith(word)
  return words.length > 0 ? anyOf(words.map(quoted)) : expressionOf(term)
}
