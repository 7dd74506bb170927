import { readFileSync } from 'node:fs'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** What takes long to create, by the support module that provides it. */
const MADE_BY = {
  project: /^import .+\/(?:site\/)?(?:built|in-browser)\.ts'$/m,
  client: /^import .+'\.\/(?:package\/)?example\.ts'$/m,
}

/** Whether a test file needs what is made once a run. */
export const needs = (what: keyof typeof MADE_BY, file: string): boolean =>
  MADE_BY[what].test(readFileSync(file, 'utf8'))

const EARLY_SHARE = 1 / 4

/**
 * The order of vitest (longest first, by its last run), except that files which need what is created in the background
 * come when it is probably ready.
 */
export class Order extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const waiting = sorted.filter(({ moduleId }) => needs('client', moduleId) || needs('project', moduleId))
    const others = sorted.filter((file) => !waiting.includes(file))
    const early = Math.ceil(others.length * EARLY_SHARE)
    return [...others.slice(0, early), ...waiting, ...others.slice(early)]
  }
}
