import { createClient } from '@redis/client'
import { StoreUnavailable } from '../../metering/admission.ts'
import { inTime } from '../../metering/outage.ts'
import { createWire, type Wire } from './wire.ts'

/**
 * Redis or Valkey over one TCP connection, opened with the first call and reopened after it breaks. A call takes at most
 * `timeoutMs`, including opening the connection.
 */
export function openTcpWire(url: string, timeoutMs: number): Wire {
  const open = () => {
    const client = createClient({
      url,
      RESP: 2,
      disableClientInfo: true,
      disableOfflineQueue: true,
      maintNotifications: 'disabled',
      socket: { connectTimeout: timeoutMs, reconnectStrategy: false },
    })
    // Every call reports its own failure; without a listener, losing an idle connection would end the process.
    client.on('error', () => {})
    return { client, ready: client.connect() }
  }
  type Connection = ReturnType<typeof open>
  let connection: Connection | null = null

  const drop = (broken: Connection): void => {
    if (connection === broken) connection = null
    if (broken.client.isOpen) broken.client.destroy()
  }
  const within = <Result>(used: Connection, work: Promise<Result>): Promise<Result> =>
    inTime(work, timeoutMs, () => {
      // Replies come in order, so a late one delays all others; the connection is dropped.
      drop(used)
      return new StoreUnavailable(`The Redis store failed: no reply within ${timeoutMs} ms.`)
    })

  async function close(): Promise<void> {
    const ending = connection
    connection = null
    if (ending?.client.isReady) await within(ending, ending.client.close())
    else if (ending) drop(ending)
  }
  const send = (command: string, script: string, keys: string[], args: string[]): Promise<unknown> => {
    if (!connection?.client.isOpen) connection = open()
    const { client, ready } = connection
    const words = [command, script, String(keys.length), ...keys, ...args]
    const reply = ready.then(() => client.sendCommand(words))
    return within(connection, reply)
  }
  return createWire('Redis', send, close)
}
