import type { FactKind, Facts } from './facts.ts'

type Rule = (before: unknown, after: unknown) => boolean

const lost = (before: unknown, after: unknown): boolean =>
  (before as unknown[]).some((entry) => !(after as unknown[] | undefined)?.includes(entry))

/** Whether a promised fact still holds; `after` is undefined when the fact is gone. */
const HOLDS = {
  stays: (_, after) => after !== undefined,
  same: (before, after) => JSON.stringify(before) === JSON.stringify(after),
  // Without its bound, type or set of values, a parameter accepts everything.
  accepts: (before, after) => after === undefined || !lost(before, after),
  gives: (before, after) => after !== undefined && !lost(after, before),
  names: (before, after) => after !== undefined && !lost(before, after),
  atMost: (before, after) => after === undefined || (after as number) >= (before as number),
  atLeast: (before, after) => after === undefined || (after as number) <= (before as number),
  needs: () => true,
} as const satisfies Record<FactKind, Rule>

/** Facts that narrow the contract when they are new. */
const NARROWS = new Set<FactKind>(['atMost', 'atLeast', 'needs'])

/**
 * The names of the facts whose change breaks existing callers. A new fact breaks callers only if it narrows a part that
 * existed before: a new parameter with bounds breaks no one, a new required parameter does.
 */
export function breakingChanges(before: Facts, after: Facts): string[] {
  const broken = Object.entries(before)
    .filter(([name, [kind, value]]) => !HOLDS[kind](value, after[name]?.[1]) && !isWider(name, after))
    .map(([name]) => name)
  const narrowed = Object.entries(after)
    .filter(([name, [kind]]) => NARROWS.has(kind) && !(name in before) && existedBefore(name, kind, before))
    .map(([name]) => name)
  return [...broken, ...narrowed].sort()
}

/** Whether a parameter no longer requires a format, and so accepts more. */
const isWider = (name: string, after: Facts): boolean => / \?\S+ format$/.test(name) && !(name in after)

/** Whether the part that a fact narrows existed before. A requirement narrows its whole endpoint. */
function existedBefore(name: string, kind: FactKind, before: Facts): boolean {
  const [method, path] = name.split(' ')
  return (kind === 'needs' ? `${method} ${path}` : name.slice(0, name.lastIndexOf(' '))) in before
}
