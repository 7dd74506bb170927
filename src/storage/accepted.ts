import { subscribe } from 'node:diagnostics_channel'

/** Work waits for at most this many turns of the event loop, each of which accepts a connection. */
const TURNS_MAX = 128

let accepted = 0
let settled = 0

// Until the end of the next turn, another connection may be waiting.
subscribe('net.server.socket', () => {
  accepted += 1
  const own = accepted
  setImmediate(() =>
    setImmediate(() => {
      settled = own
    }),
  )
})

/** Whether a connection was accepted in this turn, so that another may be waiting. */
export const isAccepting = (): boolean => accepted !== settled

/**
 * Runs work at the end of this turn of the event loop, or once a turn has accepted no connection. Node accepts one
 * connection per turn. If each turn also did the work of all earlier connections, the last of many simultaneous
 * connections would wait for the sum of these turns.
 */
export function afterAccepting(work: () => void): void {
  let turns = 0
  function look(): void {
    turns += 1
    if (isAccepting() && turns <= TURNS_MAX) setImmediate(look)
    else work()
  }
  setImmediate(look)
}
