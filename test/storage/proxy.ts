import { connect, createServer, type Socket } from 'node:net'
import { freePort } from '../free-port.ts'

export const TCP_FAULTS = ['refused', 'hang', 'drop', 'lost', 'garbage', 'flapping'] as const
type TcpFault = (typeof TCP_FAULTS)[number]

/** A TCP connection to a server that can be cut in several ways. */
export interface TcpProxy {
  url: string
  setFault(fault: TcpFault | null): Promise<void>
  close(): Promise<void>
}

export async function startProxy(engineUrl: string): Promise<TcpProxy> {
  const target = Number(new URL(engineUrl).port)
  const port = await freePort()
  const sockets = new Set<Socket>()
  let fault: TcpFault | null = null
  let pieces = 0

  const carry = (client: Socket): void => {
    const server = connect(target, '127.0.0.1')
    for (const socket of [client, server]) {
      sockets.add(socket)
      socket.setNoDelay(true)
      socket.on('error', () => {})
      socket.once('close', () => {
        sockets.delete(socket)
        client.destroy()
        server.destroy()
      })
    }
    client.on('data', (data) => {
      pieces += 1
      if (fault === 'hang') return
      if (fault === 'drop' || (fault === 'flapping' && pieces % 2)) return void client.destroy()
      if (fault === 'garbage') return void client.write('HTTP/1.1 400 Bad Request\r\n\r\n')
      server.write(data)
    })
    server.on('data', (data) => {
      if (fault === 'lost') return void client.destroy()
      if (fault !== 'hang') client.write(data)
    })
  }
  const open = async () => {
    const listening = createServer(carry)
    await new Promise<void>((resolve) => listening.listen(port, '127.0.0.1', resolve))
    return listening
  }
  let listening: Awaited<ReturnType<typeof open>> | null = await open()
  const shut = async () => {
    const shutting = listening
    listening = null
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => (shutting ? shutting.close(resolve) : resolve(null)))
  }
  return {
    url: `redis://127.0.0.1:${port}`,
    async setFault(next) {
      fault = next
      if (next === 'refused') await shut()
      else listening ??= await open()
    },
    close: shut,
  }
}
