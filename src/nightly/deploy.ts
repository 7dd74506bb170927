import { execFileSync } from 'node:child_process'

type Environment = { [name: string]: string | undefined }

interface DeploySettings extends Environment {
  /** Token of the platform: deploys the prebuilt output. */
  VERCEL_TOKEN?: string | undefined
  /** URL that starts a build on the platform when called with POST. */
  DEPLOY_HOOK_URL?: string | undefined
}

const HOOK_TIMEOUT_MS = 30_000

/**
 * Deploys what was published to the serverless platform. Returns a description of what it did.
 * @throws Error when the platform refuses or no target is set
 */
export async function deploy(settings: DeploySettings): Promise<string> {
  if (settings.VERCEL_TOKEN) {
    const token = ['--token', settings.VERCEL_TOKEN]
    run('vercel', ['pull', '--yes', '--environment', 'production', ...token])
    // Building runs scripts of every package; none of them may see a secret.
    run('vercel', ['build', '--prod'], withoutSecrets(settings))
    run('vercel', ['deploy', '--prebuilt', '--prod', ...token])
    return 'Deployed the prebuilt output to production.'
  }
  if (settings.DEPLOY_HOOK_URL) {
    const response = await fetch(settings.DEPLOY_HOOK_URL, {
      method: 'POST',
      signal: AbortSignal.timeout(HOOK_TIMEOUT_MS),
    })
    if (!response.ok) throw new Error(`The deploy hook returned ${response.status}.`)
    return 'Called the deploy hook.'
  }
  throw new Error('Set VERCEL_TOKEN or DEPLOY_HOOK_URL to deploy.')
}

/** The environment without the secrets that only the deployment needs. */
export const withoutSecrets = (environment: Environment): Environment =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => !SECRET.test(name)))

const SECRET = /TOKEN|SECRET|PASSWORD|_KEY$|^DEPLOY_HOOK_URL$|^SMTP_URL$|^REDIS_URL$/

function run(command: string, words: string[], env?: Environment): void {
  try {
    execFileSync(command, words, { stdio: ['ignore', 'inherit', 'inherit'], ...(env && { env }) })
  } catch {
    // The arguments contain the token, so the error must not include them.
    throw new Error(`"${command} ${words[0]}" failed; see its output above.`)
  }
}
