import path from 'node:path'
import { type Contender, createCalls, SERVICE_CALLS, startServer, stopAll } from './contender.ts'

const SERVER = path.join(import.meta.dirname, 'bare-server.ts')

/** The baseline: what the same hardware does when it only reads and sends ready-made bodies. */
export const bare: Contender = {
  label: 'plain node:http with better-sqlite3 (baseline)',
  async start({ material, port, pin }) {
    const server = await startServer({ command: [...pin, process.execPath, SERVER, material.bare, String(port)], port })
    return {
      roots: [server.pid],
      headers: { 'Content-Type': 'application/json' },
      findCalls: createCalls(SERVICE_CALLS),
      stop: () => stopAll(server),
    }
  },
}
