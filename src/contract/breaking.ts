import type { FactKind, Facts } from './facts.ts'

type Rule = (before: unknown, after: unknown) => boolean

const lost = (before: unknown, after: unknown): boolean =>
  (before as unknown[]).some((entry) => !(after as unknown[] | undefined)?.includes(entry))

/** Whether a fact that was promised still holds; `after` is undefined when it is gone. */
const HOLDS = {
  stays: (_, after) => after !== undefined,
  same: (before, after) => JSON.stringify(before) === JSON.stringify(after),
  // A bound, a type or a set of values that is gone accepts everything.
  accepts: (before, after) => after === undefined || !lost(before, after),
  gives: (before, after) => after !== undefined && !lost(after, before),
  names: (before, after) => after !== undefined && !lost(before, after),
  atMost: (before, after) => after === undefined || (after as number) >= (before as number),
  atLeast: (before, after) => after === undefined || (after as number) <= (before as number),
  needs: () => true,
} as const satisfies Record<FactKind, Rule>

/** What a new bound does to callers who were free before. */
const NARROWS = new Set<FactKind>(['atMost', 'atLeast', 'needs'])

/**
 * The names of the facts whose change breaks callers of the contract before. Only what is new to a part that existed
 * already can narrow it: a new parameter with bounds breaks nobody, a new required one does.
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

/** Whether a parameter no longer asks for a format, and so takes more. */
const isWider = (name: string, after: Facts): boolean => / \?\S+ format$/.test(name) && !(name in after)

/** Whether the part that a fact narrows was there; a requirement narrows the whole endpoint that it stands in. */
function existedBefore(name: string, kind: FactKind, before: Facts): boolean {
  const [method, path] = name.split(' ')
  return (kind === 'needs' ? `${method} ${path}` : name.slice(0, name.lastIndexOf(' '))) in before
}
