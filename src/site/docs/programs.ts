import { API } from '../../http/endpoints/endpoint.ts'
import { KEY_VARIABLE } from './samples.ts'

/** The programs of the guides. The tests run each of them unchanged. */

const HEADERS = `const headers = { Authorization: \`Bearer \${process.env.${KEY_VARIABLE}}\` }`

/** Reads a complete list. @param base address of the service, without a slash at its end */
export const walkProgram = (base: string): string => `${HEADERS}

/** Every award of one dataset. */
async function allAwards() {
  const awards = []
  let version
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const response = await fetch(\`${base}${API}/awards?limit=500&page=\${page}\`, { headers })
    if (!response.ok) throw new Error(await response.text())
    const served = response.headers.get('X-Dataset-Version')
    version ??= served
    // A new dataset was published between two pages: start again.
    if (served !== version) return allAwards()
    const { data, pagination } = await response.json()
    awards.push(...data)
    pages = pagination.pages
  }
  return awards
}`

/** Follows the change feed. */
export const followProgram = (base: string): string => `${HEADERS}

/** Handles every event after \`since\`, in order, and returns where to begin the next time. */
async function follow(since, handle) {
  const start = encodeURIComponent(since)
  for (let page = 1; ; page += 1) {
    const query = \`type=ALL&limit=100&since=\${start}&page=\${page}\`
    const response = await fetch(\`${base}${API}/activity?\${query}\`, { headers })
    if (!response.ok) throw new Error(await response.text())
    const { data, hasMore } = await response.json()
    for (const event of data) {
      await handle(event)
      since = event.occurredAt
    }
    if (!hasMore) return since
  }
}`

/** Waits when it is told to, and asks again. */
export const waitProgram = (base: string): string => `${HEADERS}
const DAY = 86_400

async function ask(path) {
  const response = await fetch(\`${base}${API}\${path}\`, { headers })
  if (response.status !== 429) return response
  let seconds = Number(response.headers.get('Retry-After') ?? 60)
  // A month that is used up may end in 30 days; one timer runs for 24 at most.
  for (; seconds > 0; seconds -= DAY) {
    const wait = Math.min(seconds, DAY)
    await new Promise((resume) => setTimeout(resume, wait * 1000))
  }
  return ask(path)
}`

export const receiverInJavaScript = `// npm install standardwebhooks
import { createServer } from 'node:http'
import { Webhook } from 'standardwebhooks'

const webhook = new Webhook(process.env.WEBHOOK_SECRET)
const seen = new Set()

createServer(async (request, response) => {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  let message
  try {
    // Verify the raw bytes: re-serialized JSON has a different signature.
    message = webhook.verify(Buffer.concat(chunks).toString(), request.headers)
  } catch {
    return response.writeHead(400).end()
  }
  response.writeHead(204).end()
  const id = request.headers['webhook-id']
  if (seen.has(id) || message.type !== 'changes.published') return
  seen.add(id)
  for (const { resource, id, change } of message.data.changes) console.log(change, resource, id)
  if (message.data.next) console.log('more at', message.data.next)
}).listen(Number(process.env.PORT ?? 8080))
`

export const receiverInPython = `# pip install standardwebhooks flask
import os
from flask import Flask, request
from standardwebhooks.webhooks import Webhook, WebhookVerificationError

app = Flask(__name__)
webhook = Webhook(os.environ["WEBHOOK_SECRET"])
seen = set()

@app.post("/changes")
def changes():
    try:
        # Verify the raw bytes: re-serialized JSON has a different signature.
        message = webhook.verify(request.get_data(), dict(request.headers))
    except WebhookVerificationError:
        return "", 400
    message_id = request.headers["webhook-id"]
    if message_id not in seen and message["type"] == "changes.published":
        seen.add(message_id)
        for change in message["data"]["changes"]:
            print(change["change"], change["resource"], change["id"])
    return "", 204
`
