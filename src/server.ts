import { existsSync } from 'node:fs'
import { serve } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { compose } from './http/compose.ts'
import { readSettings } from './http/settings.ts'
import { greet } from './metering/demo.ts'

/** The self-hosted server: the API, and the built site as static files. */
const settings = readSettings(process.env)
const { app, deps, store, close } = await compose(settings)

if (existsSync(settings.SITE_PATH)) {
  app.get(
    '*',
    serveStatic({
      root: settings.SITE_PATH,
      rewriteRequestPath: (path) => (/\.[^/]+$/.test(path) || path.endsWith('/') ? path : `${path}.html`),
    }),
  )
}

const server = serve({ fetch: app.fetch, port: settings.PORT, hostname: settings.HOST }, async ({ port }) => {
  const address = `http://${settings.HOST.includes(':') ? `[${settings.HOST}]` : settings.HOST}:${port}`
  process.stdout.write(await greet(store, address, deps.clock()))
})

server.on('error', (error: NodeJS.ErrnoException) => {
  const why = error.code === 'EADDRINUSE' ? `port ${settings.PORT} is in use; set PORT to another` : error.message
  process.stderr.write(`The server cannot start: ${why}.\n`)
  process.exit(1)
})

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    server.close(async () => {
      await close()
      process.exit(0)
    })
    // Idle keep-alive connections would hold the server open.
    if ('closeIdleConnections' in server) server.closeIdleConnections()
  })
}
