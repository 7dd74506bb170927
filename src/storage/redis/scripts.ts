import { ALLOWANCE, CROSSINGS, PLAN_NAMES, PLANS, type Plan } from '../../metering/plans.ts'
import { MINUTE_MS } from '../../metering/windows.ts'
import { ACCOUNT_PREFIX } from './names.ts'
import { script } from './wire.ts'

/** The plans with keys, and the count at which each crossing is reached, as the decision needs them. */
const PLAN_TABLE = Object.fromEntries(
  PLAN_NAMES.filter((name) => PLANS[name].keys > 0).map((name) => {
    const { perMinute, perMonth, answersPerMonth }: Plan = PLANS[name]
    const crossings = CROSSINGS.map(({ meter, threshold }) => ({
      name: `${meter} ${threshold}`,
      counter: meter === 'requests' ? 'monthUsed' : 'answersUsed',
      at: Math.ceil((PLANS[name][ALLOWANCE[meter]] * threshold) / 100),
    }))
    return [name, { perMinute, perMonth, answersPerMonth, crossings }]
  }),
)

// The days of 400 years, and those before 1970, counted from March 1 of the year 0.
const MONTH_OF = `
local function toMonth(now)
  local days = math.floor(now / 86400000) + 719468
  local era = math.floor(days / 146097)
  local day = days - era * 146097
  local year = math.floor((day - math.floor(day / 1460) + math.floor(day / 36524) - math.floor(day / 146096)) / 365)
  local ofYear = day - (365 * year + math.floor(year / 4) - math.floor(year / 100))
  local month = math.floor((5 * ofYear + 2) / 153) + 3
  if month > 12 then year, month = year + 1, month - 12 end
  return string.format('%04d-%02d', year + era * 400, month)
end
`

/**
 * The decision of `decide`, made in the server so that an admission is one round trip; a test compares both. The rules of
 * accounts are not here: the phases of a key say which plan it uses, or why it is refused.
 */
export const ADMIT = script(`${MONTH_OF}
local key = redis.call('HMGET', KEYS[1], 'account', 'access')
if not key[1] then return '{"verdict":"unknown"}' end
local account = '${ACCOUNT_PREFIX}' .. key[1]
local now, spends, asks = tonumber(ARGV[2]), tonumber(ARGV[3]), ARGV[4] == '1'
if not now then
  local time = redis.call('TIME')
  now = time[1] * 1000 + math.floor(time[2] / 1000)
end

local access, phase = cjson.decode(key[2]), nil
for _, each in ipairs(access.phases) do
  if not phase and (each.endsAt == cjson.null or now < each.endsAt) then phase = each end
end
local plan = cjson.decode('${JSON.stringify(PLAN_TABLE)}')[phase.plan]
if not plan then return cjson.encode({verdict = phase.refusal, accountId = key[1]}) end

local meter = cjson.decode(redis.call('HGET', account, 'meter'))
local minute, month = math.floor(now / ${MINUTE_MS}), toMonth(now)
if minute ~= meter.minute and minute ~= meter.minute - 1 then meter.minute, meter.minuteUsed = minute, 0 end
if month ~= meter.month then
  local resumed = meter.past[month] or {monthUsed = 0, answersUsed = 0}
  meter.past[month] = nil
  if meter.month ~= '' then
    meter.past[meter.month] = {monthUsed = meter.monthUsed, answersUsed = meter.answersUsed}
  end
  meter.month, meter.monthUsed, meter.answersUsed = month, resumed.monthUsed, resumed.answersUsed
end

local by, answer = {}, asks and 'exhausted' or 'not_asked'
if meter.minuteUsed >= plan.perMinute then by[#by + 1] = 'minute' end
if spends == 1 and meter.monthUsed >= plan.perMonth then by[#by + 1] = 'month' end
local admitted, pending = #by == 0, nil
if admitted then
  meter.minuteUsed = meter.minuteUsed + 1
  meter.monthUsed = meter.monthUsed + spends
  if asks and meter.answersUsed < plan.answersPerMonth then
    meter.answersUsed, answer = meter.answersUsed + 1, 'taken'
  end
end
for _, crossing in ipairs(plan.crossings) do
  local name = month .. ' ' .. crossing.name
  if crossing.at > 0 and meter[crossing.counter] >= crossing.at and not meter.alerts[name] then
    meter.alerts[name], pending = now, true
  end
end

if admitted then redis.call('HSET', account, 'meter', cjson.encode(meter), 'last:' .. ARGV[1], meter.minute)
elseif pending then redis.call('HSET', account, 'meter', cjson.encode(meter)) end
local usage = {
  accountId = key[1], keyId = access.keyId, plan = phase.plan, trialEndsAt = phase.trialEndsAt,
  minute = meter.minute, minuteUsed = meter.minuteUsed,
  month = month, monthUsed = meter.monthUsed, answersUsed = meter.answersUsed,
}
if admitted then return cjson.encode({verdict = 'admitted', answer = answer, usage = usage, pending = pending}) end
return cjson.encode({verdict = 'refused', by = by, usage = usage, pending = pending})
`)

export const REFUND = script(`
local stored = redis.call('HGET', KEYS[1], 'meter')
if not stored then return 'OK' end
local meter = cjson.decode(stored)
local counts = meter.month == ARGV[1] and meter or meter.past[ARGV[1]]
if not counts then return 'OK' end
counts.monthUsed = math.max(0, counts.monthUsed - tonumber(ARGV[2]))
counts.answersUsed = math.max(0, counts.answersUsed - tonumber(ARGV[3]))
redis.call('HSET', KEYS[1], 'meter', cjson.encode(meter))
return 'OK'
`)
