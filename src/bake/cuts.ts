import { cheapestParts, entriesOf, type Part } from './parts.ts'
import type { Pieces } from './pieces.ts'

/** This many items show how the texts of all are best cut. */
const SAMPLE = 1_000

/**
 * Learns from items how to store their texts in fewer bytes that are as fast to read: parts that many texts have in common
 * are stored once, as pieces. The parts of a text in order are the text, wherever it is cut. The first member of an
 * object and the last character of a text are not in any piece.
 * @param textOf the JSON of an item, or a part of it
 * @param names the members of that JSON, in order
 * @returns what to store for a text
 */
export function learnCuts<Item>(
  items: readonly Item[],
  textOf: (item: Item) => string,
  names: readonly string[],
  pieces: Pieces,
): (text: string) => string {
  const count = items.length
  const size = Math.min(SAMPLE, count)
  const sample = Array.from({ length: size }, (_, place) => textOf(items[Math.floor((place * count) / size)] as Item))
  const isWhole = sample[0]?.startsWith('{') ?? false
  const parts = cheapestParts(sample, isWhole ? names.slice(1) : names, count)
  if (parts.every(({ kind }) => kind === 'plain')) return (text) => text
  return (text) => cut(text, parts, pieces)
}

function cut(text: string, parts: readonly Part[], { codeFor }: Pieces): string {
  const last = text.length - 1
  let stored = ''
  let from = 0
  let kind: Part['kind'] = 'plain'
  function end(at: number): void {
    const part = text.slice(from, at)
    if (kind === 'plain' || part === '') stored += part
    else stored += kind === 'piece' ? codeFor(part) : cutEntries(part, codeFor)
    from = at
  }
  for (const part of parts) {
    const at = startOf(part, text, from)
    if (at === null) continue
    end(at)
    kind = part.kind
  }
  end(last)
  return stored + text.slice(last)
}

/** Where a part of a text starts; null if the text does not have its member. */
function startOf({ names, isAfterName }: Part, text: string, from: number): number | null {
  let at = -1
  let place = from
  for (const name of names) {
    at = text.indexOf(name, place)
    if (at >= 0) place = at + name.length
  }
  if (at < 0) return null
  return isAfterName ? place : at
}

const cutEntries = (value: string, codeFor: Pieces['codeFor']): string => {
  const entries = entriesOf(value)
  return entries ? `[${entries.map(codeFor).join(',')}]` : value
}
