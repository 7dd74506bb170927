import { ACCOUNT_PREFIX, KEY_PREFIX, PERSON_PREFIX, TRAIL_PREFIX } from './names.ts'
import { type Script, script } from './wire.ts'

/**
 * What the scripts share. Fields of an account's hash: `name plan suspended createdAt billedAt`; `member:EMAIL` = role;
 * `invitation:EMAIL` = `role|created|expires|by`; `key:ID` = hash of the secret; `last:ID` = the minute of the last use;
 * `minute minuteUsed month monthUsed answersUsed notified`; `past:MONTH` = `requests|answers`;
 * `notice:MONTH:METER:THRESHOLD` = `created|attempts|next|delivered|by`.
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
local function note(accountId, at, by, action, subject, detail)
  redis.call('RPUSH', '${TRAIL_PREFIX}' .. accountId, cjson.encode({at, by, action, subject, detail or ''}))
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
local function join(accountId, email, role)
  redis.call('HSET', '${ACCOUNT_PREFIX}' .. accountId, 'member:' .. email, role)
  redis.call('SADD', '${PERSON_PREFIX}' .. email, accountId)
end
`

/** A script with all that the prelude offers. */
export const verb = (body: string): Script => script(PRELUDE + body)

/** The beginning of a script about the account in KEYS[1], whose id is ARGV[1]. */
export const OF_ACCOUNT = `
local account = KEYS[1]
if redis.call('EXISTS', account) == 0 then return refused('account_unknown', ARGV[1]) end
`

/** Makes an account of KEYS[1] and puts its id into the set of all. */
export const CREATE = `
local function create(id, name, plan, owner, now, by)
  redis.call('HSET', '${ACCOUNT_PREFIX}' .. id, 'name', name, 'plan', plan, 'createdAt', now)
  redis.call('SADD', KEYS[2], id)
  join(id, owner, 'OWNER')
  note(id, now, by, 'ACCOUNT_CREATED', name, plan)
  note(id, now, by, 'MEMBER_ADDED', owner, 'OWNER')
end
`
