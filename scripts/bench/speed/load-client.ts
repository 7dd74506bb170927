import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import type { Run, Seen } from './load.ts'

/** The load generator if wrk is not installed: reads a run as JSON and prints the results. */
const { port, headers, calls: file, from, connections, seconds }: Run = JSON.parse(process.argv[2] ?? '{}')

const calls = readFileSync(file, 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => {
    const [method = 'GET', path = '/', body = ''] = line.split('\t')
    return { method, path, body }
  })
const agent = new Agent({ keepAlive: true, maxSockets: connections })
const latencies: number[] = []
let at = from
let failed = 0

const began = performance.now()
const end = began + seconds * 1000

function ask(): Promise<void> {
  const { method, path, body } = calls[at++ % calls.length] as (typeof calls)[number]
  const sent = performance.now()
  return new Promise((resolve) => {
    const countLost = (): void => {
      failed += 1
      resolve()
    }
    request({ host: '127.0.0.1', port, method, path, agent, headers }, (response) => {
      response.resume()
      response.on('error', countLost)
      response.on('end', () => {
        latencies.push(performance.now() - sent)
        if ((response.statusCode ?? 0) >= 400) failed += 1
        resolve()
      })
    })
      .on('error', countLost)
      .end(body)
  })
}

await Promise.all(
  Array.from({ length: connections }, async () => {
    do await ask()
    while (performance.now() < end)
  }),
)
agent.destroy()
latencies.sort((a, b) => a - b)
const getPercentile = (share: number): number => latencies[Math.ceil(latencies.length * share) - 1] ?? 0
const seen: Seen = {
  requests: latencies.length,
  seconds: (performance.now() - began) / 1000,
  p50: getPercentile(0.5),
  p99: getPercentile(0.99),
  longest: latencies.at(-1) ?? 0,
  failed,
}
console.log(JSON.stringify(seen))
