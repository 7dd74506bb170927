// npm install standardwebhooks
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
