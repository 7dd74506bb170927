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

const fileOf = (name: string): string => `/test/${name}.test.ts`

/**
 * The files that take or wait longest, which would otherwise be the last ones to end. The first of each line mostly waits:
 * two of those at a time would leave a processor idle, so the others of its line are what two workers do meanwhile.
 */
const LONGEST = [
  ...['storage/outages', 'fuzz/contract', 'storage/stores', 'season/season'],
  ...['client/sync', 'http/injection', 'nightly/year'],
  ...['http/outage', 'nightly/push', 'operations/scale', 'nightly/kill', 'nightly/disk'],
  ...['nightly/sources', 'http/usage', 'bake/command', 'nightly/run'],
  ...['server', 'storage/exactness', 'ingest/read/clean', 'answers/allowance', 'nightly/gate/night'],
  ...['account/permissions', 'ingest/from/poison', 'ingest/from/award-lists', 'bake/exports', 'http/values'],
  ...['operations/drill', 'ingest/from/grants-gov', 'resources/added', 'ingest/cli', 'http/parameters'],
  ...['search/snippets', 'nightly/feed', 'ingest/pages/source', 'nightly/rollback'],
].map(fileOf)

/** Others that mostly wait, one after the other while the rest runs. */
const WAITING = [
  ...['secrets', 'client/retry', 'ingest/run', 'operations/start', 'client/follow', 'answers/model', 'account/away'],
  ...['storage/guarded', 'notify/deliver', 'operations/stop'],
].map(fileOf)
/** The number of other files that run beside each, at first the longest ones. */
const BESIDE = 12

/** Long files come first; files that need what is created in the background come when it is probably ready. */
export class Order extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const [client, project] = (['client', 'project'] as const).map((what) =>
      sorted.filter(({ moduleId }) => needs(what, moduleId)),
    ) as [TestSpecification[], TestSpecification[]]
    const [longest, waiting] = [LONGEST, WAITING].map((ends) =>
      ends.flatMap((end) => sorted.filter(({ moduleId }) => moduleId.endsWith(end))),
    ) as [TestSpecification[], TestSpecification[]]
    const known = new Set([...client, ...project, ...longest, ...waiting])
    const others = sorted.filter((file) => !known.has(file))
    const early = Math.ceil(others.length / 16)
    // The pages in a browser take longest of all that needs the site.
    project.sort((a, b) => Number(inBrowser(b)) - Number(inBrowser(a)))
    const rest = [...others.slice(0, early), ...client, ...project, ...others.slice(early)]
    const apart = rest.flatMap((file, place) => (place % BESIDE ? [file] : [...waiting.splice(0, 1), file]))
    return [...longest, ...apart, ...waiting]
  }
}

const inBrowser = ({ moduleId }: TestSpecification): boolean => moduleId.includes('browser')
