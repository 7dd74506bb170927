import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Command } from 'commander'
import { Bench } from 'tinybench'
import { ACTORS } from '../src/account/actions.ts'
import { prepare } from '../src/bake/prepare.ts'
import { readManifest, release } from '../src/bake/release.ts'
import { createApp } from '../src/http/app.ts'
import { newId, newKey } from '../src/metering/keys.ts'
import { openEmbedded } from '../src/storage/embedded/store.ts'
import { openService } from '../src/store/service.ts'

/** What is measured: whole requests, in process, with key check and metering on an embedded store. */
const REQUESTS = {
  'states list': '/api/v1/states',
  'awards, 100 rows of a state': '/api/v1/awards?state=AL&fiscalYear=2026&limit=100',
  'opportunities, 25 rows by status and state': '/api/v1/opportunities?status=CLOSED&state=ND&limit=25',
  'events, keyword': '/api/v1/events?q=webinar',
  'last page of awards': '/api/v1/awards?limit=100&page=6',
  'one document': '/api/v1/documents/031b135d-9386-51b0-bc12-9ca1ee2e13ff',
  search: null,
} as const satisfies Record<string, string | null>

const program = new Command('bench')
  .description('Measures whole requests in process on the baked data, and the bake. Compare figures of one run only.')
  .option('--data <dir>', 'dataset folder', 'data')
  .option('--time <ms>', 'how long each request is measured', '500')
  .option('--json', 'print the figures as JSON', false)
  .action(run)

async function run({ data, time, json }: { data: string; time: string; json: boolean }): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'rural-health-bench-'))
  const began = performance.now()
  const { publication } = await prepare(data, () => {})
  release(publication, folder, Date.now(), () => {})
  const bakeSeconds = (performance.now() - began) / 1000
  const rows = Object.values(readManifest(folder)?.counts ?? {}).reduce((sum, count) => sum + count, 0)

  const service = openService(folder)
  const store = openEmbedded(path.join(folder, 'store.sqlite'))
  // A clock that moves a minute with every request keeps the benchmark under its limits.
  let now = Date.now()
  const clock = () => {
    now += 60_000
    return now
  }
  const app = createApp({ service: () => service, meter: store, clock, log: () => {}, base: null })
  const account = await store.createAccount(
    { id: newId('acct'), name: 'Bench', plan: 'TEAM', ownerEmail: 'bench@example.com' },
    now,
    ACTORS.maintainer,
  )
  const { secret, ...draft } = newKey()
  await store.createKey(account.id, { id: newId('key'), name: 'Bench', ...draft }, now, ACTORS.maintainer)
  const headers = { Authorization: `Bearer ${secret}` }

  const bench = new Bench({ time: Number(time) })
  for (const [name, target] of Object.entries(REQUESTS)) {
    bench.add(name, async () => {
      const response = target
        ? await app.request(target, { headers })
        : await app.request('/api/v1/search', {
            method: 'POST',
            headers: { ...headers, 'Content-Type': 'application/json' },
            body: '{"query":"telehealth grants"}',
          })
      if (response.status !== 200) throw new Error(`${name} answers ${response.status}: ${await response.text()}`)
      await response.text()
    })
  }
  const etag = (await app.request(REQUESTS['states list'], { headers })).headers.get('etag') ?? ''
  bench.add('states list, 304', async () => {
    await app.request(REQUESTS['states list'], { headers: { ...headers, 'If-None-Match': etag } })
  })
  await bench.run()
  const figures = bench.tasks.map(({ name, result }) => ({
    request: name,
    perSecond: 'throughput' in result ? Math.round(result.throughput.mean) : 0,
    msMean: 'latency' in result ? round(result.latency.mean) : null,
    msP99: 'latency' in result ? round(result.latency.p99) : null,
  }))
  if (json) console.log(JSON.stringify({ bakeSeconds: round(bakeSeconds), rows, figures }))
  else {
    console.table(figures)
    console.log(`Bake: ${rows} rows in ${bakeSeconds.toFixed(2)} s.`)
  }
}

const round = (value: number): number => Math.round(value * 1000) / 1000

await program.parseAsync()
