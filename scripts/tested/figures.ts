import { existsSync, readFileSync, writeFileSync } from 'node:fs'

/** Mutants, those that the tests detected, and those without an effect. */
export interface Counts {
  mutants: number
  noticed: number
  equivalent: number
}

/** The figures of the last mutation runs, by module. */
export interface Figures {
  mutation: { [module: string]: Counts & { at: string } }
}

const FILE = 'test/figures.json'

export const readFigures = (): Figures => (existsSync(FILE) ? JSON.parse(readFileSync(FILE, 'utf8')) : { mutation: {} })

export const writeFigures = (figures: Figures): void => writeFileSync(FILE, `${JSON.stringify(figures, null, 2)}\n`)

/** The share of mutants that were detected, in percent. */
export const scoreOf = ({ mutants, noticed, equivalent }: Counts): number =>
  mutants === equivalent ? 100 : Math.round((noticed / (mutants - equivalent)) * 1000) / 10
