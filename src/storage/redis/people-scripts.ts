import { BILLING_MEMORY_MS } from '../../account/billing.ts'
import { INVITATIONS_MAX } from '../../account/members.ts'
import { LINK_MS, SESSION_IDLE_MS, SESSION_MAX_MS, SESSION_STEP_MS } from '../../account/person.ts'
import { ACCOUNT_PREFIX, PERSON_PREFIX, SESSION_PREFIX, SESSIONS_PREFIX } from './names.ts'
import { CREATE, OF_ACCOUNT, verb } from './prelude.ts'

/**
 * The verbs about people, each atomic in the server. Whether something lasts is decided by the time that is given; the
 * server's own expiry only clears away what has long ended.
 */

/** KEYS link; ARGV browser, email, when it ends. */
export const KEEP_LINK = verb(`
redis.call('HSET', KEYS[1], 'browser', ARGV[1], 'email', ARGV[2], 'expiresAt', ARGV[3])
redis.call('PEXPIRE', KEYS[1], ${LINK_MS})
return {'ok', {}, {}}
`)

/** KEYS link; ARGV browser, now. Returns the address, or nothing. */
export const TAKE_LINK = verb(`
local held = redis.call('HMGET', KEYS[1], 'browser', 'email', 'expiresAt')
if not held[1] or held[1] ~= ARGV[1] or tonumber(held[3]) <= tonumber(ARGV[2]) then return {'ok', {}, {}} end
redis.call('DEL', KEYS[1])
return {'ok', {held[2]}, {}}
`)

const SESSIONS = `
local function lasting(hash, now)
  local key = '${SESSION_PREFIX}' .. hash
  local held = redis.call('HMGET', key, 'email', 'createdAt', 'seenAt')
  if not held[1] then return nil end
  if tonumber(held[3]) <= now - ${SESSION_IDLE_MS} or tonumber(held[2]) <= now - ${SESSION_MAX_MS} then return nil end
  return {'hash', hash, 'email', held[1], 'createdAt', held[2], 'seenAt', held[3]}
end
`

/** KEYS session, sessions of the person; ARGV hash, email, now. */
export const OPEN_SESSION = verb(`
redis.call('HSET', KEYS[1], 'email', ARGV[2], 'createdAt', ARGV[3], 'seenAt', ARGV[3])
redis.call('PEXPIRE', KEYS[1], ${SESSION_MAX_MS})
redis.call('SADD', KEYS[2], ARGV[1])
redis.call('PEXPIRE', KEYS[2], ${SESSION_MAX_MS})
return {'ok', {'hash', ARGV[1], 'email', ARGV[2], 'createdAt', ARGV[3], 'seenAt', ARGV[3]}, {}}
`)

/** KEYS session; ARGV hash, now. Returns the session, or nothing. */
export const SESSION = verb(`${SESSIONS}
local now = tonumber(ARGV[2])
local held = lasting(ARGV[1], now)
if not held then return {'ok', {}, {}} end
if now >= tonumber(held[8]) + ${SESSION_STEP_MS} then
  redis.call('HSET', KEYS[1], 'seenAt', ARGV[2])
  held[8] = ARGV[2]
end
return {'ok', held, {}}
`)

/** KEYS sessions of the person; ARGV now. */
export const LIST_SESSIONS = verb(`${SESSIONS}
local found = {}
for _, hash in ipairs(redis.call('SMEMBERS', KEYS[1])) do
  local held = lasting(hash, tonumber(ARGV[1]))
  if held then found[#found + 1] = held else redis.call('SREM', KEYS[1], hash) end
end
return {'ok', {}, found}
`)

/** KEYS session; ARGV hash. */
export const END_SESSION = verb(`
local email = redis.call('HGET', KEYS[1], 'email')
redis.call('DEL', KEYS[1])
if email then redis.call('SREM', '${SESSIONS_PREFIX}' .. email, ARGV[1]) end
return {'ok', {}, {}}
`)

/** KEYS sessions of the person. */
export const END_SESSIONS = verb(`
for _, hash in ipairs(redis.call('SMEMBERS', KEYS[1])) do redis.call('DEL', '${SESSION_PREFIX}' .. hash) end
redis.call('DEL', KEYS[1])
return {'ok', {}, {}}
`)

const MEMBERSHIPS = `
local function memberships(email)
  local found = {}
  for _, id in ipairs(redis.call('SMEMBERS', '${PERSON_PREFIX}' .. email)) do
    local held = redis.call('HMGET', '${ACCOUNT_PREFIX}' .. id,
      'name', 'plan', 'suspended', 'createdAt', 'member:' .. email)
    if held[5] then
      found[#found + 1] = {'id', id, 'name', held[1], 'plan', held[2], 'suspended', held[3] or '0',
        'createdAt', held[4], 'role', held[5]}
    end
  end
  return {'ok', {}, found}
end
`
const INVITATIONS = `
local function invitationIn(account, email, now)
  local held = redis.call('HGET', account, 'invitation:' .. email)
  if not held then return nil end
  local role, created, expires, by = string.match(held, '^(%a+)|(%d+)|(%d+)|(.*)$')
  if tonumber(expires) <= now then return nil end
  return {'email', email, 'role', role, 'createdAt', created, 'expiresAt', expires, 'invitedBy', by}
end
`

/** KEYS accounts of the person; ARGV email. */
export const LIST_MEMBERSHIPS = verb(`${MEMBERSHIPS} return memberships(ARGV[1])`)

/** KEYS accounts that invited the person; ARGV email, now. */
export const LIST_INVITATIONS = verb(`${INVITATIONS}
local found = {}
for _, id in ipairs(redis.call('SMEMBERS', KEYS[1])) do
  local account = '${ACCOUNT_PREFIX}' .. id
  local held = invitationIn(account, ARGV[1], tonumber(ARGV[2]))
  if held then
    for _, value in ipairs({'accountId', id, 'accountName', redis.call('HGET', account, 'name')}) do
      held[#held + 1] = value
    end
    found[#found + 1] = held
  end
end
return {'ok', {}, found}
`)

/** KEYS accounts that invited the person, accounts; ARGV email, now, id and name of an account to be made. */
export const WELCOME = verb(`${CREATE} ${MEMBERSHIPS} ${INVITATIONS}
local email, now = ARGV[1], ARGV[2]
for _, id in ipairs(redis.call('SMEMBERS', KEYS[1])) do
  local account = '${ACCOUNT_PREFIX}' .. id
  local held = invitationIn(account, email, tonumber(now))
  redis.call('HDEL', account, 'invitation:' .. email)
  if held and redis.call('HEXISTS', account, 'member:' .. email) == 0 then
    join(id, email, held[4])
    note(id, now, email, 'MEMBER_JOINED', email, held[4] .. ', invited by ' .. held[10])
  end
end
redis.call('DEL', KEYS[1])
if redis.call('SCARD', '${PERSON_PREFIX}' .. email) == 0 then create(ARGV[3], ARGV[4], 'FREE', email, now, email) end
return memberships(email)
`)

/** KEYS account; ARGV id, now. */
export const OPEN_INVITATIONS = verb(`${OF_ACCOUNT} ${INVITATIONS}
local found = {}
for field in pairsOf(account) do
  if has(field, 'invitation:') then
    found[#found + 1] = invitationIn(account, string.sub(field, #'invitation:' + 1), tonumber(ARGV[2]))
  end
end
return {'ok', {}, found}
`)

/** KEYS account, accounts that invited the person; ARGV id, now, by, email, role, when it ends. */
export const INVITE = verb(`${OF_ACCOUNT} ${INVITATIONS}
local id, now, by, email, role = ARGV[1], ARGV[2], ARGV[3], ARGV[4], ARGV[5]
if redis.call('HEXISTS', account, 'member:' .. email) == 1 then return refused('member_known', email) end
local open = 0
for field in pairsOf(account) do
  if has(field, 'invitation:') and field ~= 'invitation:' .. email
    and invitationIn(account, string.sub(field, #'invitation:' + 1), tonumber(now)) then open = open + 1 end
end
if open >= ${INVITATIONS_MAX} then return refused('invitations_exhausted', email) end
redis.call('HSET', account, 'invitation:' .. email, role .. '|' .. now .. '|' .. ARGV[6] .. '|' .. by)
redis.call('SADD', KEYS[2], id)
note(id, now, by, 'MEMBER_INVITED', email, role)
return {'ok', {}, {}}
`)

/** KEYS account, accounts that invited the person; ARGV id, now, by, email. */
export const WITHDRAW_INVITATION = verb(`${OF_ACCOUNT}
if redis.call('HDEL', account, 'invitation:' .. ARGV[4]) == 0 then return refused('invitation_unknown', ARGV[4]) end
redis.call('SREM', KEYS[2], ARGV[1])
note(ARGV[1], ARGV[2], ARGV[3], 'INVITATION_WITHDRAWN', ARGV[4])
return {'ok', {}, {}}
`)

/** KEYS account, trail; ARGV id, most entries, the entry before which. Returns its number before each entry. */
export const TRAIL = verb(`${OF_ACCOUNT}
local last = math.min(redis.call('LLEN', KEYS[2]), tonumber(ARGV[3]) - 1)
local first = math.max(1, last - tonumber(ARGV[2]) + 1)
if last < first then return {'ok', {}, {}} end
return {'ok', {tostring(first)}, {redis.call('LRANGE', KEYS[2], first - 1, last - 1)}}
`)

/** KEYS account, event; ARGV id, now, by, plan, when it happened. Returns the outcome. */
export const BILL = verb(`${OF_ACCOUNT}
if not redis.call('SET', KEYS[2], ARGV[2], 'NX', 'PX', ${BILLING_MEMORY_MS}) then return {'ok', {'replayed'}, {}} end
local held = redis.call('HMGET', account, 'billedAt', 'plan')
if held[1] and tonumber(held[1]) > tonumber(ARGV[5]) then return {'ok', {'outdated'}, {}} end
redis.call('HSET', account, 'billedAt', ARGV[5], 'plan', ARGV[4])
if held[2] ~= ARGV[4] then note(ARGV[1], ARGV[2], ARGV[3], 'PLAN_SET', ARGV[4], held[2]) end
return {'ok', {'applied'}, {}}
`)
