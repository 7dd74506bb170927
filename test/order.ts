import { readFileSync } from 'node:fs'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** What takes long to create, by the support module that provides it. */
const MADE_BY = {
  project: /^import .+\/site\/built\.ts'|'\.\/built\.ts'$/m,
  client: /^import .+'\.\/(?:package\/)?example\.ts'$/m,
}

/** Whether a test file needs what is made once a run. */
export const needs = (what: keyof typeof MADE_BY, file: string): boolean =>
  MADE_BY[what].test(readFileSync(file, 'utf8'))

/**
 * The files that take or wait longest, which would otherwise be the last ones to end. Those that mostly wait, the first
 * of each line, are apart: two at a time would leave a processor idle.
 */
const LONGEST = [
  ...['storage/outages', 'fuzz/contract', 'season/season', 'storage/stores', 'nightly/kill'],
  ...['http/outage', 'server', 'ingest/run', 'nightly/sources', 'nightly/year'],
  ...['secrets', 'answers/injection', 'account/permissions', 'client/sync'],
  ...['operations/drill', 'http/injection', 'bake/command', 'nightly/run'],
  ...['storage/guarded', 'client/follow', 'search/paging', 'store/plans'],
  ...['client/retry', 'http/updates', 'nightly/gate/night', 'store/lists'],
  ...['operations/stop', 'http/formats', 'http/limits', 'store/verdict'],
].map((name) => `/test/${name}.test.ts`)

/** Long files come first; files that need what is created in the background come when it is probably ready. */
export class Order extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const [client, project] = (['client', 'project'] as const).map((what) =>
      sorted.filter(({ moduleId }) => needs(what, moduleId)),
    ) as [TestSpecification[], TestSpecification[]]
    const longest = LONGEST.flatMap((end) => sorted.filter(({ moduleId }) => moduleId.endsWith(end)))
    const known = new Set([...client, ...project, ...longest])
    const others = sorted.filter((file) => !known.has(file))
    const early = Math.ceil(others.length / 16)
    // The pages in a browser take longest of all that needs the site.
    project.sort((a, b) => Number(inBrowser(b)) - Number(inBrowser(a)))
    return [...longest, ...others.slice(0, early), ...client, ...project, ...others.slice(early)]
  }
}

const inBrowser = ({ moduleId }: TestSpecification): boolean => moduleId.includes('browser')
