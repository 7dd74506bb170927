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

/** What the nightly ingest reads besides; `BASE_URL` it names as a contact to the servers that it asks. */
export const INGEST_VARIABLES = {
  GRANTS_GOV_URL: 'Base address of the Grants.gov API.',
  USASPENDING_URL: 'Base address of the USAspending API.',
  FEDERAL_REGISTER_URL: 'Base address of the Federal Register API.',
} as const satisfies Record<string, string>
