import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it, vi } from 'vitest'
import { type LogLine, openLog } from '../../../src/http/log.ts'
import { toUnreadable } from '../../../src/http/server/http-server.ts'
import { generateKey } from '../../../src/metering/keys.ts'

const line = (number: number, level: LogLine['level'] = 'info'): LogLine => ({ level, event: 'request', number })
const parseNumbers = (text: string): number[] =>
  text
    .trim()
    .split('\n')
    .map((each) => JSON.parse(each).number)

const inMs = (ms: number) => (flush: () => void) => void setTimeout(flush, ms).unref()

describe('the log', () => {
  it('writes the lines of a moment together, in order', async () => {
    const written: string[] = []
    const log = openLog((text) => written.push(text), inMs(5))
    for (const number of [1, 2, 3]) log.line(line(number))
    expect(written).toEqual([])
    await vi.waitFor(() => expect(written.map(parseNumbers)).toEqual([[1, 2, 3]]))
    log.line(line(4))
    await vi.waitFor(() => expect(written.map(parseNumbers)).toEqual([[1, 2, 3], [4]]))
  })

  it('writes an error immediately, after the lines before it', () => {
    const written: string[] = []
    const log = openLog((text) => written.push(text), inMs(60_000))
    log.line(line(1))
    log.line(line(2, 'error'))
    expect(written.map(parseNumbers)).toEqual([[1, 2]])
  })

  it('buffers a limited amount', () => {
    const written: string[] = []
    const log = openLog((text) => written.push(text), inMs(60_000))
    for (let number = 0; number < 10_000; number += 1) log.line(line(number))
    log.flush()
    expect(Math.max(...written.map(({ length }) => length))).toBeLessThan(70_000)
    expect(written.flatMap(parseNumbers)).toEqual(Array.from({ length: 10_000 }, (_, number) => number))
  })

  it('asks for one flush at a time', () => {
    const flushes: (() => void)[] = []
    const written: string[] = []
    const log = openLog(
      (text) => written.push(text),
      (flush) => flushes.push(flush),
    )
    for (const number of [1, 2]) log.line(line(number))
    expect(flushes.length).toBe(1)
    flushes[0]?.()
    log.line(line(3))
    expect(flushes.length).toBe(2)
    flushes[1]?.()
    expect(written.map(parseNumbers)).toEqual([[1, 2], [3]])
  })
})

describe('a process that ends', () => {
  const LOG = path.join(import.meta.dirname, '..', '..', '..', 'src', 'http', 'log.ts')
  const run = async (end: string): Promise<string> => {
    const script = `
      import { openLog } from ${JSON.stringify(LOG)}
      const log = openLog((text) => process.stdout.write(text), (flush) => setTimeout(flush, 60_000).unref())
      process.once('exit', log.flush)
      for (const number of [1, 2, 3]) log.line({ level: 'info', event: 'request', number })
      ${end}
    `
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]).catch(
      (error: { stdout: string }) => error,
    )
    return stdout
  }

  it.each([
    ['exits', 'process.exit(0)'],
    ['has nothing left to do', ''],
    ['crashes on an exception', "setTimeout(() => { throw new Error('a bug') })"],
    ['crashes on a rejection', "Promise.reject(new Error('a bug'))"],
  ])('and %s writes the buffered lines', async (_, end) => {
    expect(parseNumbers(await run(end))).toEqual([1, 2, 3])
  })
})

it('a failure before a request can be read is logged with its time and without keys, and says nothing', async () => {
  const lines: LogLine[] = []
  const { secret } = generateKey()
  const log = (line: LogLine) => void lines.push(line)
  const response = toUnreadable({ base: null, clock: () => 0, log })(new Error(`no route for ${secret}`))
  expect(response.status).toBe(500)
  expect(await response.text()).not.toContain('no route')
  const id = response.headers.get('X-Request-Id')
  expect(lines).toMatchObject([
    { level: 'error', event: 'failure', id, at: '1970-01-01T00:00:00.000Z', message: 'no route for rhp_live_…' },
  ])
  expect(JSON.stringify(lines)).not.toContain(secret)
})
