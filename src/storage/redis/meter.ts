import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import {
  type Admission,
  type Cost,
  type Meter,
  StoreUnavailable,
  type Usage,
  type WindowName,
} from '../../metering/admission.ts'
import { standingRefusal } from '../../metering/decide.ts'
import type { KeyHash } from '../../metering/keys.ts'
import { PLAN_NAMES, PLANS, PlanName } from '../../metering/plans.ts'
import { named } from '../../metering/spent.ts'
import { type TimeOf, type Windows, windowsAt } from '../../metering/windows.ts'
import type { Driver } from '../port.ts'
import { ADMIT, REFUND, STANDING, TAKE_BACK } from './meter-scripts.ts'
import * as at from './names.ts'
import { Absent, read, Whole } from './scripts.ts'
import type { Wire } from './wire.ts'

const PLAN_ARGS = PLAN_NAMES.filter((name) => PLANS[name].keys > 0).flatMap((name) => {
  const { perMinute, perMonth, answersPerMonth } = PLANS[name]
  return [name, String(perMinute), String(perMonth), String(answersPerMonth)]
})

const InstantOrNone = Absent.or(Whole)
const figures = [
  Whole,
  z.string(),
  z.string(),
  PlanName,
  Whole,
  z.string(),
  Whole,
  Whole,
  Whole,
  InstantOrNone,
] as const
const AdmitReply = z.union([
  z.tuple([z.literal('trial_ended'), z.string()]),
  z.tuple([z.enum(['unknown', 'revoked', 'plan_required'])]),
  z.tuple([z.literal('taken_back')]),
  z.tuple([z.literal('clock'), Whole]),
  z.tuple([z.literal('admitted'), z.enum(['taken', 'exhausted', 'not_asked']), ...figures]),
  z.tuple([z.literal('refused'), z.enum(['minute', 'month', 'minute,month']), ...figures]),
])
const StandingReply = z.union([
  z.tuple([]),
  z.tuple([InstantOrNone, InstantOrNone, z.string(), z.string(), InstantOrNone, InstantOrNone]),
])
type AdmitReply = z.infer<typeof AdmitReply>
const Done = z.literal('OK')

/**
 * The meter on Redis. An admission is one request and four commands, including the script call; a fifth asks for the
 * server's time if that decides and a minute begins. A caller whose clock is wrong is told the time, and decided in a
 * second request.
 */
export function redisMeter(wire: Wire, timeOf: TimeOf): Pick<Driver, keyof Meter | 'takeBack'> {
  // How far this instance's clock is behind the server's; unknown until the server reports it.
  let behind = 0
  // A key never moves to another account, so knowing the account lets the script declare all the keys it touches.
  const accountOf = new LRUCache<KeyHash, string>({ max: 10_000 })
  return {
    async judge(key, windows) {
      const [revokedAt = null, expiresAt = null, plan, suspended, minute, trialEndsAt = null] = read(
        StandingReply,
        await wire.run(STANDING, [at.key(key)], []),
      )
      if (!plan) return 'unknown'
      const standing = { revokedAt, expiresAt, plan, trialEndsAt, suspended: suspended === '1', minute: minute ?? 0 }
      return standingRefusal(standing, windows) ?? 'valid'
    },
    async admit(key, cost, windows, token) {
      const account = accountOf.get(key)
      const keys = account === undefined ? [at.key(key)] : [at.key(key), at.account(account)]
      const ask = async ({ now, minute, month }: Windows) => {
        const own = [String(now), String(minute), month, String(cost.month), String(cost.answer), timeOf, token ?? '']
        return read(AdmitReply, await wire.run(ADMIT, keys, [...own, ...PLAN_ARGS], account !== undefined))
      }
      let reply = await ask(behind === 0 ? windows : windowsAt(windows.now + behind))
      if (reply[0] === 'clock') {
        behind = reply[1] - windows.now
        reply = await ask(windowsAt(reply[1]))
      }
      if (reply[0] === 'clock') throw new StoreUnavailable('The Redis store and this instance disagree about the time.')
      if (reply[0] === 'taken_back') {
        throw new StoreUnavailable('The admission was canceled before it was decided.')
      }
      const admission = named(admissionOf(reply), token)
      if ('usage' in admission) accountOf.set(key, admission.usage.accountId)
      else accountOf.delete(key)
      return admission
    },
    async refund(usage: Usage, cost: Cost) {
      if (!cost.month && !cost.answer) return
      const args = [usage.month, String(cost.month), String(cost.answer), usage.token ?? '']
      read(Done, await wire.run(REFUND, [at.account(usage.accountId)], args, true))
    },
    async takeBack(key, token) {
      read(Done, await wire.run(TAKE_BACK, [at.key(key)], [token]))
    },
  }
}

function admissionOf(reply: Exclude<AdmitReply, ['clock', number] | ['taken_back']>): Admission {
  if (reply.length === 1) return { verdict: reply[0] }
  if (reply[0] === 'trial_ended') return { verdict: reply[0], accountId: reply[1] }
  const [verdict, outcome, made, accountId, keyId, plan, minute, month, minuteUsed, monthUsed, ...rest] = reply
  const [answersUsed, trialEndsAt] = rest
  const usage: Usage = { accountId, keyId, plan, minute, month, minuteUsed, monthUsed, answersUsed, trialEndsAt }
  const pending = made === 1 ? { pending: true as const } : {}
  return verdict === 'admitted'
    ? { verdict, answer: outcome, usage, ...pending }
    : { verdict, by: outcome.split(',') as WindowName[], usage, ...pending }
}
