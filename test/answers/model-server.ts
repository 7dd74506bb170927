import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The requests to the server, as the protocol has them. */
export interface Asked {
  path: string
  authorization: string | undefined
  // biome-ignore lint/suspicious/noExplicitAny: the body of another's protocol
  body: any
}

type Behaviour = (response: ServerResponse, asked: Asked) => void

/** A completion with this text. */
export const saying =
  (content: string | null): Behaviour =>
  (response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' })
    response.end(
      JSON.stringify({
        id: 'completion',
        object: 'chat.completion',
        created: 1_780_000_000,
        model: 'test-model',
        choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
        usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
      }),
    )
  }

export const failing =
  (status: number, body = '{"error":{"message":"sk-secret-key is wrong","type":"server_error"}}'): Behaviour =>
  (response) => {
    response.writeHead(status, { 'Content-Type': 'application/json' })
    response.end(body)
  }

/** A local server that implements the protocol of OpenAI-compatible models, correctly or not. */
export async function modelServer() {
  const asked: Asked[] = []
  const state: { behave: Behaviour } = { behave: saying('') }
  const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const one: Asked = {
      path: request.url ?? '',
      authorization: request.headers.authorization,
      body: JSON.parse(Buffer.concat(chunks).toString() || 'null'),
    }
    asked.push(one)
    state.behave(response, one)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    asked,
    /** Sets its responses from now on, and clears the recorded requests. */
    behave(behaviour: Behaviour) {
      state.behave = behaviour
      asked.length = 0
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
