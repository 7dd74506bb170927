import { TRIAL_PLAN } from '../../metering/plans.ts'
import { SPENT_KEPT_MINUTES } from '../../metering/spent.ts'
import { CROSSINGS } from '../../metering/thresholds.ts'
import { CLOCK_TOLERANCE_MS, MINUTE_MS } from '../../metering/windows.ts'
import * as at from './names.ts'
import { script } from './wire.ts'

/** The scripts of the meter. */

// The same decision as `decide`, made in the server with three commands. The contract and the model tests keep both equal.
export const ADMIT = script(`
local key = redis.call('HMGET', KEYS[1], 'id', 'account', 'revokedAt', 'expiresAt')
if not key[1] then return {'unknown'} end
local account = '${at.ACCOUNT_PREFIX}' .. key[2]
local stored = redis.call('HMGET', account,
  'plan', 'suspended', 'minute', 'minuteUsed', 'month', 'monthUsed', 'answersUsed', 'notified', 'trialEndsAt', 'spent')
if not stored[1] then return {'unknown'} end

local now, minute, month = tonumber(ARGV[1]), tonumber(ARGV[2]), ARGV[3]
local spends, asks, token = ARGV[4] == '1', ARGV[5] == '1', ARGV[7]
local storedMinute, storedMonth = tonumber(stored[3]) or 0, stored[5] or ''
local minuteUsed, monthUsed = tonumber(stored[4]) or 0, tonumber(stored[6]) or 0
local answersUsed, notified = tonumber(stored[7]) or 0, tonumber(stored[8]) or 0

if ARGV[6] == 'store' and minute ~= storedMinute then
  local time = redis.call('TIME')
  local at = time[1] * 1000 + math.floor(time[2] / 1000)
  if math.abs(now - at) > ${CLOCK_TOLERANCE_MS} then return {'clock', string.format('%.0f', at)} end
  if storedMinute > minute + 1 then
    storedMinute, minuteUsed = 0, 0
    if storedMonth > month then
      local past = redis.call('HGET', account, 'past:' .. month)
      local requests, answers = string.match(past or '0|0', '^(%d+)|(%d+)$')
      storedMonth, monthUsed, answersUsed = month, monthUsed + requests, answersUsed + answers
    end
  end
end

local instant = math.max(now, storedMinute * ${MINUTE_MS})
if key[3] or (key[4] and tonumber(key[4]) <= instant) then return {'revoked'} end
local plan, trialEndsAt = stored[1], ''
if plan == 'FREE' and stored[9] and instant < tonumber(stored[9]) then plan, trialEndsAt = '${TRIAL_PLAN}', stored[9] end
local perMinute, perMonth, answersPerMonth
for i = 8, #ARGV, 4 do
  if ARGV[i] == plan then
    perMinute, perMonth, answersPerMonth = tonumber(ARGV[i + 1]), tonumber(ARGV[i + 2]), tonumber(ARGV[i + 3])
  end
end
if stored[2] == '1' then return {'plan_required'} end
if not perMinute then
  if plan == 'FREE' and stored[9] then return {'trial_ended', key[2]} end
  return {'plan_required'}
end

local write = {}
local function set(field, value) write[#write + 1] = field; write[#write + 1] = value end
if minute > storedMinute then minuteUsed = 0 else minute = storedMinute end
if month > storedMonth then
  if storedMonth ~= '' then set('past:' .. storedMonth, monthUsed .. '|' .. answersUsed) end
  monthUsed, answersUsed, notified = 0, 0, 0
else
  month = storedMonth
end

local spent = ''
if token ~= '' then
  for entry, name, begun in string.gmatch(stored[10] or '', '(([^|;]+)|(%d+)|[^;]+;)') do
    if name == token then return {'taken_back'} end
    if tonumber(begun) > minute - ${SPENT_KEPT_MINUTES} then spent = spent .. entry end
  end
end

local byMinute, byMonth = minuteUsed >= perMinute, spends and monthUsed >= perMonth
local refused = byMinute or byMonth
local answer = 'not_asked'
if asks then answer = 'exhausted' end
if not refused then
  minuteUsed = minuteUsed + 1
  if spends then monthUsed = monthUsed + 1 end
  if asks and answersUsed < answersPerMonth then
    answersUsed = answersUsed + 1
    answer = 'taken'
  end
end

local used = {requests = monthUsed, answers = answersUsed}
local allowance = {requests = perMonth, answers = answersPerMonth}
local pending = 0
for bit, crossing in ipairs({${CROSSINGS.map(({ meter, threshold }) => `{'${meter}', ${threshold}}`).join(', ')}}) do
  local meter, threshold, mask = crossing[1], crossing[2], 2 ^ (bit - 1)
  if math.floor(notified / mask) % 2 == 0 and allowance[meter] > 0
    and used[meter] * 100 >= allowance[meter] * threshold then
    notified = notified + mask
    pending = 1
    set('notice:' .. month .. ':' .. meter .. ':' .. threshold, ARGV[1] .. '|0|' .. ARGV[1] .. '||')
  end
end

if not refused then set('last:' .. key[1], minute) end
if not refused and token ~= '' then
  local units = (spends and 1 or 0) .. '|' .. (answer == 'taken' and 1 or 0)
  set('spent', spent .. token .. '|' .. minute .. '|' .. month .. '|' .. units .. ';')
end
if not refused or pending == 1 then
  set('minute', minute)
  set('minuteUsed', minuteUsed)
  set('month', month)
  set('monthUsed', monthUsed)
  set('answersUsed', answersUsed)
  set('notified', notified)
  redis.call('HSET', account, unpack(write))
end
local verdict = 'admitted'
if refused then
  verdict = 'refused'
  answer = (byMinute and 'minute' or '') .. (byMinute and byMonth and ',' or '') .. (byMonth and 'month' or '')
end
return {verdict, answer, pending, key[2], key[1], plan, minute, month, minuteUsed, monthUsed, answersUsed, trialEndsAt}
`)

// Refunds units of a month; \`write\` is called with them.
const GIVE_BACK = `
local function less(used, by) return math.max(0, (tonumber(used) or 0) - tonumber(by)) end
local function giveBack(account, month, requests, answers, write)
  local past = 'past:' .. month
  local stored = redis.call('HMGET', account, 'month', 'monthUsed', 'answersUsed', past)
  if stored[1] == month then
    write[#write + 1] = 'monthUsed'; write[#write + 1] = less(stored[2], requests)
    write[#write + 1] = 'answersUsed'; write[#write + 1] = less(stored[3], answers)
  elseif stored[4] then
    local pastRequests, pastAnswers = string.match(stored[4], '^(%d+)|(%d+)$')
    write[#write + 1] = past; write[#write + 1] = less(pastRequests, requests) .. '|' .. less(pastAnswers, answers)
  end
  if #write > 0 then redis.call('HSET', account, unpack(write)) end
end
-- Gives back up to so many units of what an admission still has spent. Whether its token is known.
local function giveBackOf(account, token, requests, answers)
  local spent, found = redis.call('HGET', account, 'spent') or '', nil
  local left = string.gsub(spent, '([^|;]+)|(%d+)|([^|;]*)|(%d)|(%d);', function(name, minute, month, r, a)
    if name ~= token then return nil end
    found = {month, math.min(r, requests), math.min(a, answers)}
    return name .. '|' .. minute .. '|' .. month .. '|' .. (r - found[2]) .. '|' .. (a - found[3]) .. ';'
  end)
  if found then giveBack(account, found[1], found[2], found[3], {'spent', left}) end
  return found ~= nil, spent
end
`

export const REFUND = script(`${GIVE_BACK}
if ARGV[4] == '' then giveBack(KEYS[1], ARGV[1], ARGV[2], ARGV[3], {})
else giveBackOf(KEYS[1], ARGV[4], ARGV[2], ARGV[3]) end
return 'OK'
`)

// An admission that arrives later finds its token.
export const TAKE_BACK = script(`${GIVE_BACK}
local id = redis.call('HGET', KEYS[1], 'account')
local account = id and '${at.ACCOUNT_PREFIX}' .. id
if not id or redis.call('EXISTS', account) == 0 then return 'OK' end
local isKnown, spent = giveBackOf(account, ARGV[1], 1, 1)
if not isKnown then
  local minute = redis.call('HGET', account, 'minute') or '0'
  redis.call('HSET', account, 'spent', spent .. ARGV[1] .. '|' .. minute .. '||0|0;')
end
return 'OK'
`)

// The values read here are judged by the rule itself.
export const STANDING = script(`
local key = redis.call('HMGET', KEYS[1], 'account', 'revokedAt', 'expiresAt')
if not key[1] then return {} end
local stored = redis.call('HMGET', '${at.ACCOUNT_PREFIX}' .. key[1], 'plan', 'suspended', 'minute', 'trialEndsAt')
return {key[2] or '', key[3] or '', stored[1] or '', stored[2] or '', stored[3] or '', stored[4] or ''}
`)
