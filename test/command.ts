import { execFile } from 'node:child_process'
import { Console } from 'node:console'
import path from 'node:path'
import { Writable } from 'node:stream'

const ROOT = path.join(import.meta.dirname, '..')

/** The result of a command. */
export interface Ended {
  code: number
  stdout: string
  stderr: string
}

type Environment = Readonly<Record<string, string | undefined>>

/** Runs a script of the project as a separate process. */
export const commandProcess = (
  script: string,
  args: readonly string[],
  env: Environment = process.env,
): Promise<Ended> =>
  new Promise((resolve) => {
    const options = { cwd: ROOT, env: { ...env } }
    execFile(process.execPath, [path.join(ROOT, script), ...args], options, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    )
  })

class Exit extends Error {
  readonly code: number
  constructor(code: number) {
    super(`The command exits with ${code}.`)
    this.code = code
  }
}

let runs = 0

/**
 * Runs a script of the project within this process, for a tenth of the time of a process. Its modules are those of the
 * test. Each command needs one test that starts a process.
 * @param env its settings; the test runner's own are none of them
 */
export async function commandHere(script: string, args: readonly string[], env: Environment = {}): Promise<Ended> {
  const ended: Ended = { code: 0, stdout: '', stderr: '' }
  const original = {
    argv: process.argv,
    exitCode: process.exitCode,
    exit: process.exit,
    out: process.stdout.write,
    err: process.stderr.write,
    console: globalThis.console,
    env: process.env,
  }
  const into = (name: 'stdout' | 'stderr') => (chunk: string | Uint8Array) => {
    ended[name] += chunk.toString()
    return true
  }
  const stream = (name: 'stdout' | 'stderr') =>
    new Writable({
      decodeStrings: false,
      write: (chunk, _, done) => {
        into(name)(chunk)
        done()
      },
    })
  process.argv = [process.execPath, path.join(ROOT, script), ...args]
  process.exitCode = 0
  process.exit = (code) => {
    throw new Exit(Number(code ?? process.exitCode ?? 0))
  }
  process.stdout.write = into('stdout')
  process.stderr.write = into('stderr')
  globalThis.console = new Console({ stdout: stream('stdout'), stderr: stream('stderr') })
  const { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE } = process.env
  process.env = { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE, ...env }
  try {
    runs += 1
    await import(/* @vite-ignore */ `${path.join(ROOT, script)}?run=${runs}`)
    ended.code = Number(process.exitCode ?? 0)
  } catch (error) {
    ended.code = error instanceof Exit ? error.code : 1
    if (!(error instanceof Exit)) ended.stderr += (error as Error).stack
  } finally {
    globalThis.console = original.console
    process.stdout.write = original.out
    process.stderr.write = original.err
    Object.assign(process, { argv: original.argv, exitCode: original.exitCode, exit: original.exit, env: original.env })
  }
  return ended
}
