import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { serveHere } from '../../operations/serving.ts'

it('a body without an end is refused with 413, and its connection is closed', { timeout: 30_000 }, async () => {
  const { address, key } = await serveHere()
  const { hostname, port } = new URL(address)
  const socket = connect(Number(port), hostname)
  // Writing to a connection that the server has just closed fails.
  socket.on('error', () => {})
  const closed = new Promise((resolve) => socket.once('close', resolve))
  const head = `POST /api/v1/search HTTP/1.1\r\nHost: ${hostname}\r\nX-Api-Key: ${key}\r\nContent-Type: application/json\r\n`
  socket.write(`${head}Transfer-Encoding: chunked\r\n\r\n`)
  const chunk = `1000\r\n${'x'.repeat(4096)}\r\n`
  let sent = 0
  const timer = setInterval(() => {
    sent += socket.write(chunk) ? chunk.length : 0
  }, 1)
  let text = ''
  socket.setEncoding('latin1').on('data', (data) => {
    text += data
  })
  await closed
  clearInterval(timer)
  expect(text).toMatch(/^HTTP\/1\.1 413 /)
  expect(text).toMatch(/^connection: close\r$/im)
  expect(sent).toBeLessThan(20_000_000)
  expect((await fetch(`${address}/api/v1/states`, { headers: { 'X-Api-Key': key } })).status).toBe(200)
})
