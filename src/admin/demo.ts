import { ACTORS } from '../account/actions.ts'
import { generateId, generateKey } from '../metering/keys.ts'
import type { Store } from '../storage/port.ts'

const DEMO = { name: 'Demo', plan: 'PRO', ownerEmail: 'demo@example.com' } as const

/** The first line that the self-hosted server prints when it is ready. */
export const formatAddressLine = (address: string): string => formatLine('Address', `listens on ${address}`)

/**
 * What startup prints about keys: on an empty store the demo key, shown once; later its prefix and how to create another
 * key. Takes constant time for any number of accounts. An unavailable store only changes the text.
 * @param isDemo whether a demo key may be created; if not, the store is not queried
 */
export async function createKeyLines(store: Store, address: string, isDemo: boolean, now: number): Promise<string> {
  const demo = isDemo ? await createDemoKey(store, now).catch(() => null) : null
  if (demo?.secret)
    return formatLine('Key', `${demo.secret} (shown once)`) + formatLine('Try', formatCurl(address, demo.secret))
  const made = demo?.prefix ? `${demo.prefix}… of ${demo.accountId}, shown when it was created; for another: ` : ''
  return (
    formatLine('Key', `${made}npm run admin -- key create --account ${demo?.accountId ?? '<id>'}`) +
    // This endpoint needs no key, so the line works as printed.
    formatLine('Try', `curl "${address}/api/stats"`)
  )
}

/**
 * The key of the demo account, created on an empty store; null when there are only other accounts. The secret is known
 * only of a key that was just created.
 */
async function createDemoKey(store: Store, now: number) {
  if ((await store.accountSummaries()).length === 0) {
    const account = await store.createAccount({ id: generateId('acct'), ...DEMO }, now, ACTORS.maintainer)
    const { secret, ...key } = generateKey()
    await store.createKey(account.id, { id: generateId('key'), name: 'Demo key', ...key }, now, ACTORS.maintainer)
    return { accountId: account.id, secret }
  }
  const [demo] = await store.memberships(DEMO.ownerEmail)
  if (!demo) return null
  const { id } = demo.account
  const working = (await store.keys(id)).find((key) => key.revokedAt === null && key.expiresAt === null)
  return { accountId: id, prefix: working?.prefix }
}

const formatLine = (name: string, text: string): string => `${name.padEnd(8)} ${text}\n`

const formatCurl = (address: string, key: string): string =>
  `curl -H "Authorization: Bearer ${key}" "${address}/api/v1/opportunities?status=OPEN,CLOSING_SOON&limit=3"`
