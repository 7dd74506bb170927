import type { JsonSchema } from '../../src/contract/shape.ts'
import { TOOLS } from '../../src/http/mcp/tools.ts'
import type { Chance } from '../storage/chance.ts'
import { CALLERS, type FuzzRequest } from './requests.ts'
import { KINDS, type Values } from './values.ts'

const PROTOCOL = [
  'initialize',
  'tools/list',
  'ping',
  'resources/list',
  'notifications/initialized',
  'tools/unknown',
  '',
]
const VERSIONS = ['2025-03-26', '2025-06-18', '2026-07-28', '0', '']

/** A stream of messages to the tools for agents. */
export function messagesTo(values: Values, chance: Chance): () => FuzzRequest {
  const { below, pick } = chance
  return () => {
    const kind = pick(KINDS)
    const oneIn = (count: number): boolean => kind !== 'valid' && below(count) === 0
    const tool = pick(TOOLS)
    const isCall = below(4) > 0
    const params = isCall
      ? {
          name: oneIn(8) ? values.text() : tool.name,
          arguments: values.of(kind, tool.inputSchema as JsonSchema, 'arguments'),
        }
      : { protocolVersion: pick(VERSIONS), capabilities: {}, clientInfo: { name: 'fuzz', version: '1' } }
    const message = {
      jsonrpc: oneIn(8) ? pick(['1.0', 2, null]) : '2.0',
      ...(!oneIn(8) && { id: oneIn(4) ? pick([null, 'x', -1, 1.5, {}, []]) : 1 }),
      method: isCall ? 'tools/call' : pick(PROTOCOL),
      params: oneIn(8) ? pick([null, [], 'x', { cursor: 1 }]) : params,
    }
    return {
      kind,
      operation: isCall ? `mcp ${tool.name}` : 'mcp',
      caller: below(12) === 0 ? pick(CALLERS) : 'key',
      method: oneIn(10) ? pick(['GET', 'DELETE', 'PUT']) : 'POST',
      target: '/mcp',
      headers: {
        'Content-Type': oneIn(10) ? 'text/plain' : 'application/json',
        Accept: oneIn(10) ? pick(['application/json', 'text/html', '']) : 'application/json, text/event-stream',
        ...(below(3) === 0 && { 'MCP-Protocol-Version': pick(VERSIONS) }),
      },
      body: oneIn(10) ? pick(['', '[]', '{', '{"jsonrpc":"2.0"}']) : JSON.stringify(message),
    }
  }
}
