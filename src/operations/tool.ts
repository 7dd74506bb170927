import { spawn } from 'node:child_process'

/** What build steps need from their environment. */
export interface Surroundings {
  /** The folder of the project. */
  root: string
  env: Readonly<Record<string, string | undefined>>
  /** Milliseconds since 1970. */
  now: number
  /** Whether to rebuild everything, changed or not. */
  isForced: boolean
  /** Whether to show the tools' own output. */
  isVerbose: boolean
}

/** Runs a Node program of the project until it exits; stops it when this process stops. Resolves to its exit code and output. */
export async function runTool(args: readonly string[], { root, env, isVerbose }: Surroundings) {
  const child = spawn(process.execPath, [...args], {
    cwd: root,
    env: { ...env, ASTRO_TELEMETRY_DISABLED: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = { code: 1, out: '', err: '' }
  child.stdout.on('data', (chunk) => {
    ended.out += chunk
    if (isVerbose) process.stderr.write(chunk)
  })
  child.stderr.on('data', (chunk) => {
    ended.err += chunk
    if (isVerbose) process.stderr.write(chunk)
  })
  const interrupt = (signal: NodeJS.Signals) => {
    child.kill(signal)
    process.exit(signal === 'SIGINT' ? 130 : 143)
  }
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt)
  ended.code = await new Promise((resolve) => {
    child.on('error', () => resolve(1)).on('close', (code) => resolve(code ?? 1))
  })
  process.off('SIGINT', interrupt).off('SIGTERM', interrupt)
  return ended
}
