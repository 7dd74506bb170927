import {
  type CallToolResult,
  createMcpHandler,
  isLegacyRequest,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import type { Arguments, Tool } from './tools.ts'

/** The tools for one message. */
export interface Offer {
  version: string
  instructions: string
  tools: readonly Tool[]
  /** Calls a tool; null if the name is unknown. */
  call: (name: string, input: Arguments) => Promise<CallToolResult | null>
}

/**
 * Responds to one message of the Model Context Protocol (revision 2026-07-28 and earlier) over streamable HTTP without
 * sessions. Every response is JSON. This file is loaded with the first message.
 * @param message the parsed body of the request
 */
export async function respondToMessage(request: Request, message: object, offer: Offer): Promise<Response> {
  if (!(await isLegacyRequest(request, message))) {
    // The server sends no later messages, so no stream is opened.
    const options = { legacy: 'reject', maxSubscriptions: 0, keepAliveMs: 0 } as const
    return createMcpHandler(() => createServer(offer), options).fetch(request, { parsedBody: message })
  }
  const server = createServer(offer)
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  try {
    return await transport.handleRequest(request, { parsedBody: message })
  } finally {
    await server.close()
  }
}

const READS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false }

function createServer({ version, instructions, tools, call }: Offer): Server {
  const info = { name: 'rural-health-program-data-service', title: 'Rural Health Program Data Service', version }
  const server = new Server(info, { capabilities: { tools: {} }, instructions })
  server.setRequestHandler('tools/list', () => ({
    tools: tools.map(({ request: _, ...tool }) => ({ ...tool, annotations: { title: tool.title, ...READS } })),
  }))
  server.setRequestHandler('tools/call', async ({ params }) => {
    const result = await call(params.name, params.arguments ?? {})
    if (result) return result
    const names = tools.map(({ name }) => name).join(', ')
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool "${params.name}". The tools are ${names}.`)
  })
  return server
}
