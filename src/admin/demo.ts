import { ACTORS } from '../account/actions.ts'
import { newId, newKey } from '../metering/keys.ts'
import type { Store } from '../storage/port.ts'

const DEMO = { name: 'Demo', plan: 'PRO', ownerEmail: 'demo@example.com' } as const

/**
 * What the self-hosted server says when it is ready: on a store without accounts it makes a demo account with a key
 * and shows the key this once; later it names the key by its prefix and says how to make another.
 */
export async function greet(store: Store, address: string, now: number): Promise<string> {
  const accounts = await store.accounts()
  const lines = [line('Address', `listens on ${address}`)]
  if (accounts.length === 0) {
    const account = await store.createAccount({ id: newId('acct'), ...DEMO }, now, ACTORS.maintainer)
    const { secret, ...key } = newKey()
    await store.createKey(account.id, { id: newId('key'), name: 'Demo key', ...key }, now, ACTORS.maintainer)
    lines.push(line('Key', `${secret} (shown once)`), line('Try', curl(address, secret)))
  } else {
    const demo = accounts.find(({ name }) => name === DEMO.name) ?? accounts[0]
    const keys = demo ? await store.keys(demo.id) : []
    const working = keys.find((key) => key.revokedAt === null && key.expiresAt === null)
    const held = working ? `${working.prefix}… of ${demo?.id}, shown when it was made; another: ` : ''
    lines.push(
      line('Key', `${held}npm run admin -- key create --account ${demo?.id}`),
      // Needs no key, so that it works as it stands.
      line('Try', `curl "${address}/api/stats"`),
    )
  }
  return lines.join('')
}

/** A line of what `npm start` prints. */
const line = (name: string, text: string): string => `${name.padEnd(8)} ${text}\n`

const curl = (address: string, key: string): string =>
  `curl -H "Authorization: Bearer ${key}" "${address}/api/v1/opportunities?status=OPEN,CLOSING_SOON&limit=3"`
