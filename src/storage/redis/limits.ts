import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import { LIMITS, type SharedLimits } from '../../metering/limits.ts'
import { read, script, Whole, type Wire } from './wire.ts'

// The attempts within the window, by time: exact, and in one step.
const ALLOW = script(`
local now, window = tonumber(ARGV[1]), tonumber(ARGV[2])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - window)
local used = redis.call('ZCARD', KEYS[1])
if used >= tonumber(ARGV[3]) then
  return {'refused', redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')[2]}
end
redis.call('ZADD', KEYS[1], now, ARGV[4])
redis.call('PEXPIRE', KEYS[1], window)
return {'allowed', used + 1}
`)
const Reply = z.tuple([z.enum(['allowed', 'refused']), Whole])

/** Sliding windows on Redis, which all instances share. */
export function redisLimits(wire: Wire): SharedLimits {
  return {
    async count(name, subject, now) {
      const { tries, windowMs } = LIMITS[name]
      const args = [now, windowMs, tries, randomUUID()].map(String)
      const [verdict, value] = read(Reply, await wire.run(ALLOW, [`rhp:tries:${name}:${subject}`], args))
      return verdict === 'allowed' ? { used: value } : { refusedUntil: value + windowMs }
    },
    close: () => wire.close(),
  }
}
