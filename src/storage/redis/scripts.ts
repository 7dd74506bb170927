import { ACCOUNT_PREFIX, ACCOUNTS, INVITED_PREFIX, KEY_PREFIX, PERSON_PREFIX } from './names.ts'
import { CREATE, OF_ACCOUNT, verb } from './prelude.ts'

/** The verbs about accounts, members, keys and notices, each atomic in the server. */

/** KEYS account, accounts; ARGV id, name, plan, owner, now, by. */
export const CREATE_ACCOUNT = verb(`${CREATE}
create(ARGV[1], ARGV[2], ARGV[3], ARGV[4], ARGV[5], ARGV[6])
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

/** KEYS account; ARGV id, now, by, field, value, action. The trail says what it was before, or the account's name. */
export const SET_FIELD = verb(`${OF_ACCOUNT}
local before = redis.call('HGET', account, ARGV[4]) or '0'
if before ~= ARGV[5] then
  redis.call('HSET', account, ARGV[4], ARGV[5])
  if ARGV[4] == 'suspended' then
    note(ARGV[1], ARGV[2], ARGV[3], ARGV[6], redis.call('HGET', account, 'name'))
  else
    note(ARGV[1], ARGV[2], ARGV[3], ARGV[6], ARGV[5], before)
  end
end
return record(account)
`)

/** KEYS account; ARGV id, now, by, email, role, '1' when only members are meant. */
export const ADD_MEMBER = verb(`${OF_ACCOUNT}
local id, email, role = ARGV[1], ARGV[4], ARGV[5]
local before = redis.call('HGET', account, 'member:' .. email)
if not before then
  if ARGV[6] == '1' then return refused('member_unknown', email) end
  join(id, email, role)
  redis.call('HDEL', account, 'invitation:' .. email)
  redis.call('SREM', '${INVITED_PREFIX}' .. email, id)
  note(id, ARGV[2], ARGV[3], 'MEMBER_ADDED', email, role)
elseif before ~= role then
  if isLastOwner(account, email) then return refused('owner_needed', email) end
  redis.call('HSET', account, 'member:' .. email, role)
  note(id, ARGV[2], ARGV[3], 'ROLE_SET', email, role)
end
return record(account)
`)

/** KEYS account; ARGV id, now, by, email. */
export const REMOVE_MEMBER = verb(`${OF_ACCOUNT}
local email = ARGV[4]
if isLastOwner(account, email) then return refused('owner_needed', email) end
if redis.call('HDEL', account, 'member:' .. email) == 0 then return refused('member_unknown', email) end
redis.call('SREM', '${PERSON_PREFIX}' .. email, ARGV[1])
note(ARGV[1], ARGV[2], ARGV[3], 'MEMBER_REMOVED', email)
return record(account)
`)

const ADD_KEY = `
local function addKey(account, accountId, keyHash, keyIdName, id, hash, name, prefix, lastFour, now)
  redis.call('HSET', keyHash, 'id', id, 'account', accountId, 'name', name, 'prefix', prefix,
    'lastFour', lastFour, 'createdAt', now)
  redis.call('SET', keyIdName, hash)
  redis.call('HSET', account, 'key:' .. id, hash)
end
`

/** KEYS account, key, keyid; ARGV id, now, by, key id, hash, name, prefix, lastFour, then plan and number of keys in turn. */
export const CREATE_KEY = verb(`${OF_ACCOUNT} ${ADD_KEY}
local plan, allowed, live = redis.call('HGET', account, 'plan'), 0, 0
for i = 9, #ARGV, 2 do
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
addKey(account, ARGV[1], KEYS[2], KEYS[3], ARGV[4], ARGV[5], ARGV[6], ARGV[7], ARGV[8], ARGV[2])
note(ARGV[1], ARGV[2], ARGV[3], 'KEY_CREATED', ARGV[4], ARGV[6])
return record(account)
`)

/** KEYS keyid; ARGV key id, now, by. */
export const REVOKE_KEY = verb(`
local hash = redis.call('GET', KEYS[1])
if not hash then return refused('key_unknown', ARGV[1]) end
local key = '${KEY_PREFIX}' .. hash
local held = redis.call('HMGET', key, 'account', 'name')
if redis.call('HSETNX', key, 'revokedAt', ARGV[2]) == 1 then
  note(held[1], ARGV[2], ARGV[3], 'KEY_REVOKED', ARGV[1], held[2])
end
return record('${ACCOUNT_PREFIX}' .. held[1])
`)

/** KEYS keyid, new key, new keyid; ARGV key id, now, by, when the old one ends, new id, hash, prefix, lastFour. */
export const ROTATE_KEY = verb(`${ADD_KEY}
local hash = redis.call('GET', KEYS[1])
if not hash then return refused('key_unknown', ARGV[1]) end
local key = '${KEY_PREFIX}' .. hash
local held = redis.call('HMGET', key, 'account', 'name', 'revokedAt', 'expiresAt')
if held[3] or held[4] then return refused('key_ended', ARGV[1]) end
redis.call('HSET', key, 'expiresAt', ARGV[4])
local account = '${ACCOUNT_PREFIX}' .. held[1]
addKey(account, held[1], KEYS[2], KEYS[3], ARGV[5], ARGV[6], held[2], ARGV[7], ARGV[8], ARGV[2])
note(held[1], ARGV[2], ARGV[3], 'KEY_ROTATED', ARGV[1], ARGV[5])
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
