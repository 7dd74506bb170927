import { createClient } from '@redis/client'
import { StoreUnavailable } from '../../metering/admission.ts'
import { inTime } from '../../metering/outage.ts'
import { isUnknownScript, unavailable, type Wire } from './wire.ts'

/**
 * Redis or Valkey over one TCP connection, opened with the first call and reopened after it breaks. A call takes at most
 * `timeoutMs`, including opening the connection.
 */
export function tcpWire(url: string, timeoutMs: number): Wire {
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
  let connection: ReturnType<typeof open> | null = null

  const close = (broken: ReturnType<typeof open> | null): void => {
    if (connection === broken) connection = null
    if (broken?.client.isOpen) broken.client.destroy()
  }
  const send = async (command: string[]): Promise<unknown> => {
    if (!connection?.client.isOpen) connection = open()
    const { client, ready } = connection
    await ready
    return client.sendCommand(command)
  }
  const within = async <Result>(work: Promise<Result>): Promise<Result> => {
    const used = connection
    const toError = () => {
      // Replies come in order, so a late one delays all others; the connection is dropped.
      close(used)
      return new StoreUnavailable(`The Redis store failed: no reply within ${timeoutMs} ms.`)
    }
    return inTime(work, timeoutMs, toError).catch((error: unknown) => {
      throw unavailable('Redis', error)
    })
  }

  return {
    run: ({ sha, text }, keys, args) => {
      const rest = [String(keys.length), ...keys, ...args]
      const work = send(['EVALSHA', sha, ...rest]).catch((error: unknown) => {
        if (isUnknownScript(error)) return send(['EVAL', text, ...rest])
        throw error
      })
      return within(work)
    },
    close: async () => {
      const ending = connection
      connection = null
      if (ending?.client.isReady) await within(ending.client.close())
      else close(ending)
    },
  }
}
