import { hashSecret, isSecret, newSecret } from './person.ts'
import type { People } from './verbs.ts'

/** The path of a sign-in link. The token follows the `#`, which browsers never send, so no server or log sees it. */
const LINK_PAGE = '/account/open'

/**
 * Creates a sign-in link for an email address. Known and unknown addresses take the same work.
 * @param browser the secret in the requesting browser's cookie, if any; otherwise a new one is created
 * @param base base URL of the service, without a trailing slash
 * @returns the link to send, and the secret that the browser needs to open it
 */
export async function requestLink(
  store: Pick<People, 'saveLink'>,
  request: { email: string; browser: string | undefined; base: string },
  now: number,
): Promise<{ link: string; browser: string }> {
  const token = newSecret()
  const browser = isSecret(request.browser) ? request.browser : newSecret()
  const { email, base } = request
  await store.saveLink({ hash: hashSecret(token), browser: hashSecret(browser), email }, now)
  return { link: `${base}${LINK_PAGE}#${token}`, browser }
}

/**
 * Opens a sign-in link: welcomes the person, ends the browser's previous session, and starts a new one.
 * @returns the secret of the session; null when the link is not valid
 */
export async function openLink(
  store: Pick<People, 'takeLink' | 'welcome' | 'openSession' | 'endSession'>,
  link: { token: string; browser: string | undefined; session: string | undefined },
  now: number,
): Promise<{ email: string; session: string } | null> {
  if (!isSecret(link.token) || !isSecret(link.browser)) return null
  const email = await store.takeLink(hashSecret(link.token), hashSecret(link.browser), now)
  if (email === null) return null
  await store.welcome(email, now)
  if (isSecret(link.session)) await store.endSession(hashSecret(link.session))
  const session = newSecret()
  await store.openSession(hashSecret(session), email, now)
  return { email, session }
}
