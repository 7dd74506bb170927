import { hash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { createClient } from '@redis/client'
import { freePort } from './engines.ts'

export const FAULTS = [
  'refused',
  'hang',
  'slow',
  'drop',
  'lost',
  'garbage',
  'nonsense',
  'token',
  'flush',
  'flapping',
] as const
export type Fault = (typeof FAULTS)[number]

/** Upstash's REST API before a plain server, with faults on demand. */
export interface Bridge {
  url: string
  token: string
  /** How many requests came in since it was set to 0. */
  requests: number
  setFault(fault: Fault | null): Promise<void>
  command(...command: string[]): Promise<unknown>
  close(): Promise<void>
}

const SLOW_MS = 900

export async function startBridge(engineUrl: string): Promise<Bridge> {
  const token = 'a-token-for-tests'
  const engine = createClient({ url: engineUrl, RESP: 2 })
  engine.on('error', () => {})
  await engine.connect()
  const port = await freePort()
  const stripped = new Map<string, string>()
  let fault: Fault | null = null

  // Upstash knows a first line with flags that a plain server refuses; the digest is that of the text without it.
  const forServer = (command: unknown[]): string[] => {
    const [name = '', script = '', ...rest] = command.map(String)
    if (name.toLowerCase() === 'evalsha') return [name, stripped.get(script) ?? script, ...rest]
    if (!script.startsWith('#!lua')) return command.map(String)
    const plain = script.slice(script.indexOf('\n') + 1)
    stripped.set(hash('sha1', script), hash('sha1', plain))
    return [name, plain, ...rest]
  }
  const execute = async (command: unknown[], encoded: boolean): Promise<object> => {
    try {
      const result = await engine.sendCommand(forServer(command))
      return { result: encoded ? base64(result) : result }
    } catch (error) {
      return { error: (error as Error).message }
    }
  }
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    bridge.requests += 1
    const body = JSON.parse(await text(request))
    const send = (status: number, value: unknown): void => {
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(value))
    }
    if (fault === 'hang') return
    if (fault === 'drop' || (fault === 'flapping' && bridge.requests % 2)) return void request.socket.destroy()
    if (fault === 'garbage') return void response.end('<html>502 Bad Gateway</html>')
    if (fault === 'nonsense') return send(200, { result: [['d2hhdA=='], 7, null] })
    if (fault === 'slow') await new Promise((resolve) => setTimeout(resolve, SLOW_MS))
    if (fault === 'flush') await engine.sendCommand(['SCRIPT', 'FLUSH'])
    if (fault === 'token' || request.headers.authorization !== `Bearer ${token}`) {
      return send(401, { error: 'WRONGPASS invalid or missing auth token' })
    }
    const encoded = request.headers['upstash-encoding'] === 'base64'
    const many = request.url === '/pipeline' || request.url === '/multi-exec'
    const results = await Promise.all((many ? body : [body]).map((command: unknown[]) => execute(command, encoded)))
    if (fault === 'lost') return void request.socket.destroy()
    if (many) return send(200, results)
    send('error' in results[0] ? 400 : 200, results[0])
  }

  const open = async () => {
    const server = createServer((request, response) => void answer(request, response))
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
    return server
  }
  let server: Awaited<ReturnType<typeof open>> | null = await open()
  const shut = async () => {
    const shutting = server
    server = null
    shutting?.closeAllConnections()
    await new Promise((resolve) => (shutting ? shutting.close(resolve) : resolve(null)))
  }

  const bridge: Bridge = {
    url: `http://127.0.0.1:${port}`,
    token,
    requests: 0,
    async setFault(next) {
      fault = next
      if (next === 'refused') await shut()
      else server ??= await open()
    },
    command: (...command) => engine.sendCommand(command),
    async close() {
      await shut()
      await engine.close()
    },
  }
  return bridge
}

function base64(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(base64)
  return typeof value === 'string' && value !== 'OK' ? Buffer.from(value).toString('base64') : value
}
