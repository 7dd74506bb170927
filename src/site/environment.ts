import { Settings } from '../http/settings.ts'

/** An environment variable that the service reads. */
export interface EnvironmentVariable {
  name: string
  description: string
  fallback: string | null
}

/** Every environment variable of the running service, from its settings. */
export const environmentVariables = (): EnvironmentVariable[] =>
  Object.entries(Settings.shape).map(([name, schema]) => {
    const absent = schema.safeParse(undefined)
    return {
      name,
      description: schema.description ?? '',
      fallback: absent.success && absent.data !== undefined ? String(absent.data) : null,
    }
  })

/** What `npm run deploy` reads. Either of the first two is enough. */
export const DEPLOY_VARIABLES = {
  VERCEL_TOKEN: 'Token of the platform: the build is made here and sent.',
  DEPLOY_HOOK_URL: 'Address that starts a build at the platform when it is posted to; used without a token.',
  VERCEL_ORG_ID: 'With the token, where no `vercel link` was run: the team of the project.',
  VERCEL_PROJECT_ID: 'With the token, where no `vercel link` was run: the project.',
} as const satisfies Record<string, string>

/** What the nights read in addition. `BASE_URL` is named as a contact to the servers that they ask. */
export const INGEST_VARIABLES = {
  GRANTS_GOV_URL: 'Base address of the Grants.gov API.',
  USASPENDING_URL: 'Base address of the USAspending API.',
  FEDERAL_REGISTER_URL: 'Base address of the Federal Register API.',
  OPERATOR_MAIL:
    'Who is told when a night needs a person: addresses with commas between. Mails go out with `SMTP_URL` and `MAIL_FROM`, else they are written to the log.',
} as const satisfies Record<string, string>
