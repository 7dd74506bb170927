import { expect, it } from 'vitest'
import type { LogLine } from '../../src/http/log.ts'
import { unreadable } from '../../src/http/server/http-server.ts'
import { newKey } from '../../src/metering/keys.ts'

it('a failure before a request can be read is logged with its time and without keys, and says nothing', async () => {
  const lines: LogLine[] = []
  const { secret } = newKey()
  const log = (line: LogLine) => void lines.push(line)
  const response = unreadable({ base: null, clock: () => 0, log })(new Error(`no route for ${secret}`))
  expect(response.status).toBe(500)
  expect(await response.text()).not.toContain('no route')
  const id = response.headers.get('X-Request-Id')
  expect(lines).toMatchObject([
    { level: 'error', event: 'failure', id, at: '1970-01-01T00:00:00.000Z', message: 'no route for rhp_live_…' },
  ])
  expect(JSON.stringify(lines)).not.toContain(secret)
})
