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
