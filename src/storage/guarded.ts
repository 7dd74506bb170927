import { StoreUnavailable } from '../metering/admission.ts'
import { circuit, type Stopwatch, within } from '../metering/circuit.ts'
import { memory } from '../metering/degraded.ts'
import { STORE_TIMEOUT_MS } from './open.ts'
import type { Store } from './port.ts'

// An admission and a refund together stay below the 600 ms in which any answer is given.
const REFUND_WAIT_MS = 150

// Anybody may ask for the health of the service, and a store may charge for each call.
const PING_EVERY_MS = 1_000

/**
 * The store as the service uses it: every call is answered in time, whatever happens to the store.
 * While it is away, a key that was verified on this instance keeps reading (`degraded`, see Admission), every other
 * call throws StoreUnavailable. No call is sent twice, so a lost reply costs one unit at most. Pings of one second share
 * an answer.
 * @param stopwatch for durations, such as `performance.now`
 */
export function guarded(store: Store, stopwatch: Stopwatch): Store {
  const { ask, failingSince } = circuit(stopwatch)
  const known = memory()
  let lastPing: { at: number; answer: Promise<void> } | null = null
  const asking =
    <Args extends unknown[], Result>(verb: (...args: Args) => Promise<Result>) =>
    (...args: Args): Promise<Result> =>
      ask(() => verb(...args), STORE_TIMEOUT_MS)

  return {
    async admit(key, cost, windows) {
      try {
        const admission = await ask(() => store.admit(key, cost, windows), STORE_TIMEOUT_MS)
        known.learn(key, admission, stopwatch())
        return admission
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) throw error
        const decided = known.decide(key, windows, failingSince() ?? stopwatch(), stopwatch())
        if (decided) return decided
        throw error
      }
    },
    refund: (usage, cost) => within(REFUND_WAIT_MS, asking(store.refund)(usage, cost)),
    createAccount: asking(store.createAccount),
    account: asking(store.account),
    accounts: asking(store.accounts),
    setPlan: asking(store.setPlan),
    suspend: asking(store.suspend),
    resume: asking(store.resume),
    members: asking(store.members),
    addMember: asking(store.addMember),
    setRole: asking(store.setRole),
    removeMember: asking(store.removeMember),
    createKey: asking(store.createKey),
    keys: asking(store.keys),
    revokeKey: asking(store.revokeKey),
    rotateKey: asking(store.rotateKey),
    usage: asking(store.usage),
    claimAlerts: asking(store.claimAlerts),
    settleAlert: asking(store.settleAlert),
    keepLink: asking(store.keepLink),
    takeLink: asking(store.takeLink),
    openSession: asking(store.openSession),
    session: asking(store.session),
    sessions: asking(store.sessions),
    endSession: asking(store.endSession),
    endSessions: asking(store.endSessions),
    memberships: asking(store.memberships),
    invitationsOf: asking(store.invitationsOf),
    welcome: asking(store.welcome),
    invitations: asking(store.invitations),
    invite: asking(store.invite),
    withdrawInvitation: asking(store.withdrawInvitation),
    rename: asking(store.rename),
    trail: asking(store.trail),
    bill: asking(store.bill),
    ping() {
      const now = stopwatch()
      if (lastPing === null || now - lastPing.at >= PING_EVERY_MS) lastPing = { at: now, answer: asking(store.ping)() }
      return lastPing.answer
    },
    close: () => store.close(),
  }
}
