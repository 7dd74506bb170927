import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { parseXml } from '@rgrove/parse-xml'
import Database from 'better-sqlite3'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { writeBare } from '../../scripts/bench/speed/bare.ts'
import { openBare } from '../../scripts/bench/speed/bare-reader.ts'
import { formatChart } from '../../scripts/bench/speed/chart.ts'
import { bare } from '../../scripts/bench/speed/contenders/bare.ts'
import { inProcess } from '../../scripts/bench/speed/in-process.ts'
import { load, readSeen, writeCalls } from '../../scripts/bench/speed/load.ts'
import type { Material } from '../../scripts/bench/speed/material.ts'
import { combine, type Figures, measure, prepare } from '../../scripts/bench/speed/measure.ts'
import { replaceFigures } from '../../scripts/bench/speed/page.ts'
import { listTree, readMemory, readProcessorTime } from '../../scripts/bench/speed/processes.ts'
import { createWorkloads, PAGE_ROWS, readPageRows } from '../../scripts/bench/speed/questions.ts'
import { createRandom } from '../../scripts/bench/speed/random.ts'
import { formatReport, type Report } from '../../scripts/bench/speed/report.ts'
import type { Result } from '../../scripts/bench/speed/rounds.ts'
import { writeSynthetic } from '../../scripts/bench/speed/synthetic.ts'
import { prepare as prepareBake } from '../../src/bake/bake.ts'
import { release } from '../../src/bake/release.ts'
import { readRecords } from '../../src/records/dataset.ts'
import { openService } from '../../src/store/service.ts'
import { FIXTURE, scratch } from '../api.ts'
import { freePort } from '../storage/engines.ts'

/** The parts of `npm run bench`. Measured values are never asserted. */

const NOW = Date.parse('2026-11-21T12:00:00Z')
const SIZE = { documents: 80, awards: 120, notices: 60 }
const folder = scratch()
const baked = path.join(folder, 'baked')
const bareFile = path.join(folder, 'bare.sqlite')
let material: Material

beforeAll(async () => {
  const data = path.join(folder, 'data')
  await writeSynthetic(data, SIZE, await readRecords(FIXTURE), NOW)
  const { publication } = await prepareBake(data, () => {})
  await release(publication, baked, NOW, () => {})
  writeBare(bareFile, baked, (await readRecords(data)).documents, NOW)
  const db = new Database(bareFile, { readonly: true })
  const pageRows = readPageRows(db)
  const workloads = createWorkloads(db, createRandom(1))
  const times = await inProcess(baked, { workloads, rows: 10, now: NOW, times: 50 })
  material = { baked, bare: bareFile, workloads, pageRows, inProcess: times, bake: BAKE }
  db.close()
})

const BAKE = { records: 560, seconds: 2, recordsPerSecond: 280, peakMemoryMb: 150, recordsMb: 1, databaseMb: 4 }

describe('the synthetic dataset', () => {
  it('is published completely: every award is verified, and no two notices are merged', () => {
    const service = openService(baked)
    onTestFinished(service.close)
    expect(service.manifest.counts).toMatchObject({
      documents: SIZE.documents,
      awards: SIZE.awards,
      opportunities: SIZE.notices,
    })
  })

  it('is the same for the same size and day', async () => {
    const [first, second] = [path.join(folder, 'first'), path.join(folder, 'second')]
    const model = await readRecords(FIXTURE)
    for (const place of [first, second])
      await writeSynthetic(place, { documents: 160, awards: 5, notices: 5 }, model, NOW)
    for (const kind of ['documents', 'awards', 'notices', 'lists']) {
      const [one, other] = [first, second].map((place) =>
        readFileSync(path.join(place, 'records', `${kind}.ndjson`), 'utf8'),
      )
      expect(one).toBe(other)
    }
  })
})

describe('the questions', () => {
  it('of a workload are all different', () => {
    for (const { name, questions } of material.workloads) {
      expect(new Set(questions.map((question) => JSON.stringify(question))).size, name).toBe(questions.length)
    }
  })

  it('of datasets of different sizes have pages of the same length', () => {
    const db = new Database(bareFile, { readonly: true })
    onTestFinished(() => void db.close())
    const { awards, opportunities } = readPageRows(db)
    expect(awards).toBeLessThan(PAGE_ROWS.awards)
    expect(opportunities).toBeLessThan(PAGE_ROWS.opportunities)
    const of = (rows: { awards: number; opportunities: number }) =>
      createWorkloads(db, createRandom(1), rows).find(({ name }) => name === 'b')?.questions as readonly {
        limit: number
      }[]
    expect(of({ awards: 1, opportunities: 1 }).map(({ limit }) => limit)).not.toContain(2)
    expect(of({ awards: PAGE_ROWS.awards, opportunities: 1 })).toEqual([])
  })

  it("are answered by the bare database with the service's records", () => {
    const service = openService(baked)
    onTestFinished(service.close)
    const reader = openBare(bareFile)
    for (const workload of material.workloads) {
      if (workload.asks !== 'awards' && workload.asks !== 'opportunities') continue
      for (const { page, limit, ...filters } of workload.questions.slice(0, 5)) {
        const listed = service.readers[workload.asks].list(
          { filters: Object.fromEntries(Object.entries(filters).map(([name, value]) => [name, [value]])), page, limit },
          NOW,
        )
        const answer = JSON.parse(reader[workload.asks]({ ...filters, page, limit } as never) ?? '')
        expect(answer.data).toEqual(JSON.parse(listed.data))
        expect(answer.pagination.total).toBe(listed.total)
      }
    }
    const [word] = (material.workloads.find(({ name }) => name === 'x')?.questions ?? []) as {
      query: string
      limit: number
    }[]
    expect(JSON.parse(reader.search(word!) ?? '').count).toBeGreaterThan(0)
  })
})

it('of each workload that reads records, the time in process is measured', () => {
  const { p99, firstPage, lastPage } = material.inProcess
  expect(Object.keys(p99)).toEqual(['b', 'c', 'd', 'x', 'e'])
  for (const ms of [...Object.values(p99), firstPage, lastPage]) expect(ms).toBeGreaterThan(0)
})

describe('a run', () => {
  it('reads what wrk prints after its own lines', () => {
    const line = '{"requests":10,"seconds":1.5,"p50":1,"p99":2,"longest":3,"failed":0}'
    expect(readSeen(`Running 1s test\n  10 requests in 1.5s\n${line}\n`)).toMatchObject({ requests: 10, longest: 3 })
    expect(() => readSeen('unable to connect')).toThrow('unable to connect')
  })

  it('sends the requests in order from the given one, and counts failures', async () => {
    const asked: string[] = []
    const server = createServer(({ method, url, headers }, response) => {
      asked.push(`${method} ${url} ${headers['x-api-key']}`)
      response.writeHead(url === '/c' ? 500 : 200).end('{}')
    }).listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await once(server, 'listening')
    const calls = path.join(folder, 'calls.tsv')
    writeCalls(calls, [{ path: '/a' }, { method: 'POST', path: '/b', body: '{"query":"x"}' }, { path: '/c' }])
    const { port } = server.address() as AddressInfo
    const run = { port, headers: { 'x-api-key': 'k' }, calls, from: 1, connections: 4, seconds: 0 }
    const seen = await load('own client', run, [])
    // Each connection sends at least one request.
    expect(asked.toSorted()).toEqual(['GET /a k', 'GET /c k', 'POST /b k', 'POST /b k'])
    expect(seen).toMatchObject({ requests: 4, failed: 1 })
  })

  it('measures a contender, including its CPU time', async () => {
    const port = await freePort()
    const running = await bare.start({ material, folder, port, pin: [] })
    if ('missing' in running) throw new Error(running.missing)
    onTestFinished(running.stop)
    const runner = await prepare(running, { folder, port }, material.workloads)
    // It does not support entity tags.
    expect([...runner.prepared.keys()]).toEqual(['a', 'b', 'c', 'd', 'x', 'e'])
    const figures = await measure(runner, 'e', { program: 'own client', pin: [], seconds: 0.1, warmupSeconds: 0 })
    expect(figures).toMatchObject({ failed: 0 })
    expect(figures?.rate).toBeGreaterThan(0)
  })

  it.runIf(process.platform === 'linux')('reads the CPU time and memory of a process and its children', async () => {
    const child = spawn('sh', ['-c', 'sleep 30 & wait'], { detached: true })
    onTestFinished(() => void process.kill(-(child.pid as number)))
    await expect.poll(() => listTree([child.pid as number])).toHaveLength(2)
    expect(readProcessorTime([process.pid])).toBeGreaterThan(0)
    expect(readProcessorTime([2 ** 22 + 1])).toBeNull()
    expect(readMemory(listTree([child.pid as number]))).not.toBeNull()
  })

  it('takes the median of its rounds, and the maximum of the longest response and failures', () => {
    const rounds = [30, 10, 20].map((value) => createFigures(value))
    expect(combine(rounds)).toEqual({ ...createFigures(20), longest: 90, failed: 60 })
  })
})

const createFigures = (us: number): Figures => ({
  rate: 1e6 / us,
  processorUs: us,
  p50: us / 10,
  p99: us,
  longest: 3 * us,
  failed: us,
})

const figures = (processorUs: number | null): Figures => ({
  rate: 1234.5,
  processorUs,
  p50: 1,
  p99: 2.25,
  longest: 9,
  failed: 0,
})
const RESULTS: Result[] = [
  {
    contender: 'ours',
    label: 'this service',
    missing: null,
    memoryMb: 210,
    figures: { a: figures(50), '304': figures(25) },
  },
  { contender: 'bare', label: 'the <baseline>', missing: null, memoryMb: 70, figures: { a: figures(20) } },
  { contender: 'json-server', label: 'json-server', missing: null, memoryMb: null, figures: { a: figures(12_345.6) } },
  { contender: 'datasette', label: 'Datasette', missing: 'datasette is not installed', memoryMb: null, figures: {} },
]
const REPORT: Report = {
  conditions: {
    date: '2026-11-21',
    processor: 'A processor',
    cores: 2,
    node: '24.0.0',
    sqlite: '3.54.0',
    load: 'wrk',
    connections: 32,
    loadBefore: 0.4,
    rounds: 3,
    seconds: 2,
    bake: BAKE,
    pageRows: PAGE_ROWS,
  },
  results: RESULTS,
  growth: [],
  cold: [],
}

describe('the report', () => {
  it('shows the CPU time of each contender and the service relative to the baseline', () => {
    const text = formatReport(REPORT)
    expect(text).toContain('| this service | 50 | – | – | – | – | – | 25 | 210 |')
    expect(text).toContain('| json-server | 12,346 | – | – | – | – | – | – | – |')
    expect(text).toContain('| **a** states list | 1,235 | 1.0 | 2.3 | 9.0 | 0 | 0.40 |')
    // A 304 is compared with a full response.
    expect(text).toContain('| **304** states list, not modified | 1,235 | 1.0 | 2.3 | 9.0 | 0 | 0.80 |')
    expect(text).toContain('Datasette was not measured: datasette is not installed.')
    expect(text).toContain('Measured on 2026-11-21 with `npm run bench` on A processor (2 cores)')
  })

  it('shows how p99 grows with the data, and the first responses after a cold start', () => {
    const grown = (p99: number, lastPage: number) => ({
      inProcess: { p99: { b: p99 / 10 }, firstPage: 0.1, lastPage },
      results: [{ ...(RESULTS[0] as Result), figures: { b: { ...figures(50), p99 } } }],
    })
    const text = formatReport({
      ...REPORT,
      results: [],
      growth: [
        { scale: 1, bake: BAKE, ...grown(2, 0.11) },
        { scale: 10, bake: { ...BAKE, records: 5_600 }, ...grown(3, 0.25) },
      ],
      cold: [
        { name: 'plain', label: 'plain', medianMs: 50, fastestMs: 40, processorMs: 45 },
        { name: 'function', label: 'the function', medianMs: 80, fastestMs: 70, processorMs: null },
      ],
    })
    expect(text).toContain('| **b** awards by state and year, 100 rows | at most 1.5 | 2.0 (1.0) | 3.0 (1.5) |')
    expect(text).toContain('| **b** in process, without HTTP | – | 0.200 (1.0) | 0.300 (1.5) |')
    expect(text).toContain('(relative to the first page) | at most 3 | 0.11 (1.1) | 0.25 (2.5) |')
    expect(text).toContain('| records | – | 560 | 5,600 |')
    expect(text).toContain('| the function | 80 (1.60) | 70 (1.75) | – |')
  })

  it('draws a chart in valid XML, with longer bars for more requests, in light and dark', () => {
    const svg = formatChart(RESULTS)
    expect(parseXml(svg).root?.name).toBe('svg')
    const widths = [...svg.matchAll(/class="bar[^"]*" x="\d+" y="\d+" width="([\d.]+)"/g)].map(([, width]) =>
      Number(width),
    )
    expect(widths).toHaveLength(4)
    expect(widths[1]).toBeGreaterThan(widths[0] as number)
    expect(widths[0]).toBeGreaterThan(widths[2] as number)
    expect(svg).toContain('the &lt;baseline&gt;')
    expect(svg).toContain('prefers-color-scheme: dark')
  })

  it('goes between the markers of its page', () => {
    const readme = readFileSync(path.join(import.meta.dirname, '..', '..', 'docs', 'speed.md'), 'utf8')
    const written = replaceFigures(readme, 'FIGURES')
    expect(replaceFigures(written, 'FIGURES')).toBe(written)
    expect(written).toContain('\n\nFIGURES\n\n<!-- end of speed -->')
    expect(() => replaceFigures('# Another', 'FIGURES')).toThrow('<!-- speed: npm run bench')
  })
})
