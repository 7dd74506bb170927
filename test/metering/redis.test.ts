import { redisAdapter, upstashAdapter } from './adapters.ts'
import { storeContract } from './contract.ts'
import { findRedisServer, startRedisServer, startValkey } from './engines.ts'

const program = findRedisServer()
if (!program) {
  console.warn('SKIPPED: no redis-server on the path nor in REDIS_SERVER; the store contract ran on Valkey alone.')
}

storeContract([
  upstashAdapter('Upstash (REST, Valkey)', startValkey),
  redisAdapter('Valkey (TCP)', startValkey),
  ...(program ? [redisAdapter('redis-server (TCP)', () => startRedisServer(program))] : []),
])
