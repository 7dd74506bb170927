import { execFileSync } from 'node:child_process'

type Environment = { [name: string]: string | undefined }

/** Where a build can be sent after a night, in an environment; the first that is set holds. */
export interface DeploySettings extends Environment {
  /** Token of the platform: the prebuilt output is sent. */
  VERCEL_TOKEN?: string | undefined
  /** Address that starts a build at the platform when it is posted to. */
  DEPLOY_HOOK_URL?: string | undefined
}

const HOOK_TIMEOUT_MS = 30_000

/**
 * Sends what a night has published to the serverless platform. Returns what was done, in words.
 * @throws Error when the platform refuses or no way is set
 */
export async function deploy(settings: DeploySettings): Promise<string> {
  if (settings.VERCEL_TOKEN) {
    const token = ['--token', settings.VERCEL_TOKEN]
    run('vercel', ['pull', '--yes', '--environment', 'production', ...token])
    // Building runs the scripts of every package; none of them may see a secret.
    run('vercel', ['build', '--prod'], withoutSecrets(settings))
    run('vercel', ['deploy', '--prebuilt', '--prod', ...token])
    return 'Sent the prebuilt output to production.'
  }
  if (settings.DEPLOY_HOOK_URL) {
    const answer = await fetch(settings.DEPLOY_HOOK_URL, {
      method: 'POST',
      signal: AbortSignal.timeout(HOOK_TIMEOUT_MS),
    })
    if (!answer.ok) throw new Error(`The deploy hook answered ${answer.status}.`)
    return 'Called the deploy hook.'
  }
  throw new Error('Set VERCEL_TOKEN or DEPLOY_HOOK_URL to deploy.')
}

/** An environment without what only sending needs. */
export const withoutSecrets = (environment: Environment): Environment =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => !SECRET.test(name)))

const SECRET = /TOKEN|SECRET|PASSWORD|_KEY$|^DEPLOY_HOOK_URL$|^SMTP_URL$|^REDIS_URL$/

function run(command: string, words: string[], env?: Environment): void {
  try {
    execFileSync(command, words, { stdio: ['ignore', 'inherit', 'inherit'], ...(env && { env }) })
  } catch {
    // The words hold the token: the message of the failure must not reach a log.
    throw new Error(`"${command} ${words[0]}" failed; its output stands above.`)
  }
}
