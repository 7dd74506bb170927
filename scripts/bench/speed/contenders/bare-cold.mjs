import { createServer } from 'node:http'
import Database from 'better-sqlite3'

// The minimum that can respond with a document. Plain JavaScript, so no types need to be stripped at start.
const db = new Database(process.argv[2], { readonly: true })
const select = db.prepare('SELECT body FROM documents WHERE id = ?').pluck()
createServer(({ url }, response) => {
  const body = select.get(url.slice(url.lastIndexOf('/') + 1))
  response.writeHead(body ? 200 : 404, { 'Content-Type': 'application/json' })
  response.end(body)
}).listen(Number(process.env.PORT), '127.0.0.1')
