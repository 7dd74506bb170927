import { SETTINGS } from '../../http/settings/settings.ts'

/** Every environment variable of the running service with its meaning and default, from its settings. */
export const environmentVariables = (): [name: string, meaning: string][] =>
  Object.entries<{ description: string; fallback?: string }>(SETTINGS).map(([name, { description, fallback }]) => [
    name,
    fallback === undefined ? description : `${description} Default: \`${fallback}\`.`,
  ])

/** Variables of `npm run deploy`. Either of the first two is enough. */
export const DEPLOY_VARIABLES = {
  VERCEL_TOKEN: 'Token of the platform; the build is made on this machine and uploaded.',
  DEPLOY_HOOK_URL: 'Deploy hook of the platform, used if there is no token.',
  VERCEL_ORG_ID: 'With the token, where no `vercel link` was run: the team of the project.',
  VERCEL_PROJECT_ID: 'With the token, where no `vercel link` was run: the project.',
} as const satisfies Record<string, string>

/** Additional variables of the nightly run. It sends `BASE_URL` and `CONTACT_EMAIL` to the servers it reads. */
export const INGEST_VARIABLES = {
  GRANTS_GOV_URL: 'Base address of the Grants.gov API.',
  SIMPLER_GRANTS_URL: 'Base address of the Simpler Grants API.',
  SIMPLER_GRANTS_KEY: 'Key for the Simpler Grants API, which nights ask when the Grants.gov API does not answer.',
  USASPENDING_URL: 'Base address of the USAspending API.',
  FEDERAL_REGISTER_URL: 'Base address of the Federal Register API.',
  OPERATOR_MAIL:
    'Recipients of reports about nightly runs that need attention: comma-separated email addresses. Mail is sent with `SMTP_URL` and `MAIL_FROM`, or else written to the log.',
} as const satisfies Record<string, string>
