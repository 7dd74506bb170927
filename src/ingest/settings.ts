export type Settings = ReturnType<typeof readIngestSettings>

export const ROBOT_NAME = 'RuralHealthProgramDataService'
const ROBOT_VERSION = '1.0'
const SPACING_MS = 1_000
const LOOPBACK = /^http:\/\/(?:127\.0\.0\.1|\[::1\])(?::\d+)?$/

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Reads the settings:
 * - `GRANTS_GOV_URL`, `USASPENDING_URL`, `FEDERAL_REGISTER_URL`: the base URLs of the three APIs.
 * - `SIMPLER_GRANTS_URL`, `SIMPLER_GRANTS_KEY`: the base URL of the Simpler Grants API, and the key for it. With a key, it
 *   is asked when the classic API of Grants.gov does not answer.
 * - `BASE_URL`, `CONTACT_EMAIL`: the URL of this service and a mail address, sent to every server as contacts.
 * - `INGEST_ALLOW_ORIGINS`: loopback origins that may be requested, separated by commas. For tests only.
 * - `INGEST_ORIGIN_MAP`: `https://host=http://127.0.0.1:1234`, separated by commas: requests the right one in place of
 *   the left one. For tests only.
 * - `INGEST_SPACING_MS`: the pause between two requests to a host, together with one of the two above. For tests only.
 * @throws Error when a value is invalid, or when one for tests is set in production
 */
export function readIngestSettings(env: Environment) {
  const originMap = new Map<string, string>()
  for (const entry of list(env.INGEST_ORIGIN_MAP)) {
    const [from = '', to = ''] = entry.split('=')
    if (URL.parse(from)?.origin !== from) {
      throw new Error(`INGEST_ORIGIN_MAP: "${entry}" is not of the form https://host=http://127.0.0.1:8080`)
    }
    originMap.set(from, to)
  }
  const allowed = [...list(env.INGEST_ALLOW_ORIGINS), ...originMap.values()]
  if (allowed.length > 0 && env.NODE_ENV === 'production') {
    throw new Error('INGEST_ORIGIN_MAP and INGEST_ALLOW_ORIGINS are for tests; unset them in production')
  }
  for (const origin of allowed) {
    if (!LOOPBACK.test(origin)) throw new Error(`"${origin}" is not a loopback origin such as http://127.0.0.1:8080`)
  }
  const mail = env.CONTACT_EMAIL
  if (mail && !/^[^\s@;()]{1,64}@[^\s@;()]{1,253}$/.test(mail)) {
    throw new Error(`CONTACT_EMAIL: "${mail}" is not a mail address`)
  }
  const contact = [env.BASE_URL && `+${base('BASE_URL', env, '')}`, mail].filter(Boolean).join('; ')
  return {
    grantsGovUrl: base('GRANTS_GOV_URL', env, 'https://api.grants.gov'),
    simplerGrantsUrl: base('SIMPLER_GRANTS_URL', env, 'https://api.simpler.grants.gov'),
    simplerGrantsKey: env.SIMPLER_GRANTS_KEY || null,
    usaspendingUrl: base('USASPENDING_URL', env, 'https://api.usaspending.gov'),
    federalRegisterUrl: base('FEDERAL_REGISTER_URL', env, 'https://www.federalregister.gov'),
    userAgent: `${ROBOT_NAME}/${ROBOT_VERSION}${contact ? ` (${contact})` : ''}`,
    spacingMs: allowed.length > 0 ? Number(env.INGEST_SPACING_MS ?? SPACING_MS) : SPACING_MS,
    originMap,
    /** Loopback origins that may be requested although they are not on the public internet. */
    allowedOrigins: new Set(allowed),
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
  const { allowedOrigins } = readIngestSettings(env)
  const { hostname } = new URL(base('BASE_URL', env, ''))
  if (LOCAL_HOST.test(hostname) && allowedOrigins.size === 0) {
    throw new Error(`BASE_URL: "${env.BASE_URL}" is not a public address; nothing was requested`)
  }
}

const list = (text = ''): string[] => text.split(',').flatMap((entry) => entry.trim() || [])

function base(name: string, env: Environment, otherwise: string): string {
  const value = env[name] || otherwise
  if (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol)) {
    throw new Error(`${name}: "${value}" is not an http(s) URL`)
  }
  return value.replace(/\/+$/, '')
}
