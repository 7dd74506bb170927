import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import type { App } from '../../src/http/app.ts'

/** An app that listens on a free local port. */
export interface Listening {
  /** Without a slash at its end. */
  address: string
  close: () => Promise<void>
}

export function listen(app: App): Promise<Listening> {
  return new Promise((resolve) => {
    const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }: AddressInfo) =>
      resolve({
        address: `http://127.0.0.1:${port}`,
        close: () => new Promise((closed) => server.close(() => closed())),
      }),
    )
  })
}
