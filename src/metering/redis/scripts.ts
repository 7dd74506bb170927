import { ACCOUNT_PREFIX, ACCOUNTS, KEY_PREFIX } from './names.ts'
import { script } from './wire.ts'

/**
 * The verbs about accounts, members, keys and notices, each atomic in the server.
 * Fields of an account's hash: `name plan suspended createdAt`; `member:EMAIL` = role; `key:ID` = hash of the secret;
 * `last:ID` = the minute of the last use; `minute minuteUsed month monthUsed answersUsed notified`;
 * `past:MONTH` = `requests|answers`; `notice:MONTH:METER:THRESHOLD` = `created|attempts|next|delivered|by`.
 * A script returns `{'ok', …}` or `{'refused', code, subject}`.
 */
const PRELUDE = `
local function refused(code, subject) return {'refused', code, subject} end
local function has(field, beginning) return string.sub(field, 1, #beginning) == beginning end
local function pairsOf(account)
  local flat, index = redis.call('HGETALL', account), -1
  return function()
    index = index + 2
    return flat[index], flat[index + 1]
  end
end
local function record(account)
  local keys = {}
  for field, value in pairsOf(account) do
    if has(field, 'key:') then keys[#keys + 1] = redis.call('HGETALL', '${KEY_PREFIX}' .. value) end
  end
  return {'ok', redis.call('HGETALL', account), keys}
end
local function isLastOwner(account, email)
  local owners, isOwner = 0, false
  for field, value in pairsOf(account) do
    if has(field, 'member:') and value == 'OWNER' then
      owners = owners + 1
      if field == 'member:' .. email then isOwner = true end
    end
  end
  return isOwner and owners == 1
end
local function addKey(account, accountId, keyHash, keyIdName, id, hash, name, prefix, lastFour, now)
  redis.call('HSET', keyHash, 'id', id, 'account', accountId, 'name', name, 'prefix', prefix,
    'lastFour', lastFour, 'createdAt', now)
  redis.call('SET', keyIdName, hash)
  redis.call('HSET', account, 'key:' .. id, hash)
end
`
const verb = (body: string) => script(PRELUDE + body)
const OF_ACCOUNT = `
local account = KEYS[1]
if redis.call('EXISTS', account) == 0 then return refused('account_unknown', ARGV[1]) end
`

/** KEYS account, accounts; ARGV id, name, plan, owner, now. */
export const CREATE_ACCOUNT = verb(`
redis.call('HSET', KEYS[1], 'name', ARGV[2], 'plan', ARGV[3], 'createdAt', ARGV[5], 'member:' .. ARGV[4], 'OWNER')
redis.call('SADD', KEYS[2], ARGV[1])
return record(KEYS[1])
`)

/** KEYS account; ARGV id. */
export const RECORD = verb(`${OF_ACCOUNT} return record(account)`)

/** KEYS accounts; ARGV cursor. Returns the next cursor and pairs of id and hash; an account may come twice. */
export const LIST_ACCOUNTS = verb(`
local page = redis.call('SSCAN', '${ACCOUNTS}', ARGV[1], 'COUNT', 100)
local accounts = {}
for _, id in ipairs(page[2]) do
  local held = redis.call('HMGET', '${ACCOUNT_PREFIX}' .. id, 'name', 'plan', 'suspended', 'createdAt')
  accounts[#accounts + 1] = {id, 'name', held[1], 'plan', held[2], 'suspended', held[3] or '0', 'createdAt', held[4]}
end
return {page[1], accounts}
`)

/** KEYS account; ARGV id, field, value. */
export const SET_FIELD = verb(`${OF_ACCOUNT}
redis.call('HSET', account, ARGV[2], ARGV[3])
return record(account)
`)

/** KEYS account; ARGV id, email, role. */
export const ADD_MEMBER = verb(`${OF_ACCOUNT}
if ARGV[3] ~= 'OWNER' and isLastOwner(account, ARGV[2]) then return refused('owner_needed', ARGV[2]) end
redis.call('HSET', account, 'member:' .. ARGV[2], ARGV[3])
return record(account)
`)

/** KEYS account; ARGV id, email. */
export const REMOVE_MEMBER = verb(`${OF_ACCOUNT}
if isLastOwner(account, ARGV[2]) then return refused('owner_needed', ARGV[2]) end
if redis.call('HDEL', account, 'member:' .. ARGV[2]) == 0 then return refused('member_unknown', ARGV[2]) end
return record(account)
`)

/** KEYS account, key, keyid; ARGV id, key id, hash, name, prefix, lastFour, now, then plan and number of keys in turn. */
export const CREATE_KEY = verb(`${OF_ACCOUNT}
local plan, allowed, live = redis.call('HGET', account, 'plan'), 0, 0
for i = 8, #ARGV, 2 do
  if ARGV[i] == plan then allowed = tonumber(ARGV[i + 1]) end
end
if allowed == 0 then return refused('plan_without_keys', plan) end
for field, value in pairsOf(account) do
  if has(field, 'key:') then
    local ends = redis.call('HMGET', '${KEY_PREFIX}' .. value, 'revokedAt', 'expiresAt')
    if not ends[1] and not ends[2] then live = live + 1 end
  end
end
if live >= allowed then return refused('keys_exhausted', plan) end
addKey(account, ARGV[1], KEYS[2], KEYS[3], ARGV[2], ARGV[3], ARGV[4], ARGV[5], ARGV[6], ARGV[7])
return record(account)
`)

/** KEYS keyid; ARGV key id, now. */
export const REVOKE_KEY = verb(`
local hash = redis.call('GET', KEYS[1])
if not hash then return refused('key_unknown', ARGV[1]) end
local key = '${KEY_PREFIX}' .. hash
redis.call('HSETNX', key, 'revokedAt', ARGV[2])
return record('${ACCOUNT_PREFIX}' .. redis.call('HGET', key, 'account'))
`)

/** KEYS keyid, new key, new keyid; ARGV key id, now, when the old one ends, new id, hash, prefix, lastFour. */
export const ROTATE_KEY = verb(`
local hash = redis.call('GET', KEYS[1])
if not hash then return refused('key_unknown', ARGV[1]) end
local key = '${KEY_PREFIX}' .. hash
local held = redis.call('HMGET', key, 'account', 'name', 'revokedAt', 'expiresAt')
if held[3] or held[4] then return refused('key_ended', ARGV[1]) end
redis.call('HSET', key, 'expiresAt', ARGV[3])
local account = '${ACCOUNT_PREFIX}' .. held[1]
addKey(account, held[1], KEYS[2], KEYS[3], ARGV[4], ARGV[5], held[2], ARGV[6], ARGV[7], ARGV[2])
return record(account)
`)

const NOTICE = `'^(%d+)|(%d+)|(%d+)|(%d*)|(%a*)$'`

/** KEYS account; ARGV id, now, when the lease ends, most attempts. Returns the claimed fields as they stand then. */
export const CLAIM_NOTICES = verb(`${OF_ACCOUNT}
local claimed = {}
for field, value in pairsOf(account) do
  if has(field, 'notice:') then
    local created, attempts, due, delivered = string.match(value, ${NOTICE})
    if delivered == '' and tonumber(due) <= tonumber(ARGV[2]) and tonumber(attempts) < tonumber(ARGV[4]) then
      local taken = created .. '|' .. (tonumber(attempts) + 1) .. '|' .. ARGV[3] .. '||'
      redis.call('HSET', account, field, taken)
      claimed[#claimed + 1] = field
      claimed[#claimed + 1] = taken
    end
  end
end
return {'ok', claimed, {}}
`)

/** KEYS account; ARGV id, field, next attempt or '', delivered at, delivered by. */
export const SETTLE_NOTICE = verb(`${OF_ACCOUNT}
local value = redis.call('HGET', account, ARGV[2])
local created, attempts, due, delivered = string.match(value or '', ${NOTICE})
if delivered == '' then
  if ARGV[3] ~= '' then due = ARGV[3] end
  redis.call('HSET', account, ARGV[2], created .. '|' .. attempts .. '|' .. due .. '|' .. ARGV[4] .. '|' .. ARGV[5])
end
return {'ok', {}, {}}
`)
