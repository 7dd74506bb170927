import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type BareReader, openBare } from '../bare-reader.ts'

/** Plain node:http with better-sqlite3 in its own process: no keys, metering, logs or validation. */
const [file = '', port] = process.argv.slice(2)
const reader = openBare(file)

const ANSWERS: { [path: string]: (query: { [name: string]: string }) => string | null } = {
  '/api/v1/states': () => reader.states(null),
  '/api/v1/awards': (query) => reader.awards(parsePlace(query)),
  '/api/v1/opportunities': (query) => reader.opportunities(parsePlace(query)),
}
const DOCUMENT = '/api/v1/documents/'

createServer((request, response) => {
  const { method, url = '/' } = request
  if (method === 'POST') return void answerSearch(request, response)
  const mark = url.indexOf('?')
  const path = mark < 0 ? url : url.slice(0, mark)
  const answer = ANSWERS[path]
  if (answer) send(response, answer(Object.fromEntries(new URLSearchParams(url.slice(path.length + 1)))))
  else send(response, path.startsWith(DOCUMENT) ? reader.document({ id: path.slice(DOCUMENT.length) }) : null)
}).listen(Number(port), '127.0.0.1')

type Paged = Parameters<BareReader['awards']>[0] & Parameters<BareReader['opportunities']>[0]

const parsePlace = ({ page, limit, ...place }: { [name: string]: string }): Paged =>
  ({ ...place, page: Number(page), limit: Number(limit) }) as Paged

async function answerSearch(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let body = ''
  request.setEncoding('utf8')
  for await (const chunk of request) body += chunk
  send(response, reader.search(JSON.parse(body)))
}

function send(response: ServerResponse, body: string | null): void {
  if (body === null) return void response.writeHead(404).end()
  response.writeHead(200, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
  })
  response.end(body)
}
