import { existsSync, readFileSync, writeFileSync } from 'node:fs'

/** Mutants, those that the tests detected, and those without an effect. */
export interface Counts {
  mutants: number
  noticed: number
  equivalent: number
}

/** The figures of the last runs, shown in the README. */
export interface Figures {
  /** Of the whole suite; null until recorded. */
  suite: { at: string; files: number; tests: number; skipped: number; seconds: number } | null
  mutation: { [module: string]: Counts & { at: string } }
}

const FILE = 'test/figures.json'

export const readFigures = (): Figures =>
  existsSync(FILE) ? JSON.parse(readFileSync(FILE, 'utf8')) : { suite: null, mutation: {} }

export const writeFigures = (figures: Figures): void => writeFileSync(FILE, `${JSON.stringify(figures, null, 2)}\n`)

/** The share of mutants that were detected, in percent. */
export const scoreOf = ({ mutants, noticed, equivalent }: Counts): number =>
  mutants === equivalent ? 100 : Math.round((noticed / (mutants - equivalent)) * 1000) / 10

export function sumOf(all: readonly Counts[]): Counts {
  const sum = { mutants: 0, noticed: 0, equivalent: 0 }
  for (const { mutants, noticed, equivalent } of all) {
    sum.mutants += mutants
    sum.noticed += noticed
    sum.equivalent += equivalent
  }
  return sum
}
