import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { countAdmissions } from '../../src/http/compose.ts'
import { isWanted, type LogLine } from '../../src/http/log.ts'
import { type Admission, type Meter, StoreUnavailable } from '../../src/metering/admission.ts'
import { openMetrics } from '../../src/operations/metrics.ts'
import { createMetricsServer, hasToken } from '../../src/operations/metrics-server.ts'
import type { Freshness } from '../../src/schema/history.ts'
import { DatasetUnavailable } from '../../src/store/open/dataset.ts'
import { openApi } from '../api.ts'

const CLOCK = Date.parse('2026-11-20T17:00:00.000Z')
const request = (more: object): LogLine => ({
  level: 'info',
  event: 'request',
  method: 'GET',
  route: '/api/v1/states',
  status: 200,
  ms: 3,
  ...more,
})

describe('the metrics', () => {
  it('count requests by method, route and status, and how long they take', async () => {
    const metrics = openMetrics()
    for (const ms of [0.4, 3, 3, 900]) metrics.line(request({ ms }))
    metrics.line(request({ status: 429 }))
    const text = await metrics.text()
    expect(text).toContain('rhp_requests_total{method="GET",route="/api/v1/states",status="200"} 4')
    expect(text).toContain('rhp_requests_total{method="GET",route="/api/v1/states",status="429"} 1')
    expect(text).toContain('rhp_request_duration_seconds_bucket{le="0.001",route="/api/v1/states"} 1')
    expect(text).toContain('rhp_request_duration_seconds_bucket{le="0.005",route="/api/v1/states"} 4')
    expect(text).toContain('rhp_request_duration_seconds_count{route="/api/v1/states"} 5')
    expect(text).toMatch(/^process_resident_memory_bytes [1-9]/m)
  })

  it('report whether the store decides, and count the other log lines', async () => {
    const metrics = openMetrics()
    expect(await metrics.text()).toContain('rhp_store_up 1')
    metrics.line({ level: 'error', event: 'store_away' })
    const away = await metrics.text()
    expect(away).toContain('rhp_store_up 0')
    expect(away).toContain('rhp_log_events_total{level="error",event="store_away"} 1')
    metrics.line({ level: 'info', event: 'store_back' })
    expect(await metrics.text()).toContain('rhp_store_up 1')
  })

  it('report the dataset, the age of each source, and lost log lines', async () => {
    const { service } = await openApi()
    const source = { checkedAt: '2026-11-20T16:00:00.000Z', succeededAt: null, changedAt: null, failedOn: [] }
    const sources: Freshness['sources'] = [
      { ...source, source: 'pages', failure: null, confirmed: { AK: '2026-11-20T16:00:00.000Z' } },
      { ...source, source: 'grants-gov', failure: 'answered 503', confirmed: {} },
    ]
    const metrics = openMetrics()
    metrics.follow({
      service: () => ({ ...service, freshness: { sources, pages: [] } }),
      datasetError: () => null,
      linesLost: () => 7,
      clock: () => CLOCK,
    })
    const text = await metrics.text()
    expect(text).toContain(`rhp_dataset_info{version="${service.manifest.datasetVersion}"} 1`)
    expect(text).toContain('rhp_dataset_state{state="current"} 1')
    expect(text).toContain('rhp_source_age_seconds{source="pages"} 3600')
    expect(text).not.toContain('rhp_source_age_seconds{source="grants-gov"}')
    expect(text).toContain('rhp_source_up{source="grants-gov"} 0')
    expect(text).toContain('rhp_log_lines_lost 7')
  })

  it('can be read while there is no dataset', async () => {
    const metrics = openMetrics()
    const service = () => {
      throw new DatasetUnavailable('gone')
    }
    metrics.follow({ service, clock: () => CLOCK })
    expect(await metrics.text()).toContain('rhp_dataset_state{state="unavailable"} 1')
  })
})

describe('admissions', () => {
  const usage = {} as never
  it.each<[string, () => Admission]>([
    ['admitted', () => ({ verdict: 'admitted', answer: 'not_asked', usage })],
    ['refused_minute', () => ({ verdict: 'refused', by: ['minute'], usage })],
    ['refused_month', () => ({ verdict: 'refused', by: ['minute', 'month'], usage })],
    ['revoked', () => ({ verdict: 'revoked' })],
    ['degraded', () => ({ verdict: 'degraded', plan: 'PRO' })],
    [
      'unavailable',
      () => {
        throw new StoreUnavailable('gone')
      },
    ],
  ])('are counted as %s, and passed on unchanged', async (verdict, admit) => {
    const metrics = openMetrics()
    const meter = countAdmissions({ admit: async () => admit() } as unknown as Meter, metrics.admission)
    const passed = meter.admit('' as never, { month: 1, answer: 0 }, {} as never)
    if (verdict === 'unavailable') await expect(passed).rejects.toThrow(StoreUnavailable)
    else expect(await passed).toEqual(admit())
    expect(await metrics.text()).toContain(`rhp_admissions_total{verdict="${verdict}"} 1`)
  })
})

describe('the metrics page', () => {
  const TOKEN = 'a-token-of-some-length'
  const ask = async (
    token: string | null,
    target: string,
    headers: Record<string, string> = {},
    text = async () => 'rhp_store_up 1\n',
  ) => {
    const server = createMetricsServer({
      text,
      contentType: 'text/plain; version=0.0.4',
      token,
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${target}`, { headers })
    const answer = [response.status, await response.text()]
    server.close()
    return answer
  }

  it('is open on its own port, and nothing else is there', async () => {
    expect(await ask(null, '/metrics')).toEqual([200, 'rhp_store_up 1\n'])
    expect((await ask(null, '/api/health'))[0]).toBe(404)
  })

  it('is a 503 while a worker process does not send its metrics, and the process goes on', async () => {
    const late = () => Promise.reject(new Error('Operation timed out.'))
    expect(await ask(null, '/metrics', {}, late)).toEqual([503, 'A worker process did not send its metrics in time.\n'])
  })

  it('requires its token if there is one', async () => {
    expect((await ask(TOKEN, '/metrics'))[0]).toBe(401)
    expect((await ask(TOKEN, '/metrics', { Authorization: 'Bearer wrong' }))[0]).toBe(401)
    expect((await ask(TOKEN, '/metrics', { Authorization: `Bearer ${TOKEN}` }))[0]).toBe(200)
  })

  it.each([undefined, '', 'Bearer', TOKEN, `Basic ${TOKEN}`, `Bearer ${TOKEN}x`, `Bearer ${TOKEN.slice(1)}`])(
    'rejects %s',
    (authorization) => {
      expect(hasToken(authorization, TOKEN)).toBe(false)
    },
  )
})

describe('a log line', () => {
  it.each([
    [request({}), 'info', 'all', true],
    [request({}), 'info', 'errors', false],
    [request({ status: 404 }), 'info', 'errors', true],
    [request({ status: 503 }), 'info', 'none', false],
    [request({}), 'warn', 'all', false],
    [{ level: 'warn', event: 'stop' }, 'warn', 'none', true],
    [{ level: 'info', event: 'stop' }, 'warn', 'all', false],
    [{ level: 'error', event: 'store_away' }, 'error', 'none', true],
  ] as const)('%j at level %s with requests %s is written: %s', (line, level, access, expected) => {
    expect(isWanted(line as LogLine, level, access)).toBe(expected)
  })
})
