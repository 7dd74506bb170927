import { isSecret, newSecret, secretHashOf } from './secrets.ts'
import type { People } from './verbs.ts'

/** The path of the page that a link leads to. The token follows the `#`, which no server and no log ever sees. */
const LINK_PAGE = '/account/open'

type LinkStore = Pick<People, 'keepLink'>
type SessionStore = Pick<People, 'takeLink' | 'welcome' | 'openSession' | 'endSession'>

/**
 * Makes a link for an address. The same work is done for an address that is known and for one that is not.
 * @param browser the secret that the asking browser holds; a new one when it holds none
 * @param base address of the service, without a slash at its end
 * @returns the link to be sent, and the secret that the browser must hold to open it
 */
export async function askForLink(
  store: LinkStore,
  asked: { email: string; browser: string | undefined; base: string },
  now: number,
): Promise<{ link: string; browser: string }> {
  const token = newSecret()
  const browser = isSecret(asked.browser) ? asked.browser : newSecret()
  const { email, base } = asked
  await store.keepLink({ hash: secretHashOf(token), browser: secretHashOf(browser), email }, now)
  return { link: `${base}${LINK_PAGE}#${token}`, browser }
}

/**
 * Opens a link: welcomes its person, ends the session that the browser held before, and starts a new one.
 * @returns the secret of the session; null when the link does not open
 */
export async function openLink(
  store: SessionStore,
  link: { token: string; browser: string | undefined; session: string | undefined },
  now: number,
): Promise<{ email: string; session: string } | null> {
  if (!isSecret(link.token) || !isSecret(link.browser)) return null
  const email = await store.takeLink(secretHashOf(link.token), secretHashOf(link.browser), now)
  if (email === null) return null
  await store.welcome(email, now)
  if (isSecret(link.session)) await store.endSession(secretHashOf(link.session))
  const session = newSecret()
  await store.openSession(secretHashOf(session), email, now)
  return { email, session }
}
