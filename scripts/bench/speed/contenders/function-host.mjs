import { createServer } from 'node:http'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

// A minimal host for the function. Plain JavaScript, so no types need to be stripped at start.
const { default: entry } = await import(pathToFileURL(path.join(process.argv[2], 'fetch.mjs')).href)
createServer(async ({ url, headers }, response) => {
  const answer = await entry.fetch(new Request(`http://localhost${url}`, { headers }))
  response.writeHead(answer.status, Object.fromEntries(answer.headers))
  response.end(await answer.text())
}).listen(Number(process.env.PORT), '127.0.0.1')
// Node writes its compile cache when the process exits, but not when a signal ends it.
process.on('SIGTERM', () => process.exit(0))
