export type Settings = ReturnType<typeof readIngestSettings>

export const ROBOT_NAME = 'RuralHealthProgramDataService'
const SPACING_MS = 1_000

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Reads the settings:
 * - `SIMPLER_GRANTS_KEY`: a key for the Simpler Grants API. With it, that API is asked when the classic API of Grants.gov
 *   does not answer.
 * - `BASE_URL`, `CONTACT_EMAIL`: the URL of this service and a mail address, sent to every server as contacts.
 * - `INGEST_ORIGIN_MAP`: `https://host=http://127.0.0.1:1234`, separated by commas: requests the right one in place of
 *   the left one. For tests only.
 * - `INGEST_SPACING_MS`: the pause between two requests to a host, together with a map. For tests only.
 * @throws Error when a value is invalid, or when one for tests is set in production
 */
export function readIngestSettings(env: Environment) {
  const originMap = new Map<string, string>()
  for (const entry of (env.INGEST_ORIGIN_MAP ?? '').split(',').flatMap((text) => text.trim() || [])) {
    const [from = '', to = ''] = entry.split('=')
    if (URL.parse(from)?.origin !== from) {
      throw new Error(`INGEST_ORIGIN_MAP: "${entry}" is not of the form https://host=http://127.0.0.1:8080`)
    }
    if (!/^http:\/\/(?:127\.0\.0\.1|\[::1\])(?::\d+)?$/.test(to))
      throw new Error(`"${to}" is not a loopback origin such as http://127.0.0.1:8080`)
    originMap.set(from, to)
  }
  if (originMap.size > 0 && env.NODE_ENV === 'production') {
    throw new Error('INGEST_ORIGIN_MAP is for tests; unset it in production')
  }
  const mail = env.CONTACT_EMAIL
  if (mail && !/^[^\s@;()]{1,64}@[^\s@;()]{1,253}$/.test(mail)) {
    throw new Error(`CONTACT_EMAIL: "${mail}" is not a mail address`)
  }
  const contact = [env.BASE_URL && `+${readBaseUrl(env)}`, mail].filter(Boolean).join('; ')
  return {
    simplerGrantsKey: env.SIMPLER_GRANTS_KEY || null,
    userAgent: `${ROBOT_NAME}/1.0${contact ? ` (${contact})` : ''}`,
    spacingMs: originMap.size > 0 ? Number(env.INGEST_SPACING_MS ?? SPACING_MS) : SPACING_MS,
    /** Loopback origins that are requested in place of public ones. */
    originMap,
  }
}

const LOCAL_HOST = /^(?:localhost|127\.[\d.]+|\[::1\]|0\.0\.0\.0)$/

/**
 * Servers must be able to see who asks, and to object.
 * @throws Error when the environment does not give this service a public address and a contact
 */
export function refuseAnonymous(env: Environment): void {
  const missing = (['BASE_URL', 'CONTACT_EMAIL'] as const).filter((name) => !env[name])
  if (missing.length > 0) {
    throw new Error(
      `set ${missing.join(' and ')}: every request names the public address of this service and a contact, so nothing was requested`,
    )
  }
  const { originMap } = readIngestSettings(env)
  const { hostname } = new URL(readBaseUrl(env))
  if (LOCAL_HOST.test(hostname) && originMap.size === 0) {
    throw new Error(`BASE_URL: "${env.BASE_URL}" is not a public address; nothing was requested`)
  }
}

function readBaseUrl({ BASE_URL: url = '' }: Environment): string {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw new Error(`BASE_URL: "${url}" is not an http(s) URL`)
  }
  return url.replace(/\/+$/, '')
}
