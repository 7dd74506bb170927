import { readFileSync } from 'node:fs'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** What takes long to create, by the support module that provides it. */
const MADE_BY = { project: /^import .+\/site\/built\.ts'|'\.\/built\.ts'$/m, client: /^import .+'\.\/example\.ts'$/m }

/** Whether a test file needs what is made once a run. */
export const needs = (what: keyof typeof MADE_BY, file: string): boolean =>
  MADE_BY[what].test(readFileSync(file, 'utf8'))

/** Files that need what is created in the background come when it is probably ready. */
export class Order extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const [client, project] = (['client', 'project'] as const).map((what) =>
      sorted.filter(({ moduleId }) => needs(what, moduleId)),
    ) as [TestSpecification[], TestSpecification[]]
    const others = sorted.filter((file) => !client.includes(file) && !project.includes(file))
    const [early, late] = [Math.ceil(others.length / 16), Math.ceil(others.length / 8)]
    return [...others.slice(0, early), ...client, ...others.slice(early, late), ...project, ...others.slice(late)]
  }
}
